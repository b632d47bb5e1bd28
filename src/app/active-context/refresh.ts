import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { isOnOtherBranch } from "../../core/active-context/lint/check.ts";
import { type ContextDoubt, doubtText, type RefreshNeed } from "../../core/active-context/registry/doubt.ts";
import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { filesNamedIn, refreshDocument } from "../../core/active-context/sync/refresh-document.ts";
import type { ContextDeps, TaskDeps } from "../runtime/deps.ts";
import { checkText } from "./check.ts";
import { computeUpdate } from "./compute-update.ts";
import { requireCurrentTask } from "./state.ts";
import { type ContextSynced, planWriting, refuseCompleted, retryWhileChanged, syncResult } from "./sync.ts";

export type ContextRefreshed = {
  readonly task_id: string;
  readonly file: string;
  readonly refresh: Exclude<RefreshNeed, "none">;
  /** The doubts that were found. */
  readonly doubts: readonly string[];
  readonly verified: readonly string[];
  readonly updated: readonly string[];
  readonly synced: ContextSynced;
};

/** Checks whether the active context still holds, corrects what it can, and records the findings in the file. */
export async function contextRefresh(
  deps: TaskDeps,
  { full }: { readonly full: boolean },
): Promise<ContextRefreshed> {
  return retryWhileChanged(deps, async () => {
    const state = await requireCurrentTask(deps);
    refuseCompleted(state);
    const found = await checkText(deps, state.text ?? "");
    const refresh = full || found.refresh === "full" ? "full" : "light";
    // A full refresh reads the tape again from the start of the task, not only its new events.
    const here = state.here && refresh === "full" ? { ...state.here, up_to: state.here.since } : state.here;
    const up = await computeUpdate(deps, { ...state, here }, {});
    const verified = ["active files", "key files", ...(deps.code ? ["branch", "revision"] : [])];
    const now = deps.clock.now();
    // Reading the tape again may have added files that were deleted meanwhile.
    const missing = isOnOtherBranch(found.doubts) ? [] : await goneFiles(deps, up.document);
    const doubts: ContextDoubt[] = [
      ...found.doubts.filter(({ what }) => what !== "context_files"),
      ...(missing.length === 0 ? [] : [{ what: "context_files" as const, missing }]),
    ];
    const done = refreshDocument(up.document, { doubts, need: refresh, now, verified });
    const steps = up.steps.filter(({ text }) => !done.taken?.includes(text));
    const writing = {
      ...{ state, up: { ...up, steps }, document: done.document },
      ...({ why: "refresh", reason: "refreshed" } as const),
    };
    return {
      ...(await planWriting(deps, writing)),
      result: {
        task_id: up.task,
        file: `${deps.contextFiles.folder}/${ACTIVE_FILE}`,
        refresh,
        doubts: found.doubts.map(doubtText),
        verified,
        updated: done.updated,
        synced: syncResult(deps, up),
      },
    };
  });
}

async function goneFiles(deps: ContextDeps, document: ContextDocument): Promise<string[]> {
  const paths = filesNamedIn(document);
  const there = await Promise.all(paths.map((path) => deps.contextFiles.exists(path)));
  return paths.filter((_, i) => !there[i]);
}
