import { setField } from "../../core/active-context/document/edit.ts";
import { parse } from "../../core/active-context/document/parse.ts";
import { print } from "../../core/active-context/document/print.ts";
import { textAt } from "../../core/active-context/document/read.ts";
import { updatedAt } from "../../core/active-context/lint/check.ts";
import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { MemoryError } from "../../core/failure.ts";
import { DAY_MS } from "../../core/time.ts";
import type { TaskDeps } from "../runtime/deps.ts";
import { computeUpdate } from "./compute-update.ts";
import { appendSessionFile, endedSessions } from "./session.ts";
import { currentContext, readWorktreeRow } from "./state.ts";
import { planWriting, retryWhileChanged } from "./sync.ts";

/**
 * Updates the active context after sessions were read: their session files get new steps, and the file is synced with
 * the tape. Only if there is an active context; a failure stops nothing else.
 */
export async function contextAfterReading(deps: TaskDeps, sessions: readonly string[]): Promise<void> {
  const here = await readWorktreeRow(deps);
  if (here === undefined || here.status !== "active") return;
  try {
    const moved = new Set([...sessions, ...(await endedSessions(deps))]);
    for (const session of moved) await appendSessionFile(deps, session);
    await autoSync(deps);
  } catch (error) {
    // If a person left the file unreadable or with a secret in it, the next verb reports that.
    if (!(error instanceof MemoryError)) throw error;
  }
}

/** An automatic sync writes only if something changed: a file that changes with every turn would be noise in git. */
async function autoSync(deps: TaskDeps): Promise<void> {
  await retryWhileChanged(deps, async () => {
    const nothing = { changes: [], events: [], seen: [], result: undefined } as const;
    const state = await currentContext(deps);
    const { task, here, text } = state;
    // A person emptied or replaced the file: only a person's command syncs it.
    if (!text?.trim() || task === undefined || here === undefined || !sameTaskId(here.task, task))
      return nothing;
    const up = await computeUpdate(deps, { ...state, task }, { isUnasked: true });
    const isNews = withoutTime(print(up.document)) !== withoutTime(text) || up.fromFile.acts.length > 0;
    const age = deps.clock.now() - (updatedAt(state.document) ?? 0);
    if (!isNews && age < DAY_MS) return nothing;
    const writing = { state, up, document: up.document, why: "sync", reason: "its active context" } as const;
    return { ...(await planWriting(deps, writing)), result: undefined };
  });
}

/** A file without its time of writing. */
function withoutTime(text: string): string {
  const document = parse(text);
  const spot = { section: "meta", field: "last_updated" } as const;
  return textAt(document, spot) === undefined ? text : print(setField(document, spot, "-"));
}
