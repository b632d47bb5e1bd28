/** One line as it stands in a file: its text, and what ends it (nothing, if it is the last). */
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

/** What most lines of a file end in. */
export function lineEnd(lines: readonly Line[]): string {
  const pairs = lines.filter(({ end }) => end === "\r\n").length;
  return pairs * 2 > lines.length ? "\r\n" : "\n";
}

/** The lines with those from `from` up to `to` replaced. Whether the last line is ended stays as it was. */
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

/** Lines put together again: each is ended but the last, which is ended as asked. */
export function withLineEnds(lines: readonly Line[], last: string, end: string): Line[] {
  return lines.map((line, i) => {
    if (i === lines.length - 1) return { text: line.text, end: last === "" ? "" : line.end || end };
    return line.end === "" ? { text: line.text, end } : line;
  });
}

export const isBlank = (text: string): boolean => text.trim() === "";

/** The column at which a line's text begins; a tab reaches to the next fourth column. */
export function indentOf(text: string): number {
  let column = 0;
  for (const sign of text) {
    if (sign === " ") column += 1;
    else if (sign === "\t") column += 4 - (column % 4);
    else break;
  }
  return column;
}

/** A line without the first columns of its indentation. */
export function removeIndent(text: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && (text[at] === " " || text[at] === "\t")) {
    column += text[at] === " " ? 1 : 4 - (column % 4);
    at += 1;
  }
  return text.slice(at);
}
