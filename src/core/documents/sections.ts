import { passagesOf } from "../recall/index/passages.ts";

/** A part of a document under one heading. */
export type DocumentSection = {
  /** The headings above it, outermost first; the first one is the document's title. */
  readonly headings: readonly string[];
  readonly text: string;
};

/** Maximum number of sections. Further headings begin no section; no page that people read has as many. */
const SECTIONS_MAX = 400;
/** Maximum length of a stored heading. */
const HEADING_MAX = 200;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
/** Closing marks of a heading. They are separated from its words, or are the whole heading. */
const CLOSING = /(?<=^|[ \t])#+$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** The title of a document: from its front matter, its first heading, or its file name. */
export function titleOf(path: string, text: string): string {
  const given = /^title:[ \t]*(.+)$/m.exec(FRONT_MATTER.exec(text)?.[0] ?? "")?.[1];
  const named = given?.trim().replace(/^(["'])(.*)\1$/, "$2");
  const first = named || splitByHeading(text).find(({ level }) => level > 0)?.heading;
  return shortHeading(first || path.slice(path.lastIndexOf("/") + 1));
}

/** The sections of a document by its headings; long sections are split into passages. A heading without text is left out. */
export function sectionsOf(title: string, text: string): DocumentSection[] {
  const open: { readonly level: number; readonly heading: string }[] = [];
  const sections: DocumentSection[] = [];
  for (const { level, heading, lines } of splitByHeading(text)) {
    while (level > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    if (level > 0 && heading !== "") open.push({ level, heading: shortHeading(heading) });
    const headings = open.map((each) => each.heading);
    const under = headings[0] === title ? headings : [title, ...headings];
    const body = lines.join("\n").trim();
    if (body !== "")
      sections.push(...passagesOf(body).map((part) => ({ headings: under, text: part.trim() })));
  }
  return sections.length > 0 || text.trim() === "" ? sections : [{ headings: [title], text: title }];
}

type Headed = { readonly level: number; readonly heading: string; readonly lines: string[] };

/** Lines grouped by the heading above them; the lines before the first heading have none. */
function splitByHeading(text: string): Headed[] {
  const found: Headed[] = [{ level: 0, heading: "", lines: [] }];
  let fence: string | undefined;
  for (const line of text.replace(FRONT_MATTER, "").split(/\r?\n/)) {
    const last = found.at(-1);
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const isProse = fence === undefined && mark === undefined && found.length <= SECTIONS_MAX;
    const next = isProse ? headingAt(line, last?.lines ?? []) : undefined;
    if (next) found.push({ ...next, lines: [] });
    else last?.lines.push(line);
  }
  return found;
}

/** The heading on a line. An underline makes a heading of the line before it, which is then removed from `before`. */
function headingAt(line: string, before: string[]): Omit<Headed, "lines"> | undefined {
  const [opening = "", marks = ""] = HEADING.exec(line) ?? [];
  if (marks !== "")
    return { level: marks.length, heading: line.slice(opening.length).trim().replace(CLOSING, "").trim() };
  const under = UNDERLINE.exec(line)?.[1];
  const above = before.at(-1)?.trim() ?? "";
  if (under === undefined || above === "" || /^(?:[-*+>|]|\d+[.)]\s)/.test(above)) return undefined;
  before.pop();
  return { level: under.startsWith("=") ? 1 : 2, heading: above };
}

const shortHeading = (heading: string): string => heading.slice(0, HEADING_MAX).trim();
