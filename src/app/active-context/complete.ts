import { addItem } from "../../core/active-context/document/edit.ts";
import { listAt, textAt } from "../../core/active-context/document/read.ts";
import { taskDocument } from "../../core/active-context/registry/archive.ts";
import { archivePath, LONG_HISTORY_FILE } from "../../core/active-context/registry/file-names.ts";
import { resumeOf, setResume } from "../../core/active-context/registry/resume.ts";
import { archiveFileName } from "../../core/active-context/registry/task-id.ts";
import {
  type Completion,
  completeDocument,
  withHistory,
} from "../../core/active-context/sync/complete-document.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ContextDeps, MemoryDeps, TaskDeps } from "../runtime/deps.ts";
import { type ContextUpdate, computeUpdate } from "./compute-update.ts";
import { appendSessionFiles } from "./session.ts";
import { requireCurrentTask } from "./state.ts";
import { type ContextSynced, planWriting, refuseCompleted, retryWhileChanged, syncResult } from "./sync.ts";
import { contextText } from "./write.ts";

export type CompleteInput = {
  readonly summary?: string | undefined;
  readonly verified?: string | undefined;
};

export type ContextCompleted = Omit<Completion, "now"> & {
  readonly task_id: string;
  /** Steps of the plan that were not done. */
  readonly open_steps: readonly string[];
  readonly synced: ContextSynced;
};

/** Ends the current task: its plan is done, its file is archived whole, and its notes go to the long history. */
export async function contextComplete(deps: TaskDeps, input: CompleteInput): Promise<ContextCompleted> {
  await appendSessionFiles(deps);
  return retryWhileChanged(deps, async () => {
    const state = await requireCurrentTask(deps);
    refuseCompleted(state);
    const up = await computeUpdate(deps, state, {});
    const done = completionOf(deps, up, input);
    const { now } = done;
    const reference = { text: `${done.history} — what was decided and learned` };
    const whole = addItem(up.document, { section: "plan_references", field: "related_docs" }, reference);
    const own = {
      task: up.task,
      document: taskDocument(whole, up.task, now),
      status: "completed",
      plan: up.plan.id,
    } as const;
    const before = await contextText(deps, LONG_HISTORY_FILE);
    const trimmed = completeDocument(up.document, done);
    const resume = {
      ...resumeOf(trimmed, up.task),
      verify_cmd: up.resume.verify_cmd,
      last_result: "success",
    };
    const history = {
      path: LONG_HISTORY_FILE,
      ...(before === undefined ? {} : { before }),
      after: withHistory(before ?? "", up.document, done),
    };
    const reason = `completed, verified by ${done.verified}`;
    const document = setResume(trimmed, resume);
    const ending = { state, up, document, why: "complete", reason, to: "completed" } as const;
    return {
      ...(await planWriting(deps, { ...ending, archived: [own], files: [history] })),
      result: {
        task_id: up.task,
        ...{ summary: done.summary, verified: done.verified, archive: done.archive, history: done.history },
        open_steps: up.steps.filter(({ status }) => status !== "done").map(({ text }) => text),
        synced: syncResult(deps, up),
      },
    };
  });
}

function completionOf(deps: MemoryDeps & ContextDeps, up: ContextUpdate, input: CompleteInput): Completion {
  const { folder } = deps.contextFiles;
  const verified = input.verified ?? lastGreen(up);
  if (verified === undefined)
    throw new MemoryError("input.invalid", "To complete a task, say how it was verified.", {
      field: "verified",
      fix: { verb: "context complete", options: { verified: "npm test: 212 passed" } },
    });
  const done = listAt(up.document, { section: "progress", field: "done" });
  const goal = textAt(up.document, { section: "current_task", field: "goal" }) ?? up.task;
  return {
    summary: input.summary ?? (done.length > 0 ? done.join("; ") : goal),
    verified,
    now: deps.clock.now(),
    archive: `${folder}/${archivePath(archiveFileName(up.task))}`,
    history: `${folder}/${LONG_HISTORY_FILE}`,
  };
}

/** The last check that passed, unless one has failed since. */
function lastGreen({ document, resume }: ContextUpdate): string | undefined {
  const at = textAt(document, { section: "verification", field: "last_green_build" });
  if (!at || resume.verify_cmd === "" || resume.last_result === "failure") return undefined;
  return `${resume.verify_cmd} passed (${at})`;
}
