import type { Finding } from "./result.ts";

/** A command-line option of a bench: its default, a number or a text, and its help. */
export type Option = {
  readonly value: number | string;
  readonly help: string;
  /** Only for a number: 0 is allowed and means "none" or "all", as `help` says. */
  readonly isZeroAllowed?: true;
};
export type Options = { readonly [name: string]: Option };

/** The option values of one run, each with the type of its default. */
export type Settings<Of extends Options> = {
  readonly [name in keyof Of]: Of[name]["value"] extends number ? number : string;
};

type Described = { readonly name: string; readonly title: string; readonly summary: string };

/** A benchmark: its options and the function that measures. */
export type Bench = Described & {
  readonly options: Options;
  readonly run: (settings: { readonly [name: string]: number | string }) => Promise<Finding>;
};

type Definition<Of extends Options> = Described & {
  readonly options: Of;
  readonly run: (settings: Settings<Of>) => Promise<Finding>;
};

/** Gives `run` typed settings for its own options, and hides those types from callers. */
export function bench<const Of extends Options>(definition: Definition<Of>): Bench {
  return { ...definition, run: (settings) => definition.run(settings as Settings<Of>) };
}
