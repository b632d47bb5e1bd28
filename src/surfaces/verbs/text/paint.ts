import { UNLESS_JOINER } from "../../../core/text/joiners.ts";

/** Colours for people who look at a terminal; plain text everywhere else. */
export type Paint = {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  /** Columns to stay within. Off a terminal there is no such thing, and lines stay whole. */
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

/** A narrower column would break every other word. */
const COLUMN_MIN = 20;

/**
 * A head and a text that stay within the width: further lines begin under `indent`. The head is given as it
 * is printed, colours and all, and as wide as it looks.
 */
export function flow(
  head: { readonly text: string; readonly width: number },
  text: string,
  hang: { readonly indent: string; readonly width: number },
): string {
  const lines: string[] = [];
  let line = head.text;
  let used = head.width;
  if (text !== "" && hang.width - used < COLUMN_MIN && used > hang.indent.length) {
    lines.push(line.trimEnd());
    [line, used] = [hang.indent, hang.indent.length];
  }
  let isFirst = true;
  for (const word of text.split(" ")) {
    if (!isFirst && used + 1 + word.length > hang.width) {
      lines.push(line);
      [line, used] = [`${hang.indent}${word}`, hang.indent.length + word.length];
    } else {
      line += isFirst ? word : ` ${word}`;
      used += word.length + (isFirst ? 0 : 1);
    }
    isFirst = false;
  }
  return [...lines, line].join("\n").trimEnd();
}
