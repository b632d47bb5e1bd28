import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { currentTaskId } from "../../core/active-context/document/read.ts";
import { type CheckFacts, claimsOf, doubtsOf, updatedAt } from "../../core/active-context/lint/check.ts";
import { type ContextDoubt, type RefreshNeed, refreshFor } from "../../core/active-context/registry/doubt.ts";
import { ACTIVE_FILE, archivePath } from "../../core/active-context/registry/file-names.ts";
import { archiveFileName, checkTaskId, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { isQuestionInFile } from "../../core/active-context/sync/refresh-document.ts";
import { MemoryError } from "../../core/failure.ts";
import type { CheckedContext } from "../../core/freshness/staleness.ts";
import type { Instant } from "../../core/tape/event.ts";
import { DAY_MS, iso } from "../../core/time.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps, TaskDeps } from "../runtime/deps.ts";
import { readWorktreeRow } from "./state.ts";
import { contextText } from "./write.ts";

export type CheckedText = {
  readonly task_id?: string;
  readonly last_updated?: string;
  /** The age in whole days. */
  readonly age_days?: number;
  readonly doubts: readonly ContextDoubt[];
  readonly refresh: RefreshNeed;
};

export type ContextCheck = CheckedText & {
  /** Relative to the worktree's root. */
  readonly file: string;
  readonly state: "none" | "fresh" | "doubtful";
};

/** Compares the active context, or the archive of a task, with the clock, the files and git. It changes nothing. */
export async function checkContext(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  { task }: { readonly task?: string | undefined } = {},
): Promise<ContextCheck> {
  const path = task === undefined ? ACTIVE_FILE : pathOfTask(task);
  const file = `${deps.contextFiles.folder}/${path}`;
  const text = await contextText(deps, path);
  if (text === undefined) {
    if (task !== undefined) throw unknownTask(task);
    return { file, state: "none", doubts: [], refresh: "none" };
  }
  const checked = await checkText(deps, text);
  return { file, state: checked.doubts.length === 0 ? "fresh" : "doubtful", ...checked };
}

/** The doubts about a context in its current text. */
export async function checkText(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  text: string,
): Promise<CheckedText> {
  const document = parse(text);
  const doubts = await contextDoubts(deps, document);
  const id = currentTaskId(document);
  const at = updatedAt(document);
  return {
    ...(id === undefined ? {} : { task_id: id }),
    ...(at === undefined ? {} : { last_updated: iso(at), age_days: daysBetween(at, deps.clock.now()) }),
    doubts,
    refresh: refreshFor(doubts),
  };
}

/** The doubts about a context that has been parsed. */
export async function contextDoubts(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  document: ContextDocument,
): Promise<readonly ContextDoubt[]> {
  return doubtsOf(document, await factsFor(deps, document));
}

const daysBetween = (from: Instant, to: Instant): number => Math.max(0, Math.floor((to - from) / DAY_MS));

/** Git is asked only about what the file claims, because the caller must not wait long for a warning. */
async function factsFor(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  document: ContextDocument,
): Promise<CheckFacts> {
  const { paths, branch, revision } = claimsOf(document);
  const there = await Promise.all(paths.map((path) => deps.contextFiles.exists(path)));
  const missing = paths.filter((_, i) => !there[i]);
  const asks = branch !== undefined || revision !== undefined;
  const [head, behind] = await Promise.all([
    asks ? deps.git.head() : undefined,
    revision === undefined ? undefined : deps.git.behind(revision),
  ]);
  const isOther = head !== undefined && branch !== undefined && head.branch !== branch;
  const branches = isOther ? (await deps.code?.branches())?.names : undefined;
  return {
    now: deps.clock.now(),
    missing,
    ...(head?.branch === undefined ? {} : { branch: head.branch }),
    ...(branches === undefined ? {} : { branches }),
    ...(behind === undefined ? {} : { behind }),
  };
}

/** The active context for the report of staleness. The doctor reports a file that must not be read. */
export async function checkedContext(deps: TaskDeps): Promise<CheckedContext | undefined> {
  const found = await deps.contextFiles.read(ACTIVE_FILE);
  if (found.outcome !== "read") return undefined;
  const document = parse(found.text);
  const task = currentTaskId(document) ?? "";
  const here = await readWorktreeRow(deps);
  // A completed task waits for the next one and may grow old; an empty file belongs to nobody.
  // An unclaimed file is shown as foreign, and no act of an agent ends its doubts.
  const isOwn = here !== undefined && (task === "" || sameTaskId(here.task, task));
  if (!isOwn || here.status === "completed") return undefined;
  return {
    task: here.task,
    // Anybody can have changed the file since, so its present text is not used.
    goal: here.resume.goal,
    since: updatedAt(document) ?? deps.clock.now(),
    doubts: (await contextDoubts(deps, document)).filter((doubt) => !isQuestionInFile(document, doubt)),
  };
}

export function pathOfTask(task: string): string {
  if (checkTaskId(task) === undefined) return archivePath(archiveFileName(task));
  throw new MemoryError("input.invalid", `"${task.slice(0, 100)}" is not a valid task id.`, {
    field: "task",
    fix: "Use up to 64 letters, digits, dots, dashes and underscores, starting with a letter or a digit.",
  });
}

export const unknownTask = (task: string): MemoryError =>
  new MemoryError("input.unknown_id", `There is no archived context of "${task}".`, {
    field: "task",
    fix: { to: "To list them", verb: "context list" },
  });
