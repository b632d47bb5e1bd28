import { passagesOf } from "../recall/index/passages.ts";

/** A stretch of a document under one heading. */
export type DocumentSection = {
  /** The headings it stands under, outermost first, the document's title before all. */
  readonly headings: readonly string[];
  readonly text: string;
};

/** Headings beyond these begin no section of their own: no page that people read has as many. */
const SECTIONS_MAX = 400;
/** Longest heading that is kept. */
const HEADING_MAX = 200;
const FRONT_MATTER = /^---[ \t]*\r?\n(?:.*\r?\n)*?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
/** Signs that close a heading. They stand apart from its words, or are all of it. */
const CLOSING = /(?<=^|[ \t])#+$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** What a document is called: by its front matter, by its first heading, or by its file's name. */
export function titleOf(path: string, text: string): string {
  const given = /^title:[ \t]*(.+)$/m.exec(FRONT_MATTER.exec(text)?.[0] ?? "")?.[1];
  const named = given?.trim().replace(/^(["'])(.*)\1$/, "$2");
  const first = named || splitByHeading(text).find(({ level }) => level > 0)?.heading;
  return shortHeading(first || path.slice(path.lastIndexOf("/") + 1));
}

/** A document cut by its headings, and a long section into passages. What has a heading and no text is left out. */
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

/** Lines by the heading above them; those before the first heading have none. */
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

/** A line that is a heading, or that makes one of the line before it, which it then takes away. */
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
