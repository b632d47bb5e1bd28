/** A verb that would help, and what to give it. Core and app name it; a surface writes it as its users call it. */
export type Suggestion = {
  /** What it is good for, as the beginning of a sentence: "See which there are". */
  readonly to?: string;
  readonly verb: string;
  /** Values in the order of the verb's words. */
  readonly words?: readonly string[];
  readonly options?: { readonly [name: string]: OptionValue };
  /** What to call after it. */
  readonly next?: Suggestion;
};

type OptionValue = string | number | boolean | readonly string[] | undefined;

/** What to do about something: a sentence, or a verb to call. */
export type Fix = string | Suggestion;

/** How a surface writes a suggestion. Texts that are measured before they are shown are given one. */
export type WriteCommand = (suggestion: Suggestion) => string;
