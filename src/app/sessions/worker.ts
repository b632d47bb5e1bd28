import { ACTIVE_FILE } from "../../core/active-context/registry/file-names.ts";
import { personIn } from "../../core/agent-name.ts";
import { RULES_VERSION } from "../../core/extract/rules-version.ts";
import { MemoryError, messageOf } from "../../core/failure.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import { WORKER } from "../../core/resume/delta.ts";
import { AT_WORK_MS, END_AFTER_MS, IDLE_MS, retryDelay } from "../../core/sessions/limits.ts";
import { isReadable, SESSION_EVENTS, type SessionRow } from "../../core/sessions/sessions-view.ts";
import type { Instant, Recorded } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isTurn } from "../../core/tape/turn-speaker.ts";
import { iso } from "../../core/time.ts";
import type { Lease } from "../../ports/store.ts";
import { refreshWorking } from "../briefing/working-memory.ts";
import { catchUp, commitWithRetry, mayRecord, newDraft } from "../runtime/decide-and-commit.ts";
import type {
  ItemDeps,
  MemoryDeps,
  ModelDeps,
  OwnFileDeps,
  TaskDeps,
  WorkerDeps,
  WriteDeps,
} from "../runtime/deps.ts";
import type { Distil } from "./distil.ts";
import { noteCited } from "./note-cited.ts";

/** Maximum number of sessions read in one tick. */
const BATCH = 10;
/** Maximum number of events, and of letters, of one session in one pass; a longer session stays due. */
const EVENTS_PER_READ = 500;
const LETTERS_PER_READ = 1_000_000;
const PAGE = 50;
/** A session is distilled at most this often in one tick if its items keep changing. */
const TRIES_MAX = 3;
/** Longer than any reading takes, so that only the lease of a dead worker expires. */
const LEASE_MS = 60_000;
/** Maximum number of sessions checked for idleness in one tick. */
const IDLE_LOOK_MAX = 500;
/** Maximum length of an error on the tape. */
const ERROR_MAX = 500;

export type TickOptions = {
  /** The tick starts no new session after this time. */
  readonly until?: Instant;
  /** Only these sessions are read. */
  readonly only?: ReadonlySet<string>;
  /** Maximum number of events of one session read at once, if somebody waits. */
  readonly eventsPerRead?: number;
  readonly distil?: Distil;
  /** Awaited before each session, so that a server can answer calls in between. */
  readonly pause?: () => Promise<void>;
};

export type TickResult = {
  /** Sessions that were read. */
  readonly read: number;
  readonly failed: number;
  readonly slept: number;
  readonly ended: number;
  /** Number of sessions that another worker read at the same time. */
  readonly skipped: number;
};

/** One limited pass: puts idle sessions to sleep and reads due ones, each in a commit of its own. */
export async function tick(given: WorkerDeps, options: TickOptions = {}): Promise<TickResult> {
  // The results are nobody's own act: their author follows from the turns on which they are based.
  const deps: WorkerDeps = { ...given, writer: { ...given.writer, agent: WORKER } };
  await catchUp(deps, "sessions");
  const idle = await settleIdle(deps);
  await catchUp(deps, "sessions");
  const counts = { read: 0, failed: 0, skipped: 0 };
  const read: string[] = [];
  const due = await dueFor(deps, options.only);
  const began = deps.clock.now();
  if (deps.model) await askAhead(deps, due, options);
  // Sessions that a model has read are distilled at once, however long its answer took.
  const until =
    options.until === undefined ? Number.POSITIVE_INFINITY : options.until + deps.clock.now() - began;
  for (const session of due) {
    await options.pause?.();
    if (deps.clock.now() >= until) break;
    const outcome = await work(deps, session, options);
    counts[outcome]++;
    if (outcome !== "read") continue;
    read.push(session.id);
    await publishPage(deps, session);
  }
  await keepContext(deps, read);
  if (deps.embedder) await (await import("../recall/make-vectors.ts")).makeVectors(deps, options.until);
  return { ...counts, ...idle };
}

/** While reading is off, nothing counts as read: sessions wait until it is on again. */
async function dueFor(deps: WriteDeps, only: ReadonlySet<string> | undefined): Promise<SessionRow[]> {
  if (!deps.config.memory.enabled) return [];
  if (only === undefined) return findDue(deps, BATCH);
  return (await findDue(deps, IDLE_LOOK_MAX)).filter(({ id }) => only.has(id));
}

/**
 * Sessions to read now, oldest mark first. Failed sessions return after their waiting time, dead ones never. A session
 * that another worker holds is skipped, so that it does not delay those after it.
 */
