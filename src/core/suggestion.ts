/** A verb that would help, and its input. Core and app name the verb; a surface writes it in the form that its users call. */
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

/** How to solve a problem: a sentence, or a verb to call. */
export type Fix = string | Suggestion;

/** Writes a suggestion in the form of a surface. It is passed to texts that are measured before they are shown. */
export type WriteCommand = (suggestion: Suggestion) => string;
