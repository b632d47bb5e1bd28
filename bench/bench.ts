import type { Finding } from "./result.ts";

/** A number a person can set, with what it is when nobody does. */
export type Option = { readonly value: number; readonly help: string };

export type Settings<Names extends string = string> = { readonly [name in Names]: number };

/** Something that is measured, how it can be set, and what is promised of it. */
export type Bench<Names extends string = string> = {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly options: { readonly [name in Names]: Option };
  readonly run: (settings: Settings<Names>) => Promise<Finding>;
};

/** Keeps the names of the options known to `run`, and forgets them outside. */
export function bench<const Names extends string>(definition: Bench<Names>): Bench {
  return { ...definition, run: (settings) => definition.run(settings as Settings<Names>) };
}
