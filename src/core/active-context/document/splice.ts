import type { ContextDocument, LineSpan } from "./document.ts";
import { isBlank, type Line, lineEnd, withLineEnds } from "./lines.ts";
import { parseLines } from "./parse.ts";

/** Replacement lines for a range. An empty range inserts them before its line. */
export type LineChange = LineSpan & { readonly texts: readonly string[] };

/** Applies changes to a document. Each change refers to the line numbers of the original document. */
export function applyChanges(document: ContextDocument, changes: readonly LineChange[]): ContextDocument {
  if (changes.length === 0) return document;
  const touched = new Set(
    changes.flatMap(({ from, to }) => document.unclosed.filter((at) => from <= at && at < to)),
  );
  const isUntouched = (at: number) => !touched.has(at);
  const open = document.unclosed.filter(isUntouched);
  const result = parseLines(applied(document.lines, changes));
  return result.unclosed.length >= open.length
    ? result
    : parseLines(applied(document.lines, [...changes, ...shut(document, open)]));
}

function applied(lines: readonly Line[], changes: readonly LineChange[]): readonly Line[] {
  // Usually one run of lines: several hundred changes must not copy the file several hundred times.
  const upwards = changes
    .map((change, i) => ({ ...change, i }))
    .sort((a, b) => a.from - b.from || a.to - b.to || a.i - b.i);
  const end = lineEnd(lines);
  const result: Line[] = [];
  let at = 0;
  for (const { from, to, texts } of upwards) {
    for (const line of lines.slice(at, from)) result.push(line);
    at = Math.max(at, from);
    for (const text of texts) result.push({ text, end });
    at = Math.max(at, to);
  }
  for (const line of lines.slice(at)) result.push(line);
  return withLineEnds(result, lines.at(-1)?.end ?? end, end);
}

/**
 * An unclosed comment or fence is read as text. If a new line would close it, all lines between would be hidden; a
 * backslash before the opening keeps it text.
 */
function shut({ lines }: ContextDocument, open: readonly number[]): LineChange[] {
  return open.map((at) => ({
    from: at,
    to: at + 1,
    texts: [(lines[at]?.text ?? "").replace(/(`{3}|~{3}|<!--)/, "\\$1")],
  }));
}

/** Escapes every unclosed opening of a document, so that no inserted line can close one. */
export const escapeUnclosed = (document: ContextDocument): ContextDocument =>
  parseLines(applied(document.lines, shut(document, document.unclosed)));

/** Puts blocks of a document into another order, with a blank line between them. */
export function reorderBlocks(document: ContextDocument, blocks: readonly LineSpan[]): ContextDocument {
  const result = parseLines(moveLines(document.lines, blocks));
  if (result.unclosed.length >= document.unclosed.length) return result;
  return parseLines(moveLines(applied(document.lines, shut(document, document.unclosed)), blocks));
}

function moveLines(lines: readonly Line[], blocks: readonly LineSpan[]): Line[] {
  const end = lineEnd(lines);
  const all = blocks.flatMap(({ from, to }, i): Line[] => {
    const block = lines.slice(from, to);
    const last = block.at(-1);
    const wantsBlank = i < blocks.length - 1 && last !== undefined && !isBlank(last.text);
    return wantsBlank ? [...block, { text: "", end }] : block;
  });
  const ending = lines.at(-1);
  const endsBlank = ending !== undefined && isBlank(ending.text);
  while (!endsBlank && isBlank(all.at(-1)?.text ?? "x")) all.pop();
  return withLineEnds(all, ending?.end ?? "", end);
}

/** The end of a range's content, before its trailing blank lines. */
export function contentEnd({ lines }: ContextDocument, { from, to }: LineSpan): number {
  let at = to;
  while (at > from && isBlank(lines[at - 1]?.text ?? "")) at--;
  return at;
}
