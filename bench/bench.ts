import type { Finding } from "./result.ts";

/** Something a person can set, a number or a text, with what it is when nobody does. */
export type Option = {
  readonly value: number | string;
  readonly help: string;
  /** Of a number: 0 stands for none or all, as the help says. */
  readonly isZeroAllowed?: true;
};
export type Options = { readonly [name: string]: Option };

/** What was set, each of the type that its option has. */
export type Settings<Of extends Options> = {
  readonly [name in keyof Of]: Of[name]["value"] extends number ? number : string;
};

type Described = { readonly name: string; readonly title: string; readonly summary: string };

/** Something that is measured, how it can be set, and what is promised of it. */
export type Bench = Described & {
  readonly options: Options;
  readonly run: (settings: { readonly [name: string]: number | string }) => Promise<Finding>;
};

type Definition<Of extends Options> = Described & {
  readonly options: Of;
  readonly run: (settings: Settings<Of>) => Promise<Finding>;
};

/** Keeps the names and types of the options known to `run`, and forgets them outside. */
export function bench<const Of extends Options>(definition: Definition<Of>): Bench {
  return { ...definition, run: (settings) => definition.run(settings as Settings<Of>) };
}
