import { UNLESS_JOINER } from "../../../core/text/joiners.ts";

/** Colours for people who look at a terminal; plain text everywhere else. */
export type Paint = {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  /** Columns of the screen. Off a terminal there is no such thing. The terminal breaks what is longer. */
  readonly width: number;
};

const same = (text: string): string => text;

export const PLAIN: Paint = {
  strong: same,
  faint: same,
  good: same,
  bad: same,
  width: Number.POSITIVE_INFINITY,
};

/** What a terminal would act on instead of show: escapes, bells, cursor moves, bidirectional overrides. */
const UNPRINTABLE = new RegExp(
  String.raw`[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e0fff}]${UNLESS_JOINER}`,
  "gu",
);

/** Stored text that is safe to print: unprintable characters are shown as codes. Line ends stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (letter) =>
    letter === "\n" || letter === "\t" ? letter : codeOf(letter),
  );
}

const codeOf = (letter: string): string => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;

/** Printable text on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/gu, " ").trim());
}
