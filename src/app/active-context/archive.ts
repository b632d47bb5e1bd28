import { taskIdsIn } from "../../core/active-context/document/read.ts";
import { type ArchiveStatus, taskDocument } from "../../core/active-context/registry/archive.ts";
import { ACTIVE_FILE, archivePath } from "../../core/active-context/registry/file-names.ts";
import { archiveFileName, sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { withLogEntry } from "../../core/active-context/sync/sync-document.ts";
import { withoutTask } from "../../core/active-context/sync/tasks.ts";
import { MemoryError } from "../../core/failure.ts";
import type { TaskDeps } from "../runtime/deps.ts";
import { computeUpdate, tasksToArchive } from "./compute-update.ts";
import { appendSessionFiles } from "./session.ts";
import { requireCurrentTask, usableId } from "./state.ts";
import { type ContextSynced, planWriting, refuseCompleted, retryWhileChanged, syncResult } from "./sync.ts";

export type ArchiveInput = {
  readonly id?: string | undefined;
  readonly status?: ArchiveStatus | undefined;
  readonly snapshot?: string | undefined;
};

export type ContextArchived = {
  readonly task_id: string;
  readonly status: ArchiveStatus;
  readonly file: string;
  /** Whether it is still in the active context. */
  readonly is_current: boolean;
  readonly synced: ContextSynced;
};

/** Archives the current task without ending it. A secondary task is removed from the active file. */
export async function contextArchive(deps: TaskDeps, input: ArchiveInput): Promise<ContextArchived> {
  if (input.id !== undefined) usableId(input.id, "id");
  await appendSessionFiles(deps);
  return retryWhileChanged(deps, async () => {
    const state = await requireCurrentTask(deps);
    refuseCompleted(state);
    const up = await computeUpdate(deps, state, {});
    const task = taskNamed(taskIdsIn(up.document), input.id ?? up.task);
    const isOwn = task === up.task;
    if (isOwn && input.status !== undefined && input.status !== "paused")
      throw stillCurrent(task, input.status);
    const status = input.status ?? "paused";
    const now = deps.clock.now();
    const own = {
      task,
      document: taskDocument(up.document, task, now),
      status: "paused",
      plan: up.plan.id,
    } as const;
    const named = isOwn ? [own] : await tasksToArchive(deps, up.document, { tasks: [task] });
    const archived = named.map((each) => ({ ...each, status }));
    const what = `Archived ${task} (${status})`;
    const logged = withLogEntry(up.document, now, {
      what,
      why: isOwn ? "still the current task" : "no longer a current task",
    });
    const document = isOwn ? logged : withoutTask(logged, task);
    const { snapshot } = input;
    const writing = { state, up, document, why: "archive", reason: what, archived, snapshot } as const;
    return {
      ...(await planWriting(deps, writing)),
      result: {
        task_id: task,
        status,
        file: `${deps.contextFiles.folder}/${archivePath(archiveFileName(task))}`,
        is_current: isOwn,
        synced: syncResult(deps, up),
      },
    };
  });
}

function taskNamed(tasks: readonly string[], id: string): string {
  const found = tasks.find((task) => sameTaskId(task, id));
  if (found !== undefined) return found;
  throw new MemoryError("input.unknown_id", `${ACTIVE_FILE} has no task "${id}".`, {
    field: "id",
    fix: `Tasks in the file: ${tasks.join(", ")}.`,
  });
}

const stillCurrent = (task: string, status: string): MemoryError =>
  new MemoryError("input.invalid", `${task} is the current task, so it cannot be archived as ${status}.`, {
    field: "status",
    fix:
      status === "completed"
        ? { verb: "context complete", options: { verified: "…" } }
        : { to: "Switch to another task", verb: "context switch", words: ["ID"], options: { status } },
  });
