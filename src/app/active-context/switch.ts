import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { merge } from "../../core/active-context/document/merge.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { print } from "../../core/active-context/document/print.ts";
import { currentTaskId, taskIdsIn, textAt } from "../../core/active-context/document/read.ts";
import { updatedAt } from "../../core/active-context/lint/check.ts";
import { type ArchiveStatus, taskDocument } from "../../core/active-context/registry/archive.ts";
import { doubtText, type RefreshNeed } from "../../core/active-context/registry/doubt.ts";
import { ACTIVE_FILE, archivePath } from "../../core/active-context/registry/file-names.ts";
import type { Resume } from "../../core/active-context/registry/resume.ts";
import { withSessionLink } from "../../core/active-context/registry/session-link.ts";
import { archiveFileName, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { type Activation, activate, withLogEntry } from "../../core/active-context/sync/sync-document.ts";
import { withTaskOf } from "../../core/active-context/sync/tasks.ts";
import { MemoryError } from "../../core/failure.ts";
import { inOwnTerminal } from "../../core/items/authority.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import type { ContextReason } from "../../core/tape/context-events.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import type { ContextDeps, ItemDeps, MemoryDeps, ProjectDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";
import { archiveChanges } from "./archive-changes.ts";
import {
  type ArchivedTask,
  type ContextUpdate,
  computeUpdate,
  contextWrittenEvent,
  tasksToArchive,
} from "./compute-update.ts";
import { foreignChanges, refuseForeign } from "./foreign.ts";
import { agentOf, leavePlans, planActs, planFor, planOf } from "./plan.ts";
import { appendSessionFiles, moveToSessionFile } from "./session.ts";
import { type CurrentContext, currentContext, requireCurrentTask, taskRow, usableId } from "./state.ts";
import {
  activeChange,
  type ContextSynced,
  contextSync,
  retryWhileChanged,
  type SyncDecision,
  syncResult,
} from "./sync.ts";
import { type BranchCheck, type Target, type TargetInput, targetOf } from "./target.ts";
import { contextText } from "./write.ts";

export type SwitchInput = Omit<TargetInput, "checkout"> & {
  readonly checkout?: boolean | undefined;
  /** The archive status of the task that is left. */
  readonly status?: ArchiveStatus | undefined;
  readonly reason?: string | undefined;
  /** Asks for a dated copy of the archive; the slug may be empty. */
  readonly snapshot?: string | undefined;
};

export type ContextSwitched = {
  readonly outcome: "started" | "switched" | "kept";
  readonly task_id: string;
  readonly file: string;
  readonly plan: string;
  /** The previous current task. */
  readonly from?: string;
  readonly matched: Target["matched"];
  readonly shared_tags: readonly string[];
  readonly restored_from?: string;
  readonly archived: readonly { readonly task_id: string; readonly status: string; readonly file: string }[];
  readonly branch?: BranchCheck;
  /** The reasons to doubt the restored file. */
  readonly doubts: readonly string[];
  readonly refresh: RefreshNeed;
  readonly resume: Omit<Resume, "task">;
  /** The sync of the previous task before it was left. */
  readonly synced?: ContextSynced;
};

/** Switches to another task: the current task is synced, archived and registered; the other is restored or started. */
export async function contextSwitch(
  deps: TaskDeps,
  input: SwitchInput,
  why: ContextReason = "switch",
): Promise<ContextSwitched> {
  usableId(input.id, why === "init" ? "task" : "id");
  await appendSessionFiles(deps);
  const before = await currentContext(deps);
  if (before.task !== undefined && sameTaskId(before.task, input.id)) return updateCurrent(deps, input);
  const isBegun = before.task !== undefined || Boolean(before.text?.trim());
  let decided: SwitchParts | undefined;
  return retryWhileChanged(deps, async () => {
    if (decided?.target.branch?.checkout !== "switched") {
      const state = isBegun ? await requireCurrentTask(deps) : await currentContext(deps);
      const up =
        state.task === undefined ? undefined : await computeUpdate(deps, { ...state, task: state.task }, {});
      const target = await targetOf(deps, { ...input, checkout: input.checkout ?? false }, up?.document);
      decided = { state, up, target, input, why, replaced: state.text };
    }
    const isMoved = decided.target.branch?.checkout === "switched";
    return switchToTarget(deps, isMoved ? await afterCheckout(deps, decided) : decided);
  });
}

/**
 * Where git tracks the folder, a checkout replaces its files by those of the branch. What was read before the checkout
 * still counts, except where the branch has a newer file of the same task.
 */
async function afterCheckout(deps: TaskDeps, decided: SwitchParts): Promise<SwitchParts> {
  const { up, target } = decided;
  const replaced = await contextText(deps, ACTIVE_FILE);
  const there = parse(replaced ?? "");
  const isNewer =
    currentTaskId(there) === target.task && (updatedAt(there) ?? 0) > (updatedAt(target.document) ?? 0);
  const parts = { ...decided, replaced, target: isNewer ? { ...target, document: there } : target };
  if (!up?.sessionFile || (await contextText(deps, up.sessionFile.path)) === up.sessionFile.before)
    return parts;
  const { sessionFile: _, ...withoutSession } = up;
  return { ...parts, up: withoutSession };
}

/** The task is already the current one: only its fields are updated. */
async function updateCurrent(deps: TaskDeps, input: SwitchInput): Promise<ContextSwitched> {
  const { goal, title, category, tags } = input;
  const said = Object.entries({ goal, title, category, tags }).filter(([, value]) => value?.length);
  const patch = said.length === 0 ? {} : { patch: { current_task: Object.fromEntries(said) } };
  const done = await contextSync(deps, patch);
  return {
    outcome: "kept",
    ...{ task_id: done.task_id, file: done.file, plan: done.plan, matched: "task_id", shared_tags: [] },
    ...{ archived: [], doubts: [], refresh: "none", resume: done.resume, synced: done },
  };
}

type SwitchParts = {
  readonly state: CurrentContext;
  readonly up: ContextUpdate | undefined;
  readonly target: Target;
  readonly input: SwitchInput;
  readonly why: ContextReason;
  /** The text that the new task's file replaces; absent if there is no file. */
  readonly replaced: string | undefined;
};

async function switchToTarget(deps: TaskDeps, turning: SwitchParts): Promise<SyncDecision<ContextSwitched>> {
  const { replaced, up, target, input, why } = turning;
  const leaving = await left(deps, turning);
  const goal = textAt(target.document, { section: "current_task", field: "goal" }) || target.task;
  const foreign = await foreignOf(deps, target);
  const origin = foreign.includes(goal) && input.goal === undefined ? "file" : undefined;
  const plan = await planFor(deps, { task: target.task, goal, origin });
  const { taken, sessionFile } = await takenIn(deps, { turning, plan, leaving });
  const text = print(taken.document);
  const reason = input.reason ?? `switched to ${target.task}`;
  const now = deps.clock.now();
  const slug = input.snapshot === undefined ? {} : { snapshot: input.snapshot };
  const archives = await archiveChanges(deps, leaving, {
    ...slug,
    ...(target.entry ? { restored: target.entry.task_id } : {}),
  });
  const own = up && leaving.find(({ task }) => task === up.task);
  const upActs = up
    ? planActs(up.plan, {
        steps: up.steps,
        foreign: up.foreign,
        to: own?.status ?? "completed",
        reason,
        now,
      })
    : [];
  const others = await leavePlans(
    deps,
    leaving.filter(({ task }) => task !== up?.task),
    reason,
  );
  const written = {
    up: {
      task: target.task,
      upTo: up?.nextFrom ?? up?.upTo ?? (await deps.store.tape.end()).position,
      putAway: taken.putAway,
    },
    ...{
      plan: plan.id,
      text,
      why,
      left: leaving,
    },
  };
  return {
    changes: [
      ...archives,
      ...(await lateEdits(deps, turning)),
      ...(up?.sessionFile ? [up.sessionFile] : []),
      ...(sessionFile ? [sessionFile] : []),
      activeChange(replaced, text),
    ],
    events: [
      ...(up?.fromFile.acts ?? []),
      ...upActs,
      ...others.acts,
      ...planActs(plan, {
        ...{ steps: taken.steps, to: "active", goal, reason: "its active context", now },
        foreign: input.goal === undefined ? foreign : foreign.filter((each) => each !== goal),
        agent: agentOf(deps),
      }),
      contextWrittenEvent(deps, written),
    ],
    seen: [...(up ? [up.plan] : []), plan, ...others.seen],
    result: result(deps, { turning, plan, taken, leaving }),
  };
}

/** Texts of the restored file that no person has stated here: an archive can come with a repository too. */
async function foreignOf(
  deps: WriteDeps & ContextDeps,
  { task, document, matched, entry }: Target,
): Promise<readonly string[]> {
  if (deps.voice === "person" || matched === "none") return [];
  if (entry && !(await taskRow(deps, task))) throw unclaimedArchive(task, entry.file);
  const foreign = await foreignChanges(deps, document, { here: undefined, plan: await planOf(deps, task) });
  refuseForeign(deps, foreign, "caller");
  return foreign.texts;
}

const unclaimedArchive = (task: string, file: string): MemoryError =>
  new MemoryError("input.needs_person", `${file} was not written here, and nobody has confirmed it.`, {
    field: "id",
    fix: inOwnTerminal({ verb: "context switch", words: [task] }),
  });

/** Tasks to archive: the previous one, and the others in its file unless the new task is one of them. */
async function left(
  deps: ItemDeps,
  { up, target, input, state }: SwitchParts,
): Promise<readonly ArchivedTask[]> {
  if (up === undefined) return [];
  const others = taskIdsIn(up.document).filter((task) => task !== up.task && task !== target.task);
  const isDone = state.here?.task === up.task && state.here.status === "completed";
  const status = input.status ?? (isDone ? "completed" : "paused");
  const own: ArchivedTask = {
    task: up.task,
    document: taskDocument(up.document, up.task, deps.clock.now()),
    status,
    plan: up.plan.id,
  };
  // A completed task was archived in full; what is left of it in the file is less.
  const first = isDone && input.status === undefined ? [] : [own];
  const gone = target.matched === "file" ? [] : await tasksToArchive(deps, up.document, { tasks: others });
  return [...first, ...gone, ...up.leaving];
}

/** Merges text that somebody added to the file of a completed task into its archive. */
async function lateEdits(
  deps: MemoryDeps & ContextDeps,
  { state, up, input }: SwitchParts,
): Promise<ContextChange[]> {
  const { here, text, base } = state;
  const isDone = up !== undefined && here?.task === up.task && here.status === "completed";
  if (!isDone || input.status !== undefined || text === undefined || base === undefined) return [];
  const path = archivePath(archiveFileName(up.task));
  const before = await contextText(deps, path);
  if (text === base || before === undefined) return [];
  return [{ path, before, after: merge({ base, person: text, program: before }).text }];
}

type ActivationParts = {
  readonly turning: SwitchParts;
  readonly plan: ItemRow;
  readonly leaving: readonly ArchivedTask[];
};

/** Makes the new task's file the active context, with the reason for the switch; secondary tasks are kept. */
async function takenIn(
  deps: MemoryDeps & ContextDeps,
  { turning: { up, target, input }, plan, leaving }: ActivationParts,
): Promise<{ readonly taken: Activation; readonly sessionFile?: ContextChange }> {
  const now = deps.clock.now();
  const stay = up && target.matched === "file" ? taskIdsIn(up.document) : [];
  const others = stay.filter((task) => task !== up?.task && task !== target.task);
  const whole = others.reduce(
    (document: ContextDocument, task) => (up ? withTaskOf(document, up.document, task) : document),
    target.document,
  );
  const archives = leaving.map(({ task, status }) => `${task} (${status})`).join(", ");
  const what = [
    up ? `Switched from ${up.task} to ${target.task}` : `Began ${target.task}`,
    ...(archives ? [`archived ${archives}`] : []),
    target.entry
      ? `restored from ${target.entry.file}`
      : target.matched === "file"
        ? "taken from the same file"
        : "a new context",
  ].join("; ");
  const logged = withLogEntry(whole, now, { what, why: input.reason ?? "asked for" });
  const away = (await taskRow(deps, target.task))?.put_away ?? [];
  const taken = activate(logged, { plan: { label: plan.label, steps: stepsIn(plan) }, putAway: away, now });
  if (taken.putAway.length === 0) return { taken };
  const sessionFile = await moveToSessionFile(deps, target.task, taken.putAway);
  // Two new files of one moment would get the same name; the steps are in the plan anyway.
  if (sessionFile.path === up?.sessionFile?.path) return { taken };
  const link = { path: `${deps.contextFiles.folder}/${sessionFile.path}`, task: target.task };
  return { taken: { ...taken, document: parse(withSessionLink(print(taken.document), link)) }, sessionFile };
}

function result(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  { turning: { up, target }, plan, taken, leaving }: ActivationParts & { readonly taken: Activation },
): ContextSwitched {
  const folder = `${deps.contextFiles.folder}/`;
  const { task, ...resume } = taken.resume;
  return {
    outcome: up ? "switched" : "started",
    task_id: target.task,
    file: `${folder}${ACTIVE_FILE}`,
    plan: plan.label,
    ...(up ? { from: up.task } : {}),
    matched: target.matched,
    shared_tags: target.shared_tags,
    ...(target.entry ? { restored_from: target.entry.file } : {}),
    archived: leaving.map(({ task: id, status }) => ({
      task_id: id,
      status,
      file: `${folder}${archivePath(archiveFileName(id))}`,
    })),
    ...(target.branch ? { branch: target.branch } : {}),
    doubts: target.doubts.map(doubtText),
    refresh: target.refresh,
    resume,
    ...(up ? { synced: syncResult(deps, up) } : {}),
  };
}
