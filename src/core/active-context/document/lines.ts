/** One line of a file: its text, and its line break (empty for an unfinished last line). */
export type Line = { readonly text: string; readonly end: string };

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  while (from < text.length) {
    const at = text.indexOf("\n", from);
    if (at < 0) return [...lines, { text: text.slice(from), end: "" }];
    const isPair = at > from && text[at - 1] === "\r";
    lines.push({ text: text.slice(from, isPair ? at - 1 : at), end: isPair ? "\r\n" : "\n" });
    from = at + 1;
  }
  return lines;
}

export const joinLines = (lines: readonly Line[]): string =>
  lines.map(({ text, end }) => text + end).join("");

/** The line break that most lines of a file use. */
export function lineEnd(lines: readonly Line[]): string {
  const pairs = lines.filter(({ end }) => end === "\r\n").length;
  return pairs * 2 > lines.length ? "\r\n" : "\n";
}

/** Replaces the lines from `from` up to `to`. Keeps whether the last line ends with a line break. */
export function spliceLines(
  lines: readonly Line[],
  range: { readonly from: number; readonly to: number },
  texts: readonly string[],
): Line[] {
  const end = lineEnd(lines);
  const added = texts.map((text) => ({ text, end }));
  const result = [...lines.slice(0, range.from), ...added, ...lines.slice(range.to)];
  return withLineEnds(result, lines.at(-1)?.end ?? end, end);
}

/** Joins lines: each but the last gets a line break, and the last ends as asked. */
export function withLineEnds(lines: readonly Line[], last: string, end: string): Line[] {
  return lines.map((line, i) => {
    if (i === lines.length - 1) return { text: line.text, end: last === "" ? "" : line.end || end };
    return line.end === "" ? { text: line.text, end } : line;
  });
}

export const isBlank = (text: string): boolean => text.trim() === "";

/** The column where the text of a line begins; a tab advances to the next multiple of four. */
export function indentOf(text: string): number {
  let column = 0;
  for (const sign of text) {
    if (sign === " ") column += 1;
    else if (sign === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}

/** Removes up to this many columns of indentation from a line. */
export function removeIndent(text: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && (text[at] === " " || text[at] === "\t")) {
    column += text[at] === " " ? 1 : 4 - (column % 4);
    at += 1;
  }
  return text.slice(at);
}
