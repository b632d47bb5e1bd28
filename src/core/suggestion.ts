/** A verb that would help, with its arguments. Core and app name it; a surface writes it in the form of its users. */
export type Suggestion = {
  /** The purpose, as the beginning of a sentence: "See which there are". */
  readonly to?: string;
  readonly verb: string;
  /** Values in the order of the verb's words. */
  readonly words?: readonly string[];
  readonly options?: { readonly [name: string]: OptionValue };
  /** The verb to call next. */
  readonly next?: Suggestion;
};

type OptionValue = string | number | boolean | readonly string[] | undefined;

/** What to do about a problem: a sentence, or a verb to call. */
export type Fix = string | Suggestion;

/** How a surface writes a suggestion. Texts that are measured before they are displayed need it. */
export type WriteCommand = (suggestion: Suggestion) => string;
