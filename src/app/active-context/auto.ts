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
import { currentContext, hereRow } from "./state.ts";
import { planWriting, retryWhileChanged } from "./sync.ts";

/**
 * What follows for the active context when sessions were read: their session files go on, and the file is brought up
 * to date from what the tape knows. Only where there is one, and a failure of it stops nothing else.
 */
export async function contextAfterReading(world: TaskDeps, sessions: readonly string[]): Promise<void> {
  const here = await hereRow(world);
  if (here === undefined || here.status !== "active") return;
  try {
    const moved = new Set([...sessions, ...(await endedSessions(world))]);
    for (const session of moved) await appendSessionFile(world, session);
    await autoSync(world);
  } catch (error) {
    // A file that a person left unreadable, or with a secret in it, waits for the next verb, which says so.
    if (!(error instanceof MemoryError)) throw error;
  }
}

/** An automatic sync writes only if something changed: a file that changes with every turn would be noise in git. */
async function autoSync(world: TaskDeps): Promise<void> {
  await retryWhileChanged(world, async () => {
    const nothing = { changes: [], events: [], seen: [], result: undefined } as const;
    const state = await currentContext(world);
    const { task, here, text } = state;
    // An emptied or replaced file is a person's doing: it waits for them.
    if (!text?.trim() || task === undefined || here === undefined || !sameTaskId(here.task, task))
      return nothing;
    const up = await computeUpdate(world, { ...state, task }, { isUnasked: true });
    const isNews = undated(print(up.document)) !== undated(text) || up.fromFile.acts.length > 0;
    const age = world.clock.now() - (updatedAt(state.document) ?? 0);
    if (!isNews && age < DAY_MS) return nothing;
    const writing = { state, up, document: up.document, why: "sync", reason: "its active context" } as const;
    return { ...(await planWriting(world, writing)), result: undefined };
  });
}

/** A file without the time at which it was written. */
function undated(text: string): string {
  const document = parse(text);
  const spot = { section: "meta", field: "last_updated" } as const;
  return textAt(document, spot) === undefined ? text : print(setField(document, spot, "-"));
}
