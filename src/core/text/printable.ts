import { UNLESS_JOINER } from "./joiners.ts";

/**
 * Invisible characters, some of which change how others are read or what a terminal does: controls, writing-direction marks, fillers, tags.
 * Variation selectors, line ends and tabs are not included.
 */
const UNSEEN = new RegExp(
  String.raw`(?![\n\t\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]${UNLESS_JOINER}`,
  "gu",
);

/** Makes stored text safe to show: invisible characters are replaced by their codes. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);

/** True for a text that shows nothing: it is empty, or has only spaces and invisible characters. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text);

const INVISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]*$/u;
