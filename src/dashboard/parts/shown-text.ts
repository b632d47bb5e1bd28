import { shorten } from "../../core/text/shorten.ts";

/** Letters that nobody sees and that change how others are read: controls, marks of writing direction, empty ones. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

const codeOf = (letter: string): string =>
  letter === "\n" || letter === "\t" ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;

/** Stored text as the page shows it: what cannot be seen is shown as its code, as on the command line. */
export const shownText = (text: string): string => text.replace(UNSEEN, codeOf);

/** The same on one line, cut where it would be too long. */
export function shownLine(text: string, max = 240): string {
  const head = text.length > max * 4 ? text.slice(0, max * 4) : text;
  return shorten(shownText(head.replace(/\s+/g, " ").trim()), max);
}
