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
const UNPRINTABLE = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e0fff}]/gu;

/** Stored text that is safe to print: what is not printable is shown as its code. Line ends stay. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (letter, at: number) =>
    letter === "\n" || letter === "\t" || isJoiner(text, at) ? letter : codeOf(letter),
  );
}

/** Before a joiner, and after one: parts of one emoji, or letters of a script whose words are written with joiners. */
const JOINED = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]|(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\p{L}\p{M}]`;
const BEFORE_JOINER = new RegExp(`(?:${JOINED})$`, "u");
const AFTER_JOINER = new RegExp(`^(?:${JOINED})`, "u");

/** A zero-width joiner or non-joiner that belongs to a word or an emoji. In other places it only hides something. */
function isJoiner(text: string, at: number): boolean {
  if (text[at] !== "\u200c" && text[at] !== "\u200d") return false;
  return (
    BEFORE_JOINER.test(text.slice(Math.max(0, at - 2), at)) && AFTER_JOINER.test(text.slice(at + 1, at + 3))
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
