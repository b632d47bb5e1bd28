import { UNLESS_JOINER } from "./joiners.ts";

/**
 * Letters that nobody sees, of which some change how others are read or what a terminal does: controls, marks of writing
 * direction, fillers, tags. The selectors of emoji and of letter forms stay, as do line ends and tabs.
 */
const UNSEEN = new RegExp(
  String.raw`(?![\n\t\ufe00-\ufe0f])[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]${UNLESS_JOINER}`,
  "gu",
);

/** Stored text that is safe to show: letters that cannot be seen are shown as their codes. */
export const printable = (text: string): string =>
  text.replace(UNSEEN, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
