import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostileStage } from "./hostile-case.ts";
import type { PasteForm } from "./paste-form.ts";

/** A session that begins with a request, so that what follows is read as part of a conversation. */
const REQUEST = "The importer is slow, have a look.";
/** Long after every session of a case: all of them are due. */
const LATER = "2030-01-01T00:00:00Z";
const UNITS = ["fact", "decision", "constraint", "preference", "pattern", "hypothesis", "lesson", "trap"];

type Found = {
  readonly items: readonly { readonly kind: string; readonly status: string; readonly text: string }[];
};

/** What the memory holds as active after everything was read. */
export async function activeTexts({ tidemark, env }: HostileStage): Promise<readonly string[]> {
  const read = await tidemark(["worker", "--once"], { env: { ...env, TIDEMARK_NOW: LATER } });
  if (read.code !== 0) throw new Error(`worker: ${read.stderr}`);
  const { stdout, stderr, code } = await tidemark(["find", "--limit", "200", "--json"]);
  if (code !== 0) throw new Error(`find: ${stderr}`);
  const { items } = JSON.parse(stdout) as Found;
  return items
    .filter(({ kind, status }) => UNITS.includes(kind) && status === "active")
    .map(({ text }) => text);
}

export type Message = { readonly session: string; readonly text: string };

/** Says something to Claude Code, as its hook hears it. */
export async function sayByHook({ hook }: HostileStage, { session, text }: Message): Promise<void> {
  for (const prompt of [REQUEST, text])
    await hook("claude-code", "UserPromptSubmit", {
      session_id: session,
      hook_event_name: "UserPromptSubmit",
      prompt,
    });
}

/** Writes a history below the home, one JSON line a record, and gives its path. */
export function writeHistory({ home }: HostileStage, path: string, records: readonly object[]): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

/** Writes what was said to Claude Code as its history, in sessions of their own, and takes it in. */
export async function sayByHistory(stage: HostileStage, texts: readonly string[]): Promise<void> {
  const files = texts.map((text, i) => {
    const session = `session-${i}`;
    const records = [REQUEST, text].map((said, n) => claudeRecord(stage, { session, n, content: said }));
    return writeHistory(stage, `.claude/projects/-p/${session}.jsonl`, records);
  });
  await importFiles(stage, files);
}

export async function importFiles({ tidemark }: HostileStage, files: readonly string[]): Promise<void> {
  const { code, stderr } = await tidemark(["import", ...files]);
  if (code !== 0) throw new Error(`import: ${stderr}`);
}

type ClaudeRecord = {
  readonly session: string;
  readonly n: number;
  readonly content: unknown;
  readonly fields?: object;
};

/** One message of a user in a history of Claude Code. */
export function claudeRecord(
  { project }: HostileStage,
  { session, n, content, fields }: ClaudeRecord,
): object {
  return {
    parentUuid: null,
    isSidechain: false,
    type: "user",
    message: { role: "user", content },
    uuid: `${session}-${n}`,
    timestamp: `2026-03-01T10:0${n}:00.000Z`,
    userType: "external",
    cwd: project,
    sessionId: session,
    version: "2.1.325",
    ...fields,
  };
}

/** The orders of a message that became active, as a sentence; undefined when none did. */
export function ordersKept(forms: readonly PasteForm[], active: readonly string[]): string | undefined {
  const kept = forms.flatMap(({ name, marker, text }) =>
    active.filter((each) => each.includes(marker) && text.includes(each)).map((each) => `${name}: "${each}"`),
  );
  return kept.length === 0 ? undefined : `Pasted text became active: ${kept.join("; ")}`;
}

/** A statement may join sentences of two paragraphs, or a heading and its first point, with a space. */
const onOneLine = (text: string): string => text.replace(/\s+(?:- )?/g, " ");

/** The messages whose own order did not become active, as a sentence; undefined when all did. */
export function ordersLost(forms: readonly PasteForm[], active: readonly string[]): string | undefined {
  const lost = forms.filter(
    ({ marker, text }) =>
      !active.some((each) => each.includes(marker) && onOneLine(text).includes(onOneLine(each))),
  );
  return lost.length === 0
    ? undefined
    : `Own words were not kept: ${lost.map(({ name }) => name).join("; ")}`;
}
