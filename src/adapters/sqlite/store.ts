import { setTimeout as sleep, setImmediate as turnOfTheLoop } from "node:timers/promises";
import { once } from "../../core/once.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import { refusalReason } from "../../core/tape/check.ts";
import type { Draft, Instant } from "../../core/tape/event.ts";
import type { View } from "../../core/tape/projection.ts";
import type { StoreBinding } from "../../ports/binding.ts";
import type { Batch, DrainOptions, Spool } from "../../ports/spool.ts";
import type {
  Commit,
  CommitOutcome,
  Lease,
  LeaseStore,
  Store,
  StoredPosition,
  TapeStore,
  ViewStore,
} from "../../ports/store.ts";
import { type Connection, connect, type Durability } from "./connection.ts";
import type { Driver } from "./driver.ts";
import { eventsNotYetReadable, withSqliteErrors } from "./failures.ts";
import { passageCache } from "./passage-cache.ts";
import { openScratch, type SqliteScratch } from "./scratch.ts";
import { candidatesFor } from "./search.ts";
import { sqliteTape, type Tape } from "./tape.ts";
import {
  checkpointOf,
  clearAllViews,
  clearView,
  epochOf,
  isWhole,
  type PassTarget,
  publishPass,
  rowsOf,
  scanView,
  selectRows,
} from "./views.ts";

export type SqliteOptions = {
  readonly driver: Driver;
  readonly path: string;
  readonly spool: Spool;
  readonly sha256: Sha256;
  /** How long a writer waits for its turn. */
  readonly waitMs: number;
  /** Without a binding any database is accepted. The program itself always has one. */
  readonly binding?: StoreBinding;
};

/** Pause between two tries to empty the write-ahead log. */
const SCRUB_PAUSE_MS = 20;
/** Bytes of other processes' events that a writer records on its way: enough to keep up, and little enough not to be delayed. */
const SHARE_BYTES = 256 * 1024;
/** Pause between two checks whether waiting events are on the tape. */
const APPEND_PAUSE_MS = 8;

/** The Store in one SQLite file, shared by any number of processes on one machine. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  const { driver, path, spool, sha256, waitMs } = options;
  const connection = await connect(driver, path, options);
  const { sql } = connection;
  const target: PassTarget = { sql, hasWords: true, epoch: () => epochOf(sql) };
  const tape = forgetful(sqliteTape(connection, sha256), sql);
  const intake = intakeOf(connection, tape, spool);
  const passages = passageCache();
  const read = async <T>(work: () => T): Promise<T> => {
    await intake.drain();
    return withSqliteErrors(work);
  };
  return {
    tape: tapeStore({ connection, tape, intake, waitMs }),
    events: {
      read: (after, limit, types) => read(() => tape.read(after, limit, types)),
      eventsAt: (positions) => read(() => tape.eventsAt(positions)),
      history: (subject) => read(() => tape.history(subject)),
      sessionEvents: (session, after, limit) => read(() => tape.sessionEvents(session, after, limit)),
      sessionTail: (session, upTo, limit) => read(() => tape.sessionTail(session, upTo, limit)),
      known: (keys) => read(() => tape.known(keys)),
    },
    views: {
      checkpoint: async (view) => withSqliteErrors(() => checkpointOf(sql, view)),
      rows: async (view, keys) => withSqliteErrors(() => rowsOf(sql, view, keys)),
      select: async (view, selection) => withSqliteErrors(() => selectRows(sql, view, selection)),
      scan: async (view, afterKey, limit) => withSqliteErrors(() => scanView(sql, view, { afterKey, limit })),
      publish: async (pass) => {
        const outcome = await connection.write(() => publishPass(target, pass), "rebuildable");
        // SQLite answers synchronously: without this, reading a long tape would block the event loop.
        await turnOfTheLoop();
        return outcome;
      },
      isWhole: wholenessOf(sql),
      reset: async (views) => {
        await connection.write(() => {
          for (const view of views) clearView(target, view);
        });
        await scrubLog(connection, waitMs);
      },
    },
    search: { candidates: async (ask) => withSqliteErrors(() => candidatesFor(sql, ask, passages)) },
    leases: sqliteLeases(connection),
    upkeep: {
      scratch: async () => withSqliteErrors(() => openScratch(driver)),
      adopt: async (view, scratch) => (scratch as SqliteScratch).replace(connection, view, target),
      intake: async () => withSqliteErrors(() => spoolCounts(spool)),
      extend: (events) => connection.write(() => tape.extend(events)),
    },
    close: once(async () => {
      try {
        withSqliteErrors(spool.close);
      } finally {
        connection.close();
      }
    }),
  };
}

type TapeParts = {
  readonly connection: Connection;
  readonly tape: Tape;
  readonly intake: IntakeDoor;
  readonly waitMs: number;
};

function tapeStore({ connection, tape, intake, waitMs }: TapeParts): TapeStore {
  const { sql } = connection;
  const commitAs = (durability: Durability) => async (commit: Commit) => {
    const isLast = (commit.erase?.length ?? 0) + (commit.rewrite?.length ?? 0) > 0;
    const options = isLast ? { isLast } : { durability };
    const committed = await intake.write(() => commitTo(tape, commit, epochOf(sql)), options);
    if (isLast) await scrubLog(connection, waitMs);
    return committed;
  };
  const store: TapeStore = {
    append: (events) => intake.append(events, waitMs),
    enqueue: async (events) => intake.enqueue(events),
    commit: commitAs("full"),
    group: () => ({
      tape: { ...store, commit: commitAs("rebuildable") },
      // A commit that changes no page flushes nothing. The row is written with the next batch.
      flush: () =>
        intake.write(() => void sql("INSERT OR REPLACE INTO spool_read (file, offset) VALUES ('', 0)").run()),
    }),
    merge: async ({ events, positionHere, erase }) => {
      const placed = await intake.write(
        () => {
          const put = tape.merge(events, positionHere);
          tape.erase(erase);
          return put;
        },
        { isLast: erase.length > 0 },
      );
      if (erase.length > 0) await scrubLog(connection, waitMs);
      return placed;
    },
    end: async () => {
      await intake.drain();
      return withSqliteErrors(tape.end);
    },
  };
  return store;
}

const spoolCounts = (spool: Spool) => ({
  rejected: spool.rejectedCount(),
  lost: spool.lostCount(),
  foreign: spool.foreignCount(),
});

/** Views are counted again only if another connection has written: this connection's writes are counted as they happen. */
function wholenessOf(sql: Connection["sql"]): ViewStore["isWhole"] {
  const found = new Map<string, number>();
  const check = (view: View): boolean => {
    const version = Number(sql("PRAGMA data_version").get()?.data_version);
    if (found.get(view.name) === version) return true;
    if (!isWhole(sql, view)) return false;
    found.set(view.name, version);
    return true;
  };
  return async (view) => withSqliteErrors(() => check(view));
}

