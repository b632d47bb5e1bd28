import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { addItem, setField } from "../../core/active-context/document/edit.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { print } from "../../core/active-context/document/print.ts";
import { currentTaskId, entriesIn, textAt } from "../../core/active-context/document/read.ts";
import { templateOf } from "../../core/active-context/document/template.ts";
import { updatedAt } from "../../core/active-context/lint/check.ts";
import { taskDocument } from "../../core/active-context/registry/archive.ts";
import { CONTEXT_WRITTEN } from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { NO_RESUME, resumesIn } from "../../core/active-context/registry/resume.ts";
import { withSessionLink } from "../../core/active-context/registry/session-link.ts";
import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import type { Patch } from "../../core/active-context/sync/patch.ts";
import { type SyncedDocument, syncDocument } from "../../core/active-context/sync/sync-document.ts";
import { surplusTasks, withoutTask } from "../../core/active-context/sync/tasks.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { stepsIn } from "../../core/items/plan-steps.ts";
import type { PayloadOf } from "../../core/tape/catalogue.ts";
import type { ContextReason } from "../../core/tape/context-events.ts";
import type { Position } from "../../core/tape/event.ts";
import { DAY_MS, iso } from "../../core/time.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import type { DraftInput } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, ItemDeps, MemoryDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";
import { type ActsFromFile, actsFromFile } from "./acts-from-file.ts";
import type { LeavingTask } from "./archive-changes.ts";
import { foreignChanges, hasTextsForReview, refuseForeign, refuseUnclaimed } from "./foreign.ts";
import { gatherWork } from "./gather-work.ts";
import { planFor, planOf } from "./plan.ts";
import { moveToSessionFile } from "./session.ts";
import { type CurrentContext, taskRow, worktreeSubject } from "./state.ts";

/** A task that is archived, with its plan. */
export type ArchivedTask = LeavingTask & { readonly plan: string };

export type UpdateOptions = {
  readonly patch?: Patch;
  /** A person confirms that the hand-written parts of the file are theirs. */
  readonly isConfirmed?: boolean;
  /** Whether a hook or the worker updates the file, without a person or agent asking for it. */
  readonly isUnasked?: true;
};

/** An updated file with all its consequences, none of which is written yet. */
export type ContextUpdate = Pick<
  SyncedDocument,
  "document" | "steps" | "putAway" | "conflicts" | "resume"
> & {
  readonly task: string;
  readonly plan: ItemRow;
  readonly upTo: Position;
  /** Where the work of the next task begins, if a session turned to it. */
  readonly nextFrom?: Position;
  readonly fromFile: ActsFromFile;
  /** Texts of the file that no person has accepted. */
  readonly foreign: readonly string[];
  /** Whether a person said that the file is theirs. */
  readonly isOwned: boolean;
  /** Steps that are moved to the session file, that session file, and steps that a person removed. */
  readonly moved: readonly string[];
  readonly sessionFile?: ContextChange;
  /** Tasks that are archived too: a secondary task too many, or a task whose file was replaced from outside. */
  readonly leaving: readonly ArchivedTask[];
  readonly reconstructed?: "copy" | "tape";
};

