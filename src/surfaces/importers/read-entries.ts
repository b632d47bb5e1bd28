import { type JsonRecord, jsonLines } from "../../app/intake/json-lines.ts";
import { isInvisible } from "../../core/text/printable.ts";
import type { ForeignEntry, ForeignStatement } from "../../ports/histories.ts";
import type { HistorySource } from "../../ports/host.ts";
import { type FrontMatter, frontMatter } from "./front-matter.ts";
import { markdownEntries } from "./markdown-entries.ts";

/** Maximum number of lines read from one file: more than anybody writes for an agent. */
const LINES_MAX = 20_000;

/** A Markdown file with its head read. */
export type MarkdownFile = FrontMatter & { readonly lines: readonly string[] };

export async function readMarkdown(source: HistorySource): Promise<MarkdownFile> {
  const lines: string[] = [];
  for await (const line of source.lines()) {
    lines.push(line);
    if (lines.length >= LINES_MAX) break;
  }
  return { lines, ...frontMatter(lines) };
}

/** The statement of a sentence, or why it contains none. */
type StatedEntry = ForeignStatement | { readonly refused: string };

/** The entries of a Markdown file, each under the number of its line. */
export function* entriesOfMarkdown(
  { lines, begin }: MarkdownFile,
  stated: (text: string) => StatedEntry,
): Generator<ForeignEntry> {
  for (const { line, text, refused } of markdownEntries(lines, begin))
    yield { entry: `line ${line}`, ...resultOf(refused === undefined ? stated(text) : { refused }) };
}

/** The entries of a JSON-lines file. `entriesOf` gives the entries of one record. */
export async function* entriesOfJson(
  source: HistorySource,
  entriesOf: (record: JsonRecord, place: string) => readonly ForeignEntry[],
): AsyncGenerator<ForeignEntry> {
  let line = 0;
  for await (const found of jsonLines(source)) {
    const entry = `line ${++line}`;
    if ("broken" in found) yield { entry, refused: "not a JSON object" };
    else yield* entriesOf(found.record, entry);
  }
}

function resultOf(stated: StatedEntry): { refused: string } | { statement: ForeignStatement } {
  if ("refused" in stated) return stated;
  return isInvisible(stated.text) ? { refused: "empty" } : { statement: stated };
}

/** The last part of a path, with slashes or backslashes. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** A path relative to a root, or undefined if it is outside. */
export function belowRoot(path: string, root: string): string | undefined {
  const [plain, base] = [path.replaceAll("\\", "/"), root.replaceAll("\\", "/")];
  return plain.startsWith(`${base}/`) ? plain.slice(base.length + 1) : undefined;
}