/** Views contain the erased words too. They are cleared in the same transaction, because a process may die before it resets them. */
function forgetful(tape: Tape, sql: Connection["sql"]): Tape {
  return {
    ...tape,
    erase: (ids) => {
      if (ids.length === 0) return;
      tape.erase(ids);
      clearAllViews(sql);
    },
    rewrite: (changes) => {
      if (changes.length === 0) return;
      tape.rewrite(changes);
      clearAllViews(sql);
    },
  };
}

function commitTo(tape: Tape, commit: Commit, now: number): CommitOutcome {
  const { events, expect, erase = [], rewrite = [], epoch } = commit;
  if (epoch !== undefined && epoch !== now) return { outcome: "conflict" };
  for (const [subject, position] of expect) {
    if (tape.lastOf(subject) !== position) return { outcome: "conflict" };
  }
  const placed = tape.insert(events);
  tape.erase(erase);
  tape.rewrite(rewrite);
  return { outcome: "committed", placed };
}

/**
 * The write-ahead log contains erased words until it is checkpointed and truncated. Readers of other processes can delay that, so it is
 * retried for a while.
 */
async function scrubLog(connection: Connection, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const outcome = withSqliteErrors(() => connection.sql("PRAGMA wal_checkpoint(TRUNCATE)").get());
    if (outcome?.busy === 0 || Date.now() > deadline) return;
    await sleep(SCRUB_PAUSE_MS);
  }
}

type WriteOptions = DrainOptions & { readonly durability?: Durability };

type IntakeDoor = {
  /** Moves spooled events onto the tape, then runs `work`, in one transaction. With `isLast` the spool is emptied. */
  readonly write: <T>(work: () => T, options?: WriteOptions) => Promise<T>;
  readonly drain: () => Promise<void>;
  readonly enqueue: (events: readonly Draft[]) => void;
  readonly append: (events: readonly Draft[], waitMs: number) => Promise<StoredPosition[]>;
};