/** Updates the current context from the tape, from people's edits, and from the caller's patch. */
export async function computeUpdate(
  deps: TaskDeps,
  state: CurrentContext & { readonly task: string },
  { patch = {}, isConfirmed = false, isUnasked }: UpdateOptions,
): Promise<ContextUpdate> {
  const { task, here } = state;
  const isOwn = here !== undefined && sameTaskId(here.task, task);
  await refuseUnclaimed(deps, state);
  const rebuilt = state.text?.trim() ? undefined : await reconstructed(deps, state);
  const file = rebuilt?.text ?? withTask(state.text ?? "", task);
  const goal = textAt(parse(file), { section: "current_task", field: "goal" }) || task;
  const isPersons = deps.voice === "person" && !isUnasked;
  const origin = isPersons ? undefined : "file";
  const standing = await planOf(deps, task, isOwn ? here.plan : undefined);
  const foreign = await foreignChanges(deps, parse(file), { here, plan: standing });
  const taker = isPersons ? (isConfirmed ? "owner" : "caller") : isUnasked || !isOwn ? "nobody" : "caller";
  refuseForeign(deps, foreign, taker);
  const plan = standing ?? (await planFor(deps, { task, goal, origin }));
  const branch = textAt(parse(file), { section: "git_state", field: "current_branch" });
  const { known, upTo, nextFrom } = await gatherWork(deps, {
    ...{ after: isOwn && !rebuilt ? here.up_to : 0, branch, task },
  });
  const away = (await taskRow(deps, task))?.put_away ?? [];
  const done = syncDocument({
    file,
    base: rebuilt ? file : state.base,
    known,
    patch,
    plan: { label: plan.label, steps: stepsIn(plan) },
    putAway: away,
  });
  const fromFile = await actsFromFile(deps, done.edits, { task, isConfirmed });
  const surplus = surplusTasks(done.document);
  const leaving = [
    ...(await displacedTask(deps, state)),
    ...(await tasksToArchive(deps, done.document, { tasks: surplus, origin })),
  ];
  await plansOfOthers(deps, done.document, origin);
  const session = done.putAway.length === 0 ? undefined : await moveToSessionFile(deps, task, done.putAway);
  const kept = surplus.reduce(withoutTask, done.document);
  const link = session && { path: `${deps.contextFiles.folder}/${session.path}`, task };
  const linked = link ? parse(withSessionLink(print(kept), link)) : kept;
  return {
    task,
    document: withRisk(linked, { deps, state, how: rebuilt?.how }),
    ...{ resume: done.resume, plan, steps: done.steps, upTo, conflicts: done.conflicts, fromFile, leaving },
    foreign: isPersons ? [] : foreign.texts,
    isOwned: isPersons && isConfirmed,
    ...(nextFrom === undefined ? {} : { nextFrom }),
    moved: done.putAway,
    ...(session ? { sessionFile: session } : {}),
    putAway: awayNow(done),
    ...(rebuilt ? { reconstructed: rebuilt.how } : {}),
  };
}

/** A file without a task id belongs to the current task. */
function withTask(text: string, task: string): string {
  const document = parse(text);
  if (currentTaskId(document) !== undefined) return text;
  return print(setField(document, { section: "current_task", field: "task_id" }, task));
}

const awayNow = ({ putAway: moved, takenOut }: SyncedDocument): string[] => [...moved, ...takenOut];

/** Restores an empty or missing file from the last copy, or else from the tape. */
async function reconstructed(
  deps: MemoryDeps & ContextDeps,
  { here, task }: CurrentContext & { readonly task: string },
): Promise<{ readonly text: string; readonly how: "copy" | "tape" }> {
  const copy = await deps.contextFiles.base(ACTIVE_FILE);
  if (
    copy !== undefined &&
    currentTaskId(parse(copy)) === task &&
    (await isOwnText(deps, copy, { here, task }))
  )
    return { text: copy, how: "copy" };
  const goal = here?.resume.goal || task;
  const fresh = templateOf({
    taskId: task,
    goal,
    language: deps.config.context.language,
    now: deps.clock.now(),
  });
  const focus = here?.resume.focus_now ?? "";
  const filled =
    focus === "" ? fresh : setField(fresh, { section: "current_task", field: "current_focus" }, focus);
  return { text: print(filled), how: "tape" };
}

/** Whether a text of the file may be used: one with texts that the tape does not know may have come with a repository. */
export async function isOwnText(
  deps: MemoryDeps & ContextDeps,
  copy: string,
  { here, task }: Pick<CurrentContext, "here"> & { task: string },
) {
  if (here === undefined || deps.sha256(copy) === here.hash) return here !== undefined;
  const plan = await planOf(deps, task, here.plan);
  return !(await hasTextsForReview(deps, copy, { here, plan }));
}

