import { isMap, isScalar } from "yaml";
import type { Instant } from "../../tape/event.ts";
import { iso } from "../../time.ts";
import { headingIn } from "../document/heading.ts";
import {
  isBlank,
  joinLines,
  type Line,
  lineEnd,
  spliceLines,
  splitLines,
  withLineEnds,
} from "../document/lines.ts";
import { scan } from "../document/scan.ts";
import { encodeText, encodeYaml, tidyText } from "../document/text.ts";
import { readYaml } from "./safe-yaml.ts";

/** The front matter of a session file. */
export type SessionMeta = {
  readonly started: string;
  readonly last_updated: string;
  readonly task_id: string;
  readonly status: string;
  readonly files_changed: number;
  readonly commits: number;
};

/** One step of a session, as a log entry. */
export type SessionStep = {
  readonly at: Instant;
  readonly title: string;
  readonly changed?: readonly { readonly path: string; readonly what: string }[];
  readonly commits?: readonly { readonly hash: string; readonly message: string }[];
  readonly notes?: readonly string[];
  readonly errors?: readonly { readonly error: string; readonly resolution?: string }[];
};

const SUMMARY = "Summary";
const LOG = "Changelog";
const NOTES = "Notes for Next Session";

export type NewSession = { readonly name: string; readonly taskId: string; readonly started: Instant };

/** An empty session file. `name` is the file's name. */
export function newSessionFile({ name, taskId, started }: NewSession): string {
  const at = iso(started);
  const title = name.replace(/^session_/, "").replace(/\.md$/, "");
  return [
    "---",
    `started: ${at}`,
    `last_updated: ${at}`,
    `task_id: ${encodeYaml(taskId, false)}`,
    "status: in-progress",
    "files_changed: 0",
    "commits: 0",
    "---",
    "",
    `# Session ${title}`,
    "",
    `## ${SUMMARY}`,
    "",
    `## ${LOG}`,
    "",
    `## ${NOTES}`,
    "",
  ].join("\n");
}

/** The front matter of a session file, or undefined if it is missing or unreadable. */
export function readSessionFile(text: string): SessionMeta | undefined {
  const lines = splitLines(text);
  const end = frontEnd(lines);
  if (end === undefined) return undefined;
  const read = readYaml(joinLines(lines.slice(1, end)));
  if (read.outcome === "unreadable" || !isMap(read.document.contents)) return undefined;
  const map = read.document.contents;
  const value = (name: string): string => {
    const node: unknown = map.get(name, true);
    return isScalar(node) ? tidyText(String(node.value ?? "")) : "";
  };
  return {
    started: value("started"),
    last_updated: value("last_updated"),
    task_id: value("task_id"),
    status: value("status"),
    files_changed: Number(value("files_changed")) || 0,
    commits: Number(value("commits")) || 0,
  };
}

/** Adds a step to the log and updates the counts. Existing text stays unchanged. */
export function appendToSession(text: string, step: SessionStep): string {
  const written = intoSection(splitLines(text), LOG, stepLines(step));
  return updateCounts(written, step.at);
}

/** Replaces the summary of the session. */
export function setSessionSummary(text: string, summary: string, at: Instant): string {
  const lines = splitLines(text);
  const found = sectionRange(lines, SUMMARY);
  const body = encodeText(summary, { behindName: false }).map(escapeHeading);
  if (!found) return updateCounts(intoSection(lines, SUMMARY, body), at);
  return updateCounts(spliceLines(lines, { from: found.from + 1, to: found.to }, ["", ...body, ""]), at);
}

/** Whether the session has a summary. */
export function hasSummary(text: string): boolean {
  const lines = splitLines(text);
  const { from, to } = sectionRange(lines, SUMMARY) ?? { from: 0, to: 0 };
  return lines.slice(from + 1, to).some((line) => !isBlank(line.text));
}

/** Adds a note for whoever continues the work. */
export const addSessionNote = (text: string, note: string, at: Instant): string =>
  updateCounts(intoSection(splitLines(text), NOTES, bulletLines(note)), at);

export const completeSession = (text: string, at: Instant): string =>
  joinLines(withMeta(splitLines(updateCounts(splitLines(text), at)), { status: "completed" }));

/** The time of a log entry as hour and minute in UTC, like all times in these files. */
const clockOf = (at: Instant): string => iso(at).slice(11, 16);

