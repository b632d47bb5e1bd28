import { setImmediate } from "node:timers/promises";
import { MemoryError } from "../../core/failure.ts";
import { refusalReason } from "../../core/tape/check.ts";
import type { Draft } from "../../core/tape/event.ts";
import type { Batch, Spool } from "../../ports/spool.ts";
import type { Commit, CommitOutcome, StoredPosition, TapeStore, UpkeepStore } from "../../ports/store.ts";
import { type Attempt, type Connection, WITHOUT_DISK } from "./connection.ts";
import { safeOnThisMachine } from "./failures.ts";
import type { PostgresOptions } from "./store.ts";
import { type LockedTape, lockTape, phraseMemory } from "./tape.ts";
import { clearAllViews } from "./views.ts";

/** The way of events to the tape. Waiting events in this machine's spool always go first. */
export type Intake = {
  readonly tape: Omit<TapeStore, "end">;
  readonly extend: UpkeepStore["extend"];
  /** Sends the events in the spool. Costs nothing if there are none. */
  readonly drain: () => Promise<void>;
  /** Resolves when nothing is running any more. */
  readonly settled: () => Promise<void>;
};

type Work<T> = (tape: LockedTape, attempt: Attempt) => Promise<T>;

export function openIntake(connection: Connection, options: PostgresOptions): Intake {
  const { spool } = options;
  const write = writer(connection, options);
  const drain = async (): Promise<void> => {
    if (spool.hasWaiting(write.readTo)) await write(async () => {});
  };
  const sending = coalesced(drain);
  const append = gatherCalls<Draft, StoredPosition>((events) =>
    write((tape, attempt) => insertOnce(tape, events, attempt), { events }),
  );
  return {
    drain,
    extend: (events) =>
      write(async (tape, { isRepeated }) => {
        const isDone = isRepeated && (await tape.find(events)).length === events.length;
        if (!isDone) await tape.extend(events);
      }),
    settled: async () => {
      await sending.settled();
      await write.settled();
    },
    tape: {
      append: (events) => orSpooled(() => append(events), { spool, events, server: connection.server }),
      enqueue: async (events) => {
        spool.write(events);
        sending.ask();
      },
      commit: (commit) => {
        const isErasing = (commit.erase?.length ?? 0) + (commit.rewrite?.length ?? 0) > 0;
        return write((tape, attempt) => commitTo(tape, commit, attempt), {
          isErasing,
          events: commit.events,
        });
      },
      merge: ({ events, positionHere, erase }) => {
        const isErasing = erase.length > 0;
        return write(
          async (tape) => {
            const placed = await tape.merge({ events, positionHere });
            if (isErasing) await tape.rewrite(erase.map((id) => ({ id, payload: null })));
            return placed;
          },
          { isErasing },
        );
      },
    },
  };
}

/** Events that were recorded although the answer was lost are found on the tape, and still count as new. */
async function insertOnce(
  tape: LockedTape,
  events: readonly Draft[],
  { isRepeated }: Attempt,
): Promise<StoredPosition[]> {
  const placed = await tape.insert(events);
  if (!isRepeated) return placed;
  return placed.map((each, i) => ({ ...each, isNew: each.isNew || each.id === events[i]?.id }));
}

async function commitTo(tape: LockedTape, commit: Commit, { isRepeated }: Attempt): Promise<CommitOutcome> {
  const { events, expect, erase = [], rewrite = [], epoch } = commit;
  if (isRepeated && events.length > 0) {
    const placed = await tape.find(events);
    if (placed.length === events.length) return { outcome: "committed", placed };
  }
  if (epoch !== undefined && epoch !== tape.epoch) return { outcome: "conflict" };
  const last = expect.size === 0 ? new Map() : await tape.lastOf([...expect.keys()]);
  for (const [subject, position] of expect)
    if (last.get(subject) !== position) return { outcome: "conflict" };
  const placed = await tape.insert(events);
  const changes = [...erase.map((id) => ({ id, payload: null })), ...rewrite];
  if (changes.length > 0) await tape.rewrite(changes);
  return { outcome: "committed", placed };
}

type Spooling = { readonly spool: Spool; readonly events: readonly Draft[]; readonly server: string };

/** Events that the server cannot take now are kept on this machine. If the server took them after all, their ids show it. */
async function orSpooled<T>(send: () => Promise<T>, { spool, events, server }: Spooling): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof MemoryError) || error.code !== "store.unreachable") throw error;
    spool.write(events);
    throw safeOnThisMachine(server);
  }
}

type WriteOptions = {
  /** Also locks the views against publishing, and empties them afterwards. */
  readonly isErasing?: boolean;
  /** Events that the work will insert, as far as known. */
  readonly events?: readonly Draft[];
};