/** From this age on, everything in the file must be checked. */
const STALE_DAYS = 30;

type Risk = {
  readonly deps: MemoryDeps;
  readonly state: CurrentContext;
  readonly how: "copy" | "tape" | undefined;
};

/** Marks a file that was empty or very old as a risk until somebody has checked it. */
function withRisk(document: ContextDocument, { deps, state, how }: Risk): ContextDocument {
  const now = deps.clock.now();
  const at = state.text?.trim() ? updatedAt(state.document) : undefined;
  const days = at === undefined ? 0 : Math.floor((now - at) / DAY_MS);
  const day = iso(now).slice(0, 10);
  const risk =
    how !== undefined
      ? `${day}: the file was empty and was rebuilt from ${how === "copy" ? "its last copy" : "the tape"}; check it before relying on it`
      : days >= STALE_DAYS
        ? `${day}: the file was ${days} days old when work resumed; parts that Tidemark did not record may be outdated`
        : undefined;
  return risk === undefined
    ? document
    : addItem(document, { section: "risk_register", field: "medium" }, { text: risk });
}

/** If another task's file replaced what the program last wrote, as a checkout does, the replaced task is archived. */
async function displacedTask(
  deps: MemoryDeps & ContextDeps,
  { here, task }: CurrentContext & { readonly task: string },
): Promise<ArchivedTask[]> {
  if (here === undefined || sameTaskId(here.task, task) || here.status === "completed") return [];
  const copy = await deps.contextFiles.base(ACTIVE_FILE);
  const document = copy === undefined ? undefined : parse(copy);
  if (document === undefined || currentTaskId(document) !== here.task) return [];
  const own = taskDocument(document, here.task, deps.clock.now());
  return [{ task: here.task, document: own, status: "paused", plan: here.plan }];
}

export async function tasksToArchive(
  deps: ItemDeps,
  document: ContextDocument,
  { tasks, origin }: { readonly tasks: readonly string[]; readonly origin?: "file" | undefined },
): Promise<ArchivedTask[]> {
  const leaving: ArchivedTask[] = [];
  for (const task of tasks) {
    const own = taskDocument(document, task, deps.clock.now());
    const goal = textAt(own, { section: "current_task", field: "goal" }) || task;
    const { id } = await planFor(deps, { task, goal, origin });
    leaving.push({ task, document: own, status: "paused", plan: id });
  }
  return leaving;
}

/** Makes a plan for every task of the file, so that plans are complete. */
async function plansOfOthers(
  deps: ItemDeps,
  document: ContextDocument,
  origin: "file" | undefined,
): Promise<void> {
  for (const { task_id, goal } of entriesIn(document, "secondary_tasks"))
    if (task_id) await planFor(deps, { task: task_id, goal: goal || task_id, origin });
}

export type WrittenContext = {
  readonly up: Pick<ContextUpdate, "task" | "upTo" | "putAway">;
  readonly plan: string;
  readonly text: string;
  readonly why: ContextReason;
  readonly status?: "active" | "completed";
  readonly left: readonly ArchivedTask[];
};

/** The event that records the writing of the file. */
export function contextWrittenEvent(
  deps: WriteDeps,
  { up, plan, text, why, status, left }: WrittenContext,
): DraftInput {
  const own = resumesIn(parse(text)).find(({ task }) => task === up.task);
  const { task: _, key_files = [], ...resume } = own ?? NO_RESUME;
  const payload: PayloadOf<"context.written"> = {
    ...{ task: up.task, plan, why, status: status ?? "active", hash: deps.sha256(text), up_to: up.upTo },
    resume: { ...resume, key_files: [...key_files] },
    ...(up.putAway.length === 0 ? {} : { put_away: [...up.putAway] }),
    ...(left.length === 0
      ? {}
      : { left: left.map(({ task, plan: id, status: how }) => ({ task, plan: id, status: how })) }),
  };
  return { type: CONTEXT_WRITTEN, subject: worktreeSubject(deps), payload };
}
