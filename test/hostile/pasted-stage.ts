import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostileStage } from "./hostile-case.ts";
import type { PasteForm } from "./paste-form.ts";

/** The first request of each session, so that the next message is read as part of a conversation. */
const REQUEST = "The importer is slow, have a look.";
/** A time long after the sessions of a case, at which all of them are due. */
const LATER = "2030-01-01T00:00:00Z";
const UNITS = ["fact", "decision", "constraint", "preference", "pattern", "hypothesis", "lesson", "trap"];

type Found = {
  readonly items: readonly { readonly kind: string; readonly status: string; readonly text: string }[];
};

/** The texts of all active units after a worker has read all sessions. */
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

/** Sends the request and a message through the hook of Claude Code. */
export async function sayByHook({ hook }: HostileStage, { session, text }: Message): Promise<void> {
  for (const prompt of [REQUEST, text])
    await hook("claude-code", "UserPromptSubmit", {
      session_id: session,
      hook_event_name: "UserPromptSubmit",
      prompt,
    });
}

/** Writes a history below the home, with one JSON line per record, and returns its path. */
export function writeHistory({ home }: HostileStage, path: string, records: readonly object[]): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return file;
}

/** Writes each message as a session of its own in Claude Code's history, and imports the sessions. */
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

/** A record with a user's message in a history of Claude Code. */
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

/** A sentence that names the pasted orders that became active; undefined if none did. */
export function ordersKept(forms: readonly PasteForm[], active: readonly string[]): string | undefined {
  const kept = forms.flatMap(({ name, marker, text }) =>
    active.filter((each) => each.includes(marker) && text.includes(each)).map((each) => `${name}: "${each}"`),
  );
  return kept.length === 0 ? undefined : `Pasted text became active: ${kept.join("; ")}`;
}

/** The text with line breaks and bullets as spaces, because a statement may join sentences of several lines. */
const onOneLine = (text: string): string => text.replace(/\s+(?:- )?/g, " ");

/** A sentence that names the messages whose own order did not become active; undefined if all did. */
export function ordersLost(forms: readonly PasteForm[], active: readonly string[]): string | undefined {
  const lost = forms.filter(
    ({ marker, text }) =>
      !active.some((each) => each.includes(marker) && onOneLine(text).includes(onOneLine(each))),
  );
  return lost.length === 0
    ? undefined
    : `Own words were not kept: ${lost.map(({ name }) => name).join("; ")}`;
}
