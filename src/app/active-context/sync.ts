import type { ContextDocument } from "../../core/active-context/document/document.ts";
import type { Conflict } from "../../core/active-context/document/merge.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { print } from "../../core/active-context/document/print.ts";
import { textAt } from "../../core/active-context/document/read.ts";
import { type LintFinding, lint } from "../../core/active-context/lint/lint.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import type { Resume } from "../../core/active-context/registry/resume.ts";
import type { Patch } from "../../core/active-context/sync/patch.ts";
import { MemoryError } from "../../core/failure.ts";
import { inOwnTerminal, mayApplyAtOnce } from "../../core/items/authority.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import type { ContextReason } from "../../core/tape/context-events.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import type { DraftInput } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";
import type { ActsFromFile } from "./acts-from-file.ts";
import { archiveChanges } from "./archive-changes.ts";
import {
  type ArchivedTask,
  type ContextUpdate,
  computeUpdate,
  contextWrittenEvent,
} from "./compute-update.ts";
import { agentOf, leavePlans, planActs } from "./plan.ts";
import { type CurrentContext, requireCurrentTask } from "./state.ts";
import { writeWithRetry } from "./write.ts";

export type SyncInput = {
  readonly patch?: Patch | undefined;
  readonly confirm?: boolean | undefined;
};

export type ContextSynced = {
  readonly task_id: string;
  readonly file: string;
  /** The label and progress of the plan whose key is the task. */
  readonly plan: string;
  readonly steps_done: number;
  readonly steps: number;
  readonly resume: Omit<Resume, "task">;
  /** Finished steps that were moved to the session file. */
  readonly moved_out: readonly string[];
  readonly session_file?: string;
  /** Tasks that were archived. */
  readonly archived: readonly string[];
  /** What people wrote into the file, and what was done with it. */
  readonly from_file: Omit<ActsFromFile, "acts">;
  readonly conflicts: readonly Conflict[];
  readonly reconstructed?: "copy" | "tape";
  readonly errors: readonly LintFinding[];
};

/** The changes to write, and the result to return after writing them. */
export type SyncDecision<Result> = {
  readonly changes: readonly ContextChange[];
  readonly events: readonly DraftInput[];
  /** Plans on which the events are based. */
  readonly seen: readonly ItemRow[];
  readonly result: Result;
};

/** Reads, decides and writes the active context; starts again if it was changed meanwhile. */
export const retryWhileChanged = <Result>(
  deps: WriteDeps & ContextDeps,
  decide: () => Promise<SyncDecision<Result>>,
): Promise<Result> =>
  writeWithRetry(deps, { name: "active context", field: "task" }, async () => {
    const { result, ...writing } = await decide();
    return writing.changes.length === 0 ? { result } : { result, writing };
  });

/** Brings the active context up to date. */
export async function contextSync(deps: TaskDeps, input: SyncInput): Promise<ContextSynced> {
  refuseHostilePatch(deps, input.patch);
  return retryWhileChanged(deps, async () => {
    const state = await requireCurrentTask(deps);
    refuseCompleted(state);
    const bringing = { ...(input.patch ? { patch: input.patch } : {}), isConfirmed: input.confirm ?? false };
    const up = await computeUpdate(deps, state, bringing);
    if (input.patch) refuseNewErrors(deps, state, up);
    const writing = { state, up, document: up.document, why: "sync", reason: "its active context" } as const;
    return { ...(await planWriting(deps, writing)), result: syncResult(deps, up) };
  });
}

/** Text that an agent writes into the file reaches other agents, so it passes the check of every agent's statement. */
function refuseHostilePatch({ voice }: WriteDeps, patch: Patch | undefined): void {
  if (mayApplyAtOnce(voice, { kind: "plan", text: "", fields: patch }, false)) return;
  throw new MemoryError(
    "input.needs_person",
    "This patch contains orders to agents or claims a consent, so a person must apply it.",
    {
      field: "patch",
      fix: inOwnTerminal({ verb: "context sync", options: { patch: "FILE" } }),
    },
  );
}

export type ContextToWrite = {
  readonly state: CurrentContext;
  readonly up: ContextUpdate;
  /** The new active context. */
  readonly document: ContextDocument;
  readonly why: ContextReason;
  readonly reason: string;
  /** The new status of the current task's plan. */
  readonly to?: "active" | "completed";
  /** Tasks to archive in addition to those that the update archives. */
  readonly archived?: readonly ArchivedTask[];
  readonly snapshot?: string | undefined;
  readonly files?: readonly ContextChange[];
};

