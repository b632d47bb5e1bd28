import { ITEM_ACTS } from "../../core/items/item.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import { hasGivenUp, SESSION_EVENTS } from "../../core/sessions/sessions-view.ts";
import type { Instant, Position } from "../../core/tape/event.ts";
import { itemsByIds } from "../items/find-item.ts";
import { type WaitingCounts, waitingCounts } from "../review/waiting-for-review.ts";
import { catchUp, newDraft } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WorkerDeps, WriteDeps } from "../runtime/deps.ts";
import { dueCount } from "./due-count.ts";
import { findDue, type TickOptions, tick } from "./worker.ts";

/** The result of reading several sessions. */
export type ReadSessions = {
  readonly read: number;
  readonly failed: number;
  /** Number of items made, and number of all items that wait for a person. */
  readonly kept: number;
  readonly waiting: WaitingCounts;
  readonly still_due: number;
};

const PAGE = 500;

/** Reads due sessions until none is left or the time is up, counts the items kept, and reports progress. */
export async function readDueSessions(
  deps: WorkerDeps,
  options: TickOptions & { readonly until: Instant },
): Promise<ReadSessions> {
  const total = await dueCount(deps);
  const { position: before } = await deps.store.tape.end();
  let [read, failed] = [0, 0];
  while (deps.clock.now() < options.until) {
    deps.progress({ what: "read sessions", done: Math.min(read, total), total });
    const done = await tick(deps, options);
    read += done.read;
    failed += done.failed;
    await catchUp(deps, "sessions");
    if (done.read + done.failed === 0 || (await findDue(deps, 1)).length === 0) break;
  }
  return { read, failed, ...(await madeSince(deps, before)), still_due: await dueCount(deps) };
}

/** Counted at the end, because candidates may be accepted or replaced on the way. */
async function madeSince(
  deps: MemoryDeps,
  before: Position,
): Promise<Pick<ReadSessions, "kept" | "waiting">> {
  const created: string[] = [];
  for (let after = before; ; ) {
    const { events, upTo } = await deps.store.events.read(after, PAGE, [ITEM_ACTS.created]);
    created.push(...events.flatMap(({ subject }) => subject ?? []));
    if (events.length < PAGE) break;
    after = upTo;
  }
  const waiting = await waitingCounts(deps);
  return { kept: (await itemsByIds(deps, created)).filter(isLiveUnit).length, waiting };
}

/** Maximum number of sessions checked for unread turns. */
const LOOK_MAX = 20;

/** Marks sessions with unread turns as due without waiting until they are idle. */
export async function markUnread(
  deps: WriteDeps,
  options: { readonly but?: string; readonly reason: string },
): Promise<void> {
  await catchUp(deps, "sessions");
  const selection = { kinds: ["quiet"], order: "newest", limit: LOOK_MAX, offset: 0 } as const;
  const rows = (await deps.store.views.select(deps.views.sessions, selection)).rows;
  const unread = rows.filter((row) => row.id !== options.but && row.unread > 0 && !hasGivenUp(row));
  const marks = unread.map(({ id }) =>
    newDraft(deps, { type: SESSION_EVENTS.marked, session: id, payload: { reason: options.reason } }),
  );
  if (marks.length > 0) await deps.store.tape.append(marks);
}