export async function findDue(deps: WriteDeps, limit: number): Promise<SessionRow[]> {
  const { store, views, clock } = deps;
  const taken = await store.leases.leased(clock.now());
  const shared = deps.person === undefined ? 0 : IDLE_LOOK_MAX;
  const page = { order: "oldest", limit: limit + taken.size + shared, offset: 0 } as const;
  const due = await store.views.select(views.sessions, { ...page, kinds: ["due"] });
  const again = await store.views.select(views.sessions, {
    ...page,
    kinds: ["failed"],
    rankMax: clock.now(),
  });
  const rows = [...due.rows, ...again.rows];
  const free = rows.filter((row) => !taken.has(leaseName(row)) && !isLeftToItsPerson(deps, row));
  return free.sort((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0)).slice(0, limit);
}

/** The person's own machine knows what is private, so it reads first; after this time any machine may read. */
const OWN_MACHINE_MS = 7 * 24 * 3_600_000;

function isLeftToItsPerson({ person: mine, clock }: WriteDeps, { agent, recorded_at }: SessionRow): boolean {
  const person = personIn(agent);
  if (mine === undefined || person === undefined || person === mine) return false;
  return clock.now() - recorded_at < OWN_MACHINE_MS;
}

const leaseName = (session: SessionRow): string => `session ${session.id}`;

async function work(
  deps: WorkerDeps,
  session: SessionRow,
  options: TickOptions,
): Promise<"read" | "failed" | "skipped"> {
  const lease = {
    name: leaseName(session),
    owner: deps.writer.process,
    until: deps.clock.now() + LEASE_MS,
  };
  if (!(await deps.store.leases.claim(lease, deps.clock.now()))) return "skipped";
  deps.crashPoint("tick.claimed");
  try {
    const extract = options.distil ?? (await import("./distil.ts")).distil;
    return await readSession(deps, session, {
      extract,
      eventsMax: options.eventsPerRead ?? EVENTS_PER_READ,
    });
  } catch (error) {
    return await noteFailure(deps, session, error);
  } finally {
    await deps.store.leases.release(lease);
  }
}

/**
 * Lets the model read all of these sessions before they are distilled one by one, because one call about several
 * sessions costs less. Sessions that another worker holds are left to that worker.
 */
async function askAhead(
  deps: WriteDeps & ModelDeps,
  due: readonly SessionRow[],
  { until, eventsPerRead = EVENTS_PER_READ }: TickOptions,
): Promise<void> {
  const { askModel } = await import("./ask-model.ts");
  const waitMs = LEASE_MS + deps.config.model.timeout_ms;
  const held: { readonly lease: Lease; readonly session: SessionRow }[] = [];
  try {
    for (const session of due) {
      const now = deps.clock.now();
      const lease = { name: leaseName(session), owner: deps.writer.process, until: now + waitMs };
      if (await deps.store.leases.claim(lease, now)) held.push({ lease, session });
    }
    const askings = await Promise.all(
      held.map(async ({ session }) => ({
        session: session.id,
        after: session.checkpoint,
        events: (await stretchOf(deps, session, eventsPerRead)).events.filter(isReadable),
      })),
    );
    await askModel(deps, askings, until);
  } finally {
    for (const { lease } of held) await deps.store.leases.release(lease);
  }
}

/** Loaded only if there is an active context, which most projects lack. */
async function keepContext(deps: TaskDeps, sessions: readonly string[]): Promise<void> {
  const { folder } = deps.contextFiles;
  if (!(await deps.contextFiles.exists(`${folder}/${ACTIVE_FILE}`))) return;
  await (await import("../active-context/auto.ts")).contextAfterReading(deps, sessions);
}

/** An imported session that ended long ago needs no working memory. */
const PAGE_FOR_MS = 24 * 60 * 60 * 1000;

/** The reading is committed by now. A page that cannot be written stays outdated, and `status` reports it. */
async function publishPage(deps: ItemDeps & OwnFileDeps, session: SessionRow): Promise<void> {
  const isOver = session.status === "ended" && Date.parse(session.last_at) < deps.clock.now() - PAGE_FOR_MS;
  if (isOver || !mayRecord(deps)) return;
  try {
    await refreshWorking(deps, session.id);
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
  }
}

/**
 * Reads, distils and commits. The checkpoint is the last position that was read, whatever was recorded meanwhile. If
 * another process changed a touched item, or words were forgotten, the session is read and distilled again.
 */
