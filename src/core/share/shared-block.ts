/** The intended content of a file's block. */
export type SharedContent = {
  readonly sections: readonly SharedSection[];
  /** True for a line that this memory wrote, or would have written, at any time. */
  readonly isOurs: (line: string) => boolean;
};

export type SharedSection = { readonly heading: string; readonly lines: readonly string[] };

/** The file with an updated block, or the reason why it was left unchanged. */
export type SharedFile =
  | {
      readonly outcome: "shared";
      readonly text: string;
      readonly added: number;
      readonly dropped: number;
      /** Lines of the block that somebody else wrote: another memory, or a person. */
      readonly others: number;
    }
  | { readonly outcome: "refused"; readonly why: string; readonly line: number };

export const SHARED_BEGIN = "<!-- tidemark:shared:begin (kept by Tidemark) -->";
export const SHARED_END = "<!-- tidemark:shared:end -->";
const BEGIN = /^\s*<!-- tidemark:shared:begin\b/;
const END = /^\s*<!-- tidemark:shared:end\b/;
const CONFLICT_BEGIN = /^<{7}(?:\s|$)/;
const CONFLICT_END = /^>{7}(?:\s|$)/;

/**
 * Updates the block of a file line by line: removes our lines that no longer hold, adds missing ones, and keeps every other line of the
 * file in its place. A file is left unchanged if its marks do not delimit one block, or if it is being merged.
 */
export function withSharedBlock(text: string, content: SharedContent): SharedFile {
  const lines = linesOf(text);
  const refused = refusalOf(lines);
  if (refused) return refused;
  const begin = lines.findIndex((line) => BEGIN.test(line));
  const end = lines.findIndex((line) => END.test(line));
  const eol = /\r\n/.test(text) ? "\r\n" : "\n";
  if (begin < 0) return appendBlock(text, content, eol);
  const body = updatedBody(lines.slice(begin + 1, end), content, eol);
  const all = [...lines.slice(0, begin + 1), ...body.lines, ...lines.slice(end)];
  return { outcome: "shared", text: all.join(""), ...body.counts };
}

export const hasSharedBlock = (text: string): boolean => linesOf(text).some((line) => BEGIN.test(line));

/** Splits a text into lines with their line ends, so that kept lines stay unchanged. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function refusalOf(lines: readonly string[]): SharedFile | undefined {
  const all = (pattern: RegExp) => lines.flatMap((line, i) => (pattern.test(line) ? [i + 1] : []));
  const [begins, ends] = [all(BEGIN), all(END)];
  const [conflict] = all(CONFLICT_BEGIN);
  if (conflict !== undefined && all(CONFLICT_END).length > 0)
    return { outcome: "refused", why: "it has merge conflicts", line: conflict };
  const [begin, end] = [begins[0], ends[0]];
  const isWhole = begins.length === ends.length && begins.length <= 1 && (begin ?? 0) <= (end ?? 0);
  if (isWhole) return undefined;
  const why = `it has ${begins.length} begin and ${ends.length} end marks of the shared block`;
  return { outcome: "refused", why, line: Math.min(...begins, ...ends) };
}

function appendBlock(text: string, { sections }: SharedContent, eol: string): SharedFile {
  const added = sections.reduce((sum, { lines }) => sum + lines.length, 0);
  if (added === 0) return { outcome: "shared", text, added: 0, dropped: 0, others: 0 };
  const body = sections.filter(({ lines }) => lines.length > 0).flatMap(sectionLines);
  const block = [SHARED_BEGIN, ...body, SHARED_END].map((line) => `${line}${eol}`).join("");
  const gap = text.trim() === "" ? "" : text.endsWith("\n") ? eol : `${eol}${eol}`;
  return { outcome: "shared", text: `${text}${gap}${block}`, added, dropped: 0, others: 0 };
}

const sectionLines = ({ heading, lines }: SharedSection): string[] => [heading, "", ...lines, ""];

type BlockBody = {
  readonly lines: readonly string[];
  readonly counts: { readonly added: number; readonly dropped: number; readonly others: number };
};

function updatedBody(before: readonly string[], content: SharedContent, eol: string): BlockBody {
  const { sections, isOurs } = content;
  const wanted = new Set(sections.flatMap(({ lines }) => lines));
  const headings = sections.map(({ heading }) => heading);
  const seen = new Set<string>();
  const kept = before.filter((line) => {
    const said = line.trim();
    const isWanted = wanted.has(said) && !seen.has(said);
    seen.add(said);
    return isWanted || !(wanted.has(said) || isOurs(said));
  });
  let lines: string[] = kept;
  for (const section of sections) {
    const missing = section.lines.filter((line) => !seen.has(line));
    if (missing.length > 0) lines = insertLines(lines, { section, missing, headings, eol });
  }
  const isKnown = (line: string) =>
    line.trim() === "" || wanted.has(line.trim()) || headings.includes(line.trim());
  const counts = {
    added: [...wanted].filter((line) => !seen.has(line)).length,
    dropped: before.length - kept.length,
    others: kept.filter((line) => !isKnown(line)).length,
  };
  return { lines: withoutEmptySections(lines, headings), counts };
}

type Insertion = {
  readonly section: SharedSection;
  readonly missing: readonly string[];
  readonly headings: readonly string[];
  readonly eol: string;
};

/** Inserts new lines at the end of their section, so that two branches seldom change the same place. */
function insertLines(lines: readonly string[], { section, missing, headings, eol }: Insertion): string[] {
  const ended = (line: string): string => `${line}${eol}`;
  const heading = lines.findIndex((line) => line.trim() === section.heading);
  if (heading < 0)
    return [...lines, ...sectionLines({ heading: section.heading, lines: missing }).map(ended)];
  const next = lines.findIndex((line, i) => i > heading && headings.includes(line.trim()));
  const within = lines.slice(heading, next < 0 ? lines.length : next);
  const last = heading + within.findLastIndex((line) => line.trim() !== "");
  const gap = last === heading ? [ended("")] : [];
  return [...lines.slice(0, last + 1), ...gap, ...missing.map(ended), ...lines.slice(last + 1)];
}

/** Removes our headings without lines below them, together with the empty lines that follow. */
function withoutEmptySections(lines: readonly string[], headings: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const next = lines.findIndex((line, at) => at > i && line.trim() !== "");
    const isHeading = headings.includes((lines[i] ?? "").trim());
    const isEmpty = isHeading && (next < 0 || headings.includes((lines[next] ?? "").trim()));
    if (isEmpty) i = next < 0 ? lines.length : next - 1;
    else kept.push(lines[i] ?? "");
  }
  return kept;
}
