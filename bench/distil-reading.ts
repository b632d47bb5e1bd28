import type { Deps, WorkerDeps } from "../src/app/runtime/deps.ts";
import { distil } from "../src/app/sessions/distil.ts";
import { workerStatus } from "../src/app/sessions/sessions.ts";
import { workOnce } from "../src/app/sessions/worker-loop.ts";
import { ITEM_ACT_TYPES, ITEM_ACTS, type Item } from "../src/core/items/item.ts";
import { SESSION_EVENTS } from "../src/core/sessions/sessions-view.ts";
import type { Position, StoredEvent } from "../src/core/tape/event.ts";
import { say } from "./progress.ts";

/** Maximum number of worker runs of ten seconds: more than any pack needs, so that a stuck bench ends. */
const RUNS_MAX = 200;
const PAGE = 2000;

/** Time that the worker took for one session, and the items it created, summed over all passes. */
export type ReadSession = { readonly session: string; readonly seconds: number; readonly made: Counts };
export type Counts = { readonly [what: string]: number };

export type Reading = {
  readonly sessions: readonly ReadSession[];
  readonly seconds: number;
  /** Number of committed passes, and of passes that threw an error. */
  readonly read: number;
  readonly failed: number;
  readonly dead: number;
  readonly stillDue: number;
  /** Findings that could not be stored. */
  readonly skipped: number;
};

/** Runs the worker again and again, as hooks would, until no session is due. */
export async function readAll(given: Deps): Promise<Reading> {
  const watch = withCounters(given);
  const counts = { read: 0, failed: 0, stillDue: 0 };
  const began = performance.now();
  for (let runs = 0; runs < RUNS_MAX; runs++) {
    const done = await workOnce(watch.deps, { distil: watch.distil });
    counts.read += done.read;
    counts.failed += done.failed;
    counts.stillDue = done.still_due;
    say(`${watch.sessions.size} sessions read, ${done.still_due > 0 ? "more are due" : "none is due"}`);
    if (done.still_due === 0 || done.read + done.failed === 0) break;
  }
  const seconds = (performance.now() - began) / 1000;
  const { waiting, dead } = await workerStatus(given);
  if (waiting.length > 0) say(`waiting: ${waiting.map(({ error }) => error).join("; ")}`);
  const sessions = [...watch.sessions].map(([session, seen]) => ({ session, ...seen }));
  return { ...counts, sessions, seconds, dead: dead.length, skipped: watch.skipped() };
}

/** Wraps the deps and the distiller to record the time and the created items of each session. */
function withCounters(given: Deps) {
  const sessions = new Map<string, { seconds: number; made: { [what: string]: number } }>();
  let [claimed, session, skipped] = [0, "", 0];
  const deps: Deps = {
    ...given,
    crashPoint: (point) => {
      if (point === "tick.claimed") claimed = performance.now();
      const seen = sessions.get(session);
      if (point === "tick.committed" && seen) seen.seconds += (performance.now() - claimed) / 1000;
      given.crashPoint(point);
    },
  };
  return {
    deps,
    sessions,
    skipped: () => skipped,
    distil: async (_: WorkerDeps, stretch: Parameters<typeof distil>[1]) => {
      session = stretch.session;
      const found = await distil(deps, stretch);
      const seen = sessions.get(session) ?? { seconds: 0, made: {} as { [what: string]: number } };
      sessions.set(session, seen);
      for (const what of found.events.flatMap(whatIsMade)) seen.made[what] = (seen.made[what] ?? 0) + 1;
      skipped += found.skipped;
      return found;
    },
  };
}

/**
 * Counter names for a created item: its kind; for a candidate also what it proposes, for an edge its
 * relation.
 */
function whatIsMade({ type, payload }: Pick<StoredEvent, "type" | "payload">): string[] {
  if (type !== ITEM_ACTS.created) return [];
  const item = payload?.item as Item;
  if (item.kind === "candidate") return [item.kind, `${item.kind}: ${item.proposes}`];
  if (item.kind === "edge") return [item.kind, `${item.kind}: ${item.relation}`];
  return [item.kind];
}

/** Pretends that older rules read every session up to `upTo`, so that today's rules read them again. */
export function withOlderReadings(deps: Deps, upTo: Position): Deps {
  const { sessions } = deps.views;
  const unread: Deps["views"]["sessions"] = {
    ...sessions,
    version: sessions.version + 1,
    evolve: (rows, event) => {
      const isEarlier = event.type === SESSION_EVENTS.read && event.payload && event.position <= upTo;
      return sessions.evolve(rows, isEarlier ? { ...event, payload: { ...event.payload, rules: 0 } } : event);
    },
  };
  return { ...deps, views: { ...deps.views, sessions: unread } };
}

/** Counts acts about items after a position: created items, and changes to items. */
export async function actsAfter(deps: Deps, after: Position): Promise<{ made: number; changed: number }> {
  let [made, changed, upTo] = [0, 0, after];
  for (;;) {
    const { events } = await deps.store.events.read(upTo, PAGE, ITEM_ACT_TYPES);
    for (const { type } of events) type === ITEM_ACTS.created ? made++ : changed++;
    if (events.length < PAGE) return { made, changed };
    upTo = events.at(-1)?.position ?? upTo;
  }
}