/** The files and events of a context that stays on its current task. */
export async function planWriting(
  deps: WriteDeps & ContextDeps,
  writing: ContextToWrite,
): Promise<Omit<SyncDecision<unknown>, "result">> {
  const { state, up, document, why, reason, to, snapshot, files = [] } = writing;
  const text = print(document);
  const known = state.here?.task === up.task ? state.here.status : "active";
  const status = to ?? known;
  const goal = textAt(document, { section: "current_task", field: "goal" });
  const said = { foreign: up.foreign, isOwned: up.isOwned, agent: agentOf(deps) };
  const move = {
    steps: up.steps,
    to: status,
    reason,
    now: deps.clock.now(),
    ...(goal ? { goal } : {}),
    ...said,
  };
  const leaving = [...(writing.archived ?? []), ...up.leaving];
  const left = leaving.filter(({ task }) => task !== up.task);
  const others = await leavePlans(deps, left, "left for another task");
  return {
    changes: [
      ...(await archiveChanges(deps, leaving, { snapshot })),
      ...files,
      ...(up.sessionFile ? [up.sessionFile] : []),
      activeChange(state.text, text),
    ],
    events: [
      ...up.fromFile.acts,
      ...planActs(up.plan, move),
      ...others.acts,
      contextWrittenEvent(deps, { up, plan: up.plan.id, text, why, status, left }),
    ],
    seen: [up.plan, ...others.seen],
  };
}

export const activeChange = (before: string | undefined, after: string): ContextChange => ({
  path: ACTIVE_FILE,
  ...(before === undefined ? {} : { before }),
  after,
});

/** A completed task is not synced, because its steps would return. */
export function refuseCompleted({ here, task }: CurrentContext): void {
  if (here === undefined || here.task !== task || here.status !== "completed") return;
  throw new MemoryError("input.invalid", `${task} is already complete.`, {
    field: "task",
    fix: { to: "Switch to the next task", verb: "context switch", words: ["ID"] },
  });
}

/** If a person and a caller changed the same value, the file contains both on purpose. */
const CONFLICT_CODES: readonly string[] = ["field.duplicate", "section.duplicate"];

/** A caller's patch must not add errors to the file; errors that were there before are allowed. */
function refuseNewErrors(deps: MemoryDeps & ProjectDeps, state: CurrentContext, up: ContextUpdate): void {
  const before = new Set(errorsIn(deps, state.text ?? "").map(({ code, message }) => `${code} ${message}`));
  const expected = ["conflict.unresolved", ...(up.conflicts.length === 0 ? [] : CONFLICT_CODES)];
  const fresh = errorsIn(deps, print(up.document)).find(
    ({ code, message }) => !before.has(`${code} ${message}`) && !expected.includes(code),
  );
  if (fresh === undefined) return;
  throw new MemoryError("input.invalid", `This patch would make the file invalid: ${fresh.message}`, {
    field: "patch",
    fix: 'Entries are added to lists; to remove one: {"section": {"field": {"remove": ["…"]}}}',
  });
}

const errorsIn = (deps: MemoryDeps & ProjectDeps, text: string): LintFinding[] =>
  lint(parse(text), { now: deps.clock.now(), root: deps.project.worktreeRoot }).filter(
    ({ level }) => level === "error",
  );

export function syncResult(deps: MemoryDeps & ProjectDeps & ContextDeps, up: ContextUpdate): ContextSynced {
  const { task, ...resume } = up.resume;
  const { acts, ...from_file } = up.fromFile;
  const folder = `${deps.contextFiles.folder}/`;
  return {
    task_id: up.task,
    file: `${folder}${ACTIVE_FILE}`,
    plan: up.plan.label,
    steps_done: up.steps.filter(({ status }) => status === "done").length,
    steps: up.steps.length,
    resume,
    moved_out: up.moved,
    ...(up.sessionFile ? { session_file: `${folder}${up.sessionFile.path}` } : {}),
    archived: up.leaving.map((each) => each.task),
    from_file,
    conflicts: up.conflicts,
    ...(up.reconstructed ? { reconstructed: up.reconstructed } : {}),
    errors: errorsIn(deps, print(up.document)),
  };
}