async function readSession(
  deps: WorkerDeps,
  session: SessionRow,
  { extract, eventsMax }: { readonly extract: Distil; readonly eventsMax: number },
): Promise<"read" | "skipped"> {
  let isRetry = false;
  const committed = await commitWithRetry({ store: deps.store, triesMax: TRIES_MAX }, async () => {
    if (isRetry && (await isOvertaken(deps, session))) return { result: undefined };
    isRetry = true;
    const { events, isWhole } = await stretchOf(deps, session, eventsMax);
    const readable = events.filter(isReadable);
    const stretch = { session: session.id, after: session.checkpoint, events: readable };
    const found = await extract(deps, stretch);
    const read = newDraft(deps, {
      type: SESSION_EVENTS.read,
      session: session.id,
      subject: session.id,
      payload: {
        up_to: events.at(-1)?.position ?? session.checkpoint,
        turns: readable.length,
        mark: isWhole ? (session.due_at ?? 0) : 0,
        rules: RULES_VERSION,
        ...(found.skipped > 0 ? { skipped: found.skipped } : {}),
      },
    });
    const expect = new Map([...found.expect, [session.id, session.worked_at]]);
    deps.crashPoint("tick.distilled");
    return { result: readable.filter(isTurn), commit: { events: [...found.events, read], expect } };
  });
  if (committed?.result === undefined) return "skipped";
  deps.crashPoint("tick.committed");
  await noteCited(deps, committed.result);
  return "read";
}

/** Another worker has read the session meanwhile. */
async function isOvertaken(deps: MemoryDeps, session: SessionRow): Promise<boolean> {
  await catchUp(deps, "sessions");
  const row = (await deps.store.views.rows(deps.views.sessions, [session.id])).get(session.id);
  return row?.worked_at !== session.worked_at;
}

/** The unread turns of one reading. A single turn that exceeds the limit is read anyway. */
async function stretchOf(
  deps: MemoryDeps,
  session: SessionRow,
  eventsMax: number,
): Promise<{ readonly events: Recorded[]; readonly isWhole: boolean }> {
  const events: Recorded[] = [];
  let letters = 0;
  const pageSize = Math.min(PAGE, eventsMax);
  while (events.length < eventsMax && letters < LETTERS_PER_READ) {
    const after = events.at(-1)?.position ?? session.checkpoint;
    const page = upcastAll(await deps.store.events.sessionEvents(session.id, after, pageSize));
    for (const { payload } of page.filter(isTurn)) letters += payload?.text.length ?? 0;
    events.push(...page);
    if (page.length < pageSize) return { events, isWhole: true };
  }
  return { events, isWhole: false };
}

/** A session that fails does not stop the others. A store that cannot be used stops all of them. */
async function noteFailure(
  deps: WriteDeps & ModelDeps,
  session: SessionRow,
  error: unknown,
): Promise<"failed" | "skipped"> {
  if (error instanceof MemoryError && error.code.startsWith("store.")) throw error;
  const attempt = session.attempts + 1;
  const retryAt = deps.clock.now() + retryDelay(attempt, deps.loop.chance());
  const failed = newDraft(deps, {
    type: SESSION_EVENTS.failed,
    session: session.id,
    subject: session.id,
    payload: { attempt, error: redactedHead(messageOf(error), ERROR_MAX), retry_at: iso(retryAt) },
  });
  const expect = new Map([[session.id, session.worked_at]]);
  const committed = await deps.store.tape.commit({ events: [failed], expect });
  return committed.outcome === "committed" ? "failed" : "skipped";
}

/** The next tick of any worker puts an idle session to sleep, and ends it later. */
async function settleIdle(deps: WriteDeps): Promise<{ slept: number; ended: number }> {
  const now = deps.clock.now();
  const asleep = await idleFor(deps, "active", now - IDLE_MS);
  const over = await idleFor(deps, "sleeping", now - END_AFTER_MS);
  const events = [
    ...asleep.map((session) => newDraft(deps, lifeOf(session, SESSION_EVENTS.slept))),
    ...over.map((session) => newDraft(deps, lifeOf(session, SESSION_EVENTS.ended))),
  ];
  if (events.length > 0) await deps.store.tape.append(events);
  return { slept: asleep.length, ended: over.length };
}

/** Two workers that notice the same silence record it once. It began with the last event, imported or not. */
const lifeOf = (session: SessionRow, type: string) => ({
  type,
  session: session.id,
  at: Date.parse(session.last_at),
  key: `${type} ${session.id} ${session.last_position}`,
  payload: { reason: "idle" },
});

async function idleFor(deps: MemoryDeps, status: string, before: Instant): Promise<SessionRow[]> {
  const { store, views } = deps;
  const selection = { statuses: [status], order: "oldest", limit: IDLE_LOOK_MAX, offset: 0 } as const;
  const rows = (await store.views.select(views.sessions, selection)).rows;
  // Whether the session is old: an import records old sessions only now.
  const isOld = ({ last_at }: SessionRow): boolean => Date.parse(last_at) <= deps.clock.now() - AT_WORK_MS;
  return rows.filter((row) => row.recorded_at <= before || isOld(row));
}
