import { parse } from "../../core/active-context/document/parse.ts";
import { currentTaskId } from "../../core/active-context/document/read.ts";
import { ACTIVE_FILE, sessionPath } from "../../core/active-context/registry/file-names.ts";
import type { SessionMeta } from "../../core/active-context/registry/session-file.ts";
import { parseSessionFileName } from "../../core/active-context/registry/session-name.ts";
import { checkTaskId } from "../../core/active-context/registry/task-id.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ContextDeps, WriteDeps } from "../runtime/deps.ts";
import { changeOf, linkChanges, SESSION_FILE, sessionFileOf } from "./session.ts";
import { contextText, writeWithRetry } from "./write.ts";

/** Number of latest session files whose front matter is read: months of work. */
const READ_MAX = 200;
const LISTED_MAX = 10;

export type SessionFileInput = {
  /** The name of the file to show; if absent, the last file of the current task. */
  readonly file?: string | undefined;
  /** A note for the next session. */
  readonly note?: string | undefined;
};

export type SessionFileShown = {
  readonly task_id?: string;
  /** Relative to the worktree's root. */
  readonly file?: string;
  readonly text?: string;
  readonly noted: boolean;
  /** The last files, newest first. */
  readonly files: readonly ListedFile[];
};

export type ListedFile = SessionMeta & { readonly file: string };

/** Shows a session file, or adds a note to the open one. */
export async function contextSession(
  deps: WriteDeps & ContextDeps,
  input: SessionFileInput,
): Promise<SessionFileShown> {
  const active = await contextText(deps, ACTIVE_FILE);
  const task = active === undefined ? undefined : currentTaskId(parse(active));
  const noted = input.note === undefined ? undefined : await addNote(deps, { task, note: input.note });
  const all = await listedFiles(deps);
  const name = noted ?? (input.file === undefined ? lastOf(all, task) : nameOf(input.file));
  const text = name === undefined ? undefined : await contextText(deps, sessionPath(name));
  if (name !== undefined && text === undefined) throw unknownFile(name);
  return {
    ...(task === undefined ? {} : { task_id: task }),
    ...(name === undefined || text === undefined ? {} : { file: pathOf(deps, name), text }),
    noted: noted !== undefined,
    files: all.slice(0, LISTED_MAX).map((each) => ({ ...each, file: pathOf(deps, each.file) })),
  };
}

const pathOf = ({ contextFiles }: ContextDeps, name: string): string =>
  `${contextFiles.folder}/${sessionPath(name)}`;

async function listedFiles(deps: ContextDeps): Promise<ListedFile[]> {
  const names = (await deps.contextFiles.list("session_history")).slice(-READ_MAX).toReversed();
  if (names.length === 0) return [];
  const { readSessionFile } = await import("../../core/active-context/registry/session-file.ts");
  const files: ListedFile[] = [];
  for (const name of names) {
    const found = await deps.contextFiles.read(sessionPath(name));
    const meta = found.outcome === "read" ? readSessionFile(found.text) : undefined;
    if (meta && checkTaskId(meta.task_id) === undefined) files.push({ file: name, ...meta });
  }
  return files;
}

const lastOf = (files: readonly ListedFile[], task: string | undefined): string | undefined =>
  (files.find(({ task_id }) => task_id === task) ?? files[0])?.file;

/** Accepts a path as printed, or the bare name. */
function nameOf(given: string): string {
  const name = given.split("/").at(-1) ?? "";
  if (parseSessionFileName(name) !== undefined) return name;
  throw new MemoryError("input.invalid", `"${given.slice(0, 100)}" is not the name of a session file.`, {
    field: "file",
    fix: { to: "Names look like session_2026-01-31_001.md. To list them", verb: "context session" },
  });
}

async function addNote(
  deps: WriteDeps & ContextDeps,
  { task, note }: { readonly task: string | undefined; readonly note: string },
): Promise<string> {
  if (task === undefined || checkTaskId(task) !== undefined) throw nothingInHand();
  const { addSessionNote } = await import("../../core/active-context/registry/session-file.ts");
  return writeWithRetry(deps, SESSION_FILE, async () => {
    const active = (await contextText(deps, ACTIVE_FILE)) ?? "";
    const open = await sessionFileOf(deps, task);
    const after = addSessionNote(open.text, note, deps.clock.now());
    const changes = [changeOf(open, after), ...(await linkChanges(deps, active, { path: open.path, task }))];
    return { result: open.path.slice(open.path.lastIndexOf("/") + 1), writing: { changes } };
  });
}

const nothingInHand = (): MemoryError =>
  new MemoryError("input.invalid", "There is no active context, so there is no session file.", {
    field: "note",
    fix: { verb: "context init", options: { task: "ID", goal: "…" } },
  });

const unknownFile = (name: string): MemoryError =>
  new MemoryError("input.unknown_id", `There is no session file ${name}.`, {
    field: "file",
    fix: { to: "To list them", verb: "context session" },
  });