type Writer = {
  <T>(work: Work<T>, options?: WriteOptions): Promise<T>;
  /** The position up to which a spool file was sent, if it was too long for one transaction. */
  readonly readTo: (file: string) => number;
  readonly settled: () => Promise<void>;
};

function writer(connection: Connection, { spool, sha256 }: PostgresOptions): Writer {
  const { project } = connection;
  const phrases = phraseMemory();
  // Sent after the commit and outside of it: within it, the server would make the commits of all projects wait for each other.
  const notice = coalesced(() =>
    connection.query(
      `SELECT ${WITHOUT_DISK}, pg_notify(channel, '') FROM projects WHERE project_id = $1`,
      project,
    ),
  );
  const sent = new Map<string, number>();
  const readTo = (file: string): number => sent.get(file) ?? 0;
  const write = async <T>(
    work: Work<T>,
    { isErasing = false, events = [] }: WriteOptions = {},
  ): Promise<T> => {
    for (;;) {
      const waiting = readSpool(spool, readTo);
      const done = await connection.write(async (query, attempt) => {
        const tape = await lockTape(query, { project, sha256, phrases, isErasing, events });
        if (waiting.drafts.length > 0) await tape.insert(waiting.drafts);
        if (waiting.batch && !waiting.batch.isAll) return undefined;
        const value = await work(tape, attempt);
        if (isErasing) await clearAllViews(query, { project, schema: "tidemark" });
        return { value };
      });
      settleSpool(spool, sent, waiting);
      notice.ask();
      if (done) return done.value;
    }
  };
  return Object.assign(write, { readTo, settled: notice.settled });
}

type WaitingEvents = {
  readonly batch?: Batch;
  readonly drafts: readonly Draft[];
  readonly refused: readonly { readonly why: string; readonly draft: Draft }[];
};

/**
 * Finishes every file, even one that is being written: its writer continues in a new one. So no process sends a file again because it does
 * not know how much was sent. Lines that the tape refuses do not block the others.
 */
function readSpool(spool: Spool, readTo: (file: string) => number): WaitingEvents {
  if (!spool.hasWaiting(readTo)) return { drafts: [], refused: [] };
  const batch = spool.read(readTo, { isLast: true });
  const refused = batch.drafts.flatMap((draft) => {
    const why = refusalReason(draft);
    return why === undefined ? [] : [{ why, draft }];
  });
  const isRefused = new Set(refused.map(({ draft }) => draft));
  return { batch, drafts: batch.drafts.filter((draft) => !isRefused.has(draft)), refused };
}

/** Files are removed only after the server has confirmed their events. Until then this machine keeps them. */
function settleSpool(spool: Spool, sent: Map<string, number>, { batch, refused }: WaitingEvents): void {
  if (!batch) return;
  for (const { why, draft } of refused) spool.reject(why, JSON.stringify(draft));
  if (batch.isAll) sent.clear();
  else for (const [file, offset] of batch.offsets) sent.set(file, offset);
  spool.settle(batch);
}

/**
 * Runs work in the background, one run at a time, and once more if requested during a run. Failures are ignored: a caller that does the
 * same and waits gets the same failure and can report it.
 */
function coalesced(work: () => Promise<unknown>) {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await work().catch(() => {});
    } while (isAskedAgain);
    running = undefined;
  };
  return {
    ask: () => {
      isAskedAgain = running !== undefined;
      running ??= run();
    },
    /** Resolves when nothing is running any more. */
    settled: async () => running,
  };
}

/**
 * Calls that arrive while one is running are done together by the next one. So many agents of one process share a transaction instead of
 * waiting for each other's.
 */
function gatherCalls<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
): (inputs: readonly Input[]) => Promise<readonly Output[]> {
  const waiting: {
    readonly inputs: readonly Input[];
    readonly resolve: (outputs: readonly Output[]) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];
  let isRunning = false;
  const next = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      // Callers whose calls were answered together call again together, a moment later.
      await setImmediate();
      const calls = waiting.splice(0, CALLS_MAX);
      try {
        const outputs = await run(calls.flatMap(({ inputs }) => inputs));
        let from = 0;
        for (const { inputs, resolve } of calls) {
          resolve(outputs.slice(from, from + inputs.length));
          from += inputs.length;
        }
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    isRunning = false;
  };
  return (inputs) =>
    new Promise((resolve, reject) => {
      waiting.push({ inputs, resolve, reject });
      if (!isRunning) void next();
    });
}

/** Maximum number of calls in one run. Agents write a few events at a time; an import waits for each of its batches. */
const CALLS_MAX = 500;