function stepLines({
  at,
  title,
  changed = [],
  commits = [],
  notes = [],
  errors = [],
}: SessionStep): string[] {
  const bullets = [
    ...changed.map(({ path, what }) => `**Changed**: \`${path}\`${what ? ` — ${what}` : ""}`),
    ...commits.map(({ hash, message }) => `**Commit**: \`${hash}\` — ${message}`),
    ...notes.map((note) => `**Note**: ${note}`),
    ...errors.map(
      ({ error, resolution }) => `**Error**: ${error}${resolution ? ` → **Resolution**: ${resolution}` : ""}`,
    ),
  ];
  const [first = ""] = tidyText(title).split("\n");
  return [`### ${clockOf(at)} — ${first}`, "", ...bullets.flatMap(bulletLines)];
}

const bulletLines = (text: string): string[] =>
  encodeText(text, { behindName: false }).map((line, i) =>
    i === 0 ? `- ${line}` : line === "" ? "" : `  ${line}`,
  );

/** Escapes a line of a text that would be read as a heading of the file. */
const escapeHeading = (line: string): string => (headingIn(line) ? `\\${line}` : line);

type LineRange = { readonly from: number; readonly to: number };

function sectionRange(lines: readonly Line[], title: string): LineRange | undefined {
  const { zones } = scan(lines.map(({ text }) => text));
  const isHeading = (i: number) => {
    const heading = zones[i]?.kind === "text" ? headingIn(lines[i]?.text ?? "") : undefined;
    return heading !== undefined && heading.level <= 2 ? heading.title : undefined;
  };
  const from = lines.findIndex((_, i) => isHeading(i)?.toLowerCase() === title.toLowerCase());
  if (from < 0) return undefined;
  const next = lines.findIndex((_, i) => i > from && isHeading(i) !== undefined);
  return { from, to: next < 0 ? lines.length : next };
}

/** Adds lines at the end of a section. A missing section is added at the end of the file. */
function intoSection(lines: readonly Line[], title: string, added: readonly string[]): Line[] {
  const found = sectionRange(lines, title);
  if (!found) {
    const end = lineEnd(lines);
    const ended = withLineEnds(lines, end, end);
    const at = { from: ended.length, to: ended.length };
    return spliceLines(ended, at, ["", `## ${title}`, "", ...added]);
  }
  let at = found.to;
  while (at > found.from + 1 && isBlank(lines[at - 1]?.text ?? "")) at--;
  const isBullet = /^\s*-/.test(lines[at - 1]?.text ?? "") && /^-/.test(added[0] ?? "");
  const above = isBullet ? [] : [""];
  return spliceLines(lines, { from: at, to: at }, [...above, ...added]);
}

/** Updates the time, and the counts of what the log names. */
function updateCounts(lines: readonly Line[], at: Instant): string {
  const log = sectionRange(lines, LOG);
  const body = lines.slice(log?.from ?? 0, log?.to ?? 0).map(({ text }) => text);
  const named = (what: string) =>
    body.flatMap((line) => new RegExp(`^- \\*\\*${what}\\*\\*: \`([^\`]+)\``).exec(line)?.[1] ?? []);
  const values = {
    last_updated: iso(at),
    files_changed: String(new Set(named("Changed")).size),
    commits: String(new Set(named("Commit")).size),
  };
  return joinLines(withMeta(lines, values));
}

/** Sets values in the front matter, each on its own line. A file without front matter gets none. */
function withMeta(lines: readonly Line[], values: { readonly [name: string]: string }): Line[] {
  const end = frontEnd(lines);
  if (end === undefined) return [...lines];
  return Object.entries(values).reduce<Line[]>(
    (now, [name, value]) => {
      const at = now.findIndex(
        ({ text }, i) => i > 0 && i < (frontEnd(now) ?? 0) && text.startsWith(`${name}:`),
      );
      const text = `${name}: ${value}`;
      if (at < 0) return spliceLines(now, { from: frontEnd(now) ?? 0, to: frontEnd(now) ?? 0 }, [text]);
      const remark = /(?<!\s)\s+#.*$/.exec(now[at]?.text ?? "")?.[0] ?? "";
      return spliceLines(now, { from: at, to: at + 1 }, [text + remark]);
    },
    [...lines],
  );
}

/** The line that closes the front matter. */
function frontEnd(lines: readonly Line[]): number | undefined {
  if (lines[0]?.text.trimEnd() !== "---") return undefined;
  const end = lines.findIndex(({ text }, i) => i > 0 && /^(?:---|\.\.\.)\s*$/.test(text));
  return end < 0 ? undefined : end;
}
