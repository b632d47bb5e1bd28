import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { currentTaskId } from "../../core/active-context/document/read.ts";
import {
  contextSubject,
  hereKey,
  type TaskRow,
  taskKey,
  type WorktreeRow,
} from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE, REGISTRY_FILE } from "../../core/active-context/registry/file-names.ts";
import type { RegistryEntry } from "../../core/active-context/registry/registry.ts";
import { checkTaskId } from "../../core/active-context/registry/task-id.ts";
import { MemoryError } from "../../core/failure.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { contextText } from "./write.ts";

/** The current context of this worktree, as recorded on the tape. */
export async function readWorktreeRow(deps: WriteDeps): Promise<WorktreeRow | undefined> {
  await catchUp(deps, "contexts");
  const key = hereKey(deps.writer.worktree);
  return rowAt(await deps.store.views.rows(deps.views.contexts, [key]), key);
}

/** The current context of this worktree: as recorded on the tape, and the present file. */
export type CurrentContext = {
  readonly here: WorktreeRow | undefined;
  /** Absent if there is no file. */
  readonly text: string | undefined;
  readonly document: ContextDocument;
  /** The task that the file names; if it names none, the task from the tape. */
  readonly task: string | undefined;
  /** The file as the program last wrote it, if it is about the same task. */
  readonly base: string | undefined;
};

export async function currentContext(deps: WriteDeps & ContextDeps): Promise<CurrentContext> {
  const here = await readWorktreeRow(deps);
  const text = await contextText(deps, ACTIVE_FILE);
  const document = parse(text ?? "");
  const written = currentTaskId(document);
  const last = await deps.contextFiles.base(ACTIVE_FILE);
  const isSame = last !== undefined && currentTaskId(parse(last)) === written;
  return {
    here,
    text,
    document,
    task: written ?? here?.task,
    base: isSame ? last : undefined,
  };
}

/** The current context; fails if there is none. */
export async function requireCurrentTask(
  deps: WriteDeps & ContextDeps,
): Promise<CurrentContext & { readonly task: string }> {
  const state = await currentContext(deps);
  const { task } = state;
  if (task !== undefined) return { ...state, task: usableId(task) };
  const file = `${deps.contextFiles.folder}/${ACTIVE_FILE}`;
  if (state.text?.trim())
    throw new MemoryError("input.invalid", `${file} names no task: task_id is missing in Current Task.`, {
      field: "task",
      fix: { to: "Add it there. To see all problems", verb: "context validate" },
    });
  throw noContext(deps);
}

export const noContext = ({ contextFiles }: ContextDeps): MemoryError =>
  new MemoryError("input.unknown_id", `There is no active context in ${contextFiles.folder}/.`, {
    field: "task",
    fix: { to: "Create one", verb: "context init", options: { task: "ID", goal: "…" } },
  });

export async function taskRow(deps: MemoryDeps, task: string): Promise<TaskRow | undefined> {
  await catchUp(deps, "contexts");
  const key = taskKey(task);
  return rowAt(await deps.store.views.rows(deps.views.contexts, [key]), key);
}

export const worktreeSubject = (deps: WriteDeps): string => contextSubject(deps.writer.worktree);

/** The registry's text, and its complete entries. */
export async function registry(
  deps: MemoryDeps & ContextDeps,
): Promise<{ readonly text: string | undefined; readonly entries: readonly RegistryEntry[] }> {
  const text = await contextText(deps, REGISTRY_FILE);
  if (text === undefined) return { text, entries: [] };
  const { entryOfRow, readRegistry } = await import("../../core/active-context/registry/registry.ts");
  const read = readRegistry(text);
  if (read.outcome === "read") return { text, entries: read.rows.flatMap((row) => entryOfRow(row) ?? []) };
  const file = `${deps.contextFiles.folder}/${REGISTRY_FILE}`;
  throw new MemoryError("input.invalid", `${file} cannot be read: line ${read.line}: ${read.message}`, {
    field: "file",
    fix: "Fix that line, or move the file away to start a new one.",
  });
}

/** Checks that an id can name a task, and with it a file. */
export function usableId(id: string, field = "task"): string {
  const problem = checkTaskId(id);
  if (problem === undefined) return id;
  const why = {
    grammar: "Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or a digit.",
    device: "Windows reserves that name for a device: use another one.",
    snapshot: "An id that starts with a date looks like a dated copy: put something before the date.",
  }[problem];
  throw new MemoryError("input.invalid", `"${id.slice(0, 100)}" is not a valid task id.`, {
    field,
    fix: why,
  });
}