/** Every write drains the spool first, so that the tape keeps the order of acknowledgement. */
function intakeOf(connection: Connection, tape: Tape, spool: Spool): IntakeDoor {
  const { sql } = connection;
  const readTo = (file: string): number =>
    Number(sql("SELECT offset FROM spool_read WHERE file = ?").get(file)?.offset ?? 0);
  const takeIn = (options?: DrainOptions): Batch => {
    const batch = spool.read(readTo, options);
    tape.insert(batch.drafts.filter((draft) => isFit(draft, spool)));
    const seen = JSON.stringify([...batch.offsets.keys()]);
    if (batch.isAll)
      sql("DELETE FROM spool_read WHERE file NOT IN (SELECT value FROM json_each(?))").run(seen);
    for (const [file, offset] of batch.offsets) {
      sql("INSERT OR REPLACE INTO spool_read (file, offset) VALUES (?, ?)").run(file, offset);
    }
    return batch;
  };
  const write: IntakeDoor["write"] = async (work, { durability = "full", ...options } = {}) => {
    for (;;) {
      const { batch, done } = await connection.write(() => {
        const taken = takeIn(options);
        return { batch: taken, done: taken.isAll ? { value: work() } : undefined };
      }, durability);
      if (durability === "full") withSqliteErrors(() => spool.settle(batch));
      if (done) return done.value;
    }
  };
  // Nothing is flushed here and no file is removed: the spool still contains everything. The next read or write does both. Until then a
  // power cut only means that the same lines are recorded again.
  const tryTakeIn = (): void => {
    connection.tryWrite(() => takeIn({ bytesMax: SHARE_BYTES }), "rebuildable");
  };
  return {
    write,
    append: async (events, waitMs) => {
      const direct = connection.tryWrite(() => {
        const taken = takeIn();
        return { taken, placed: taken.isAll ? tape.insert(events) : undefined };
      });
      if (direct) withSqliteErrors(() => spool.settle(direct.done.taken));
      if (direct?.done.placed) return direct.done.placed;
      // Other processes are writing. The next of us moves the whole spool to the tape.
      withSqliteErrors(() => spool.write(events));
      return placedBySomebody(tape, events, { tryTakeIn, waitMs });
    },
    drain: async () => {
      if (withSqliteErrors(() => spool.hasWaiting(readTo))) await write(() => {});
    },
    enqueue: (events) => {
      withSqliteErrors(() => spool.write(events));
      try {
        tryTakeIn();
      } catch {
        // The events are safe. The next drain meets the same problem, and can report it.
      }
    },
  };
}

type QueuedWrite = { readonly tryTakeIn: () => void; readonly waitMs: number };

/** Waits until events of the spool are on the tape, through this process or another. */
async function placedBySomebody(
  tape: Tape,
  events: readonly Draft[],
  { tryTakeIn, waitMs }: QueuedWrite,
): Promise<StoredPosition[]> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    tryTakeIn();
    const placed = withSqliteErrors(() => events.flatMap((event) => tape.find(event) ?? []));
    if (placed.length === events.length) return placed;
    if (Date.now() > deadline) throw eventsNotYetReadable();
    await sleep(1 + Math.random() * APPEND_PAUSE_MS);
  }
}

/** Events that cannot be recorded are set aside and counted; they must not block the events behind them. */
function isFit(draft: Draft, spool: Spool): boolean {
  const refusal = refusalReason(draft);
  if (refusal !== undefined) spool.reject(refusal, JSON.stringify(draft));
  return refusal === undefined;
}

/** Leases in a table of their own. They are not on the tape: what they protect is decided by the tape itself. */
function sqliteLeases({ sql, write }: Connection): LeaseStore {
  const claim = ({ name, owner, until }: Lease, now: Instant): boolean => {
    // Leases of dead workers would otherwise stay for ever, for sessions that are never due again.
    sql("DELETE FROM leases WHERE until <= ?").run(now);
    const held = sql("SELECT owner, until FROM leases WHERE name = ?").get(name);
    if (held && held.owner !== owner) return false;
    sql("INSERT OR REPLACE INTO leases (name, owner, until) VALUES (?, ?, ?)").run(name, owner, until);
    return true;
  };
  const release = ({ name, owner }: Pick<Lease, "name" | "owner">): void => {
    sql("DELETE FROM leases WHERE name = ? AND owner = ?").run(name, owner);
  };
  return {
    claim: (lease, now) => write(() => claim(lease, now), "rebuildable"),
    release: (lease) => write(() => release(lease), "rebuildable"),
    leased: async (now) =>
      withSqliteErrors(() => {
        const rows = sql("SELECT name FROM leases WHERE until > ?").all(now);
        return new Set(rows.map((row) => String(row.name)));
      }),
  };
}
