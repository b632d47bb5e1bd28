import { passagesOf } from "../recall/index/passages.ts";

/** The part of a document under one heading. */
export type DocumentSection = {
  /** The headings above it, starting with the document's title, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
};

/** Maximum number of sections: no page for people has more. Further headings start no section. */
const SECTIONS_MAX = 400;
/** Maximum length of a heading; longer ones are cut. */
const HEADING_MAX = 200;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
/** Number signs that close a heading. They are separated from its words, or are all of it. */
const CLOSING = /(?<=^|[ \t])#+$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** The title of a document: from its front matter, its first heading, or its file name. */
export function titleOf(path: string, text: string): string {
  const given = /^title:[ \t]*(.+)$/m.exec(FRONT_MATTER.exec(text)?.[0] ?? "")?.[1];
  const named = given?.trim().replace(/^(["'])(.*)\1$/, "$2");
  const first = named || splitByHeading(text).find(({ level }) => level > 0)?.heading;
  return shortHeading(first || path.slice(path.lastIndexOf("/") + 1));
}

/** Splits a document at its headings, and long sections into passages. Headings without text are left out. */
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

/** Groups lines by the heading above them; lines before the first heading have none. */
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

/**
 * Recognises a heading: the line itself, or an underline that makes the line before it a heading. That line is then removed from `before`.
 */
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
