import type { ContextDocument, ContextSection, Group, LineSpan } from "./document.ts";
import { headingIn } from "./heading.ts";
import { type Line, splitLines } from "./lines.ts";
import { looseGroup, readGroup } from "./parse-group.ts";
import { scan, type Zone } from "./scan.ts";
import { type SectionKey, type SectionSpec, sectionSpec } from "./sections.ts";
import { sectionByTitle } from "./titles.ts";

/** Reads an active-context file. It never fails, and `print` gives back the same bytes. */
export const parse = (text: string): ContextDocument => parseLines(splitLines(text));

export function parseLines(lines: readonly Line[]): ContextDocument {
  const texts = lines.map(({ text }) => text);
  const { zones, unclosed } = scan(texts);
  const starts = sectionStarts(texts, zones);
  const source = { texts, zones };
  const sections = starts.map((start, i) => readSection(source, start, starts[i + 1]?.at ?? texts.length));
  return { lines, zones, unclosed, preambleTo: starts[0]?.at ?? texts.length, sections };
}

export type Source = { readonly texts: readonly string[]; readonly zones: readonly Zone[] };
type Start = {
  readonly at: number;
  readonly title: string;
  readonly key?: SectionKey;
  readonly task?: string;
};

/** A section begins at a heading of the first or second level, except the title of the whole file. */
function sectionStarts(texts: readonly string[], zones: readonly Zone[]): Start[] {
  const starts: Start[] = [];
  texts.forEach((text, at) => {
    const heading = zones[at]?.kind === "text" ? headingIn(text) : undefined;
    if (!heading || heading.level > 2) return;
    const known = sectionByTitle(heading.title);
    if (!known && heading.level === 1 && starts.length === 0) return;
    starts.push({ at, title: heading.title, ...known });
  });
  return starts;
}

function readSection(source: Source, { at, title, key, task }: Start, to: number): ContextSection {
  const body = { from: at + 1, to };
  if (key === undefined) return { from: at, to, key, title, groups: [looseGroup(source, body)] };
  const spec = sectionSpec(key);
  const starts = key === "quick_resume" ? resumeStarts(source, body) : groupStarts(source, body, spec);
  const first: GroupStart = { at: body.from, inner: body.from, task };
  const all = task !== undefined && starts[0] ? adoptTask(starts, task) : starts;
  const groups = [first, ...all].map((start, i, list): Group => {
    const next = list[i + 1]?.at ?? to;
    const range = { from: start.inner, to: next };
    return {
      from: start.at,
      to: next,
      inner: start.inner,
      task: start.task,
      nodes: readGroup(source, range, spec),
    };
  });
  return { from: at, to, key, title, groups };
}

type GroupStart = { readonly at: number; readonly inner: number; readonly task: string | undefined };

/** A block without a name belongs to the task that the section's own heading names. */
const adoptTask = ([first, ...rest]: readonly GroupStart[], task: string): GroupStart[] =>
  first ? [{ ...first, task: first.task ?? task }, ...rest] : [];

function groupStarts({ texts, zones }: Source, range: LineSpan, spec: SectionSpec): GroupStart[] {
  const starts: GroupStart[] = [];
  if (!spec.grouped) return starts;
  for (let at = range.from; at < range.to; at++) {
    const task = zones[at]?.kind === "text" ? taskOfHeading(texts[at] ?? "") : undefined;
    if (task !== undefined) starts.push({ at, inner: at + 1, task });
  }
  return starts;
}

/** Reads the task of `### API-1`, also with backticks around the id or a title after it. */
function taskOfHeading(text: string): string | undefined {
  const heading = headingIn(text);
  if (heading?.level !== 3) return undefined;
  const [, task] =
    /^(?:task_id:\s*)?`?([^\s`:]+)`?(?:\s*[:—–]\s.*|\s+-\s.*|\s+\(.*)?$/su.exec(heading.title) ?? [];
  return task;
}

/** Every fenced block belongs to one task, named by the comment at its top or by the heading above it. */
function resumeStarts(source: Source, range: LineSpan): GroupStart[] {
  const { texts, zones } = source;
  const starts: GroupStart[] = [];
  let heading: GroupStart | undefined;
  for (let at = range.from; at < range.to; at++) {
    const zone = zones[at];
    const task = zone?.kind === "text" ? taskOfHeading(texts[at] ?? "") : undefined;
    if (task !== undefined) {
      heading = { at, inner: at + 1, task };
      starts.push(heading);
    }
    if (zone?.kind !== "fence" || zone.part !== "open" || !zone.yaml) continue;
    const named = taskOfRemark(texts[at + 1] ?? "");
    const inner = at + (named === undefined ? 1 : 2);
    if (heading && starts.at(-1) === heading) starts.pop();
    starts.push({ at: heading?.at ?? at, inner, task: named || heading?.task });
    heading = undefined;
  }
  return starts;
}

/** A longer comment names no task. */
const REMARK_MAX = 200;

/** Reads the task of `# Quick Resume — API-1`; empty for a comment that names no task. */
function taskOfRemark(text: string): string | undefined {
  if (text.length > REMARK_MAX) return undefined;
  const [, title = "", task = ""] = /^\s*#\s*(.*?)(?:(?<!\s)\s+[—–-]\s+(.*))?$/su.exec(text) ?? [];
  return title !== "" && sectionByTitle(title)?.key === "quick_resume"
    ? task.replaceAll("`", "").trim()
    : undefined;
}
