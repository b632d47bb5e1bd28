import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { StoreAddress } from "./address.ts";
import { isLostRace, isUnreachable, storeFailure } from "./failures.ts";

export type SqlValue = string | number | null;
export type SqlRow = { readonly [column: string]: unknown };

/** Runs one statement with its values, in the transaction of its owner. */
export type Query = {
  (text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]>;
  /** Runs several statements without values. */
  readonly script: (text: string) => Promise<void>;
};

export type Attempt = {
  /** True if an earlier attempt may have been committed although its answer was lost. */
  readonly isRepeated: boolean;
};

/** A pool of connections to one server, for one project. */
export type Connection = {
  readonly project: string;
  readonly server: string;
  /** Runs a single statement. */
  readonly query: Query;
  /** Runs statements that see one state of the database. */
  readonly read: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  /** Runs one transaction. It is repeated if the connection is lost, so its work must be idempotent. */
  readonly write: <T>(work: (query: Query, attempt: Attempt) => Promise<T>) => Promise<T>;
  /** Calls back for every notice on a channel, even after a reconnection. */
  readonly listen: (channel: string, onNotice: () => void) => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
};

export type ConnectOptions = {
  /** How long a statement may wait for a lock. */
  readonly waitMs: number;
  /** How long to retry while the server cannot be reached, if shorter. */
  readonly reachMs?: number | undefined;
  /** One is enough for a command: opening another one takes longer than most of its statements. */
  readonly connections: number;
  /** For a connection with temporary tables, which must not be closed while idle. */
  readonly isKept?: boolean;
};

const CONNECT_MS = 5000;
/** A permanent process does not keep connections that it does not use. */
const IDLE_SECONDS = 30;
/** After this time a transaction of a hanging process releases its locks. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const STATEMENT_MS = 60_000;
/** First and longest pause between two attempts to reach the server. */
const PAUSE_MIN_MS = 25;
const PAUSE_MAX_MS = 2000;

/**
 * Without statistics the planner chooses plans for few rows: it would read and sort a whole project. Every query of ours has an index in
 * its order. Compiling such statements takes longer than running them.
 */
const FROM_INDEXES = { enable_seqscan: "off", enable_bitmapscan: "off", enable_sort: "off", jit: "off" };

/**
 * In the list of a `SELECT`: the commit of this transaction does not wait for the disk. For data that can be made again. If the server
 * dies, it may lose this commit, but no commit before it, and no later commit that waited.
 */
export const WITHOUT_DISK = "set_config('synchronous_commit', 'off', true)";

export function connect(address: StoreAddress, options: ConnectOptions): Connection {
  const { project, server } = address;
  // The driver never forgets a statement whose connection was lost. If that connection cannot be opened again, for instance because the role
  // was dropped, it tries for ever and tells nobody. So a lost connection ends its pool.
  let pool = openPool(address, options);
  let listening: postgres.Sql | undefined;
  const again = <T>(work: (sql: postgres.Sql, attempt: Attempt) => Promise<T>): Promise<T> =>
    untilReached(
      async (attempt) => {
        const sql = pool;
        try {
          return await work(sql, attempt);
        } catch (error) {
          if (isUnreachable(error) && sql === pool) {
            pool = openPool(address, options);
            void endPool(sql);
          }
          throw error;
        }
      },
      { reachMs: options.reachMs ?? options.waitMs, server },
    );
  return {
    project,
    server,
    query: queryOn((ask) => again(ask)),
    read: (work) =>
      again((sql) => inTransaction(sql, "isolation level repeatable read read only", (own) => work(own))),
    write: (work) => again((sql, attempt) => inTransaction(sql, "", (own) => work(own, attempt))),
    listen: async (channel, onNotice) => {
      listening ??= openPool(address, options);
      const { listen } = listening;
      const { unlisten } = await again(() => listen(channel, onNotice));
      return () => unlisten();
    },
    close: async () => {
      await Promise.all([endPool(pool), listening && endPool(listening)]);
    },
  };
}

/** Ends the connections at once: either every statement has its answer by now, or the server is gone. */
const endPool = (sql: postgres.Sql): Promise<void> => sql.end({ timeout: 0 });

function openPool(
  { login, ssl }: StoreAddress,
  { waitMs, reachMs = waitMs, connections, isKept }: ConnectOptions,
): postgres.Sql {
  return postgres({
    ...login,
    ssl,
    max: connections,
    // A server that accepts a connection and never answers must not take longer than the caller waits.
    connect_timeout: Math.min(CONNECT_MS, reachMs) / 1000,
    // We choose the pauses: the driver's grow to 20 seconds, however long its caller waits.
    backoff: () => PAUSE_MIN_MS / 1000,
    ...(isKept ? { max_lifetime: null } : { idle_timeout: IDLE_SECONDS }),
    // Arrays are sent as text and cast in the statement, so the driver need not ask the server for its types.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: "tidemark",
      search_path: "tidemark",
      statement_timeout: STATEMENT_MS,
      lock_timeout: waitMs,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      ...FROM_INDEXES,
    },
  });
}

/** Statements are sent through `send`, which decides whether, and how often. */
function queryOn(
  send: <T>(ask: (sql: postgres.Sql | postgres.TransactionSql) => Promise<T>) => Promise<T>,
): Query {
  return Object.assign(
    (text: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> =>
      send(async (sql) => sql.unsafe<SqlRow[]>(text, [...values], { prepare: true })),
    { script: (text: string): Promise<void> => send(async (sql) => void (await sql.unsafe(text))) },
  );
}

/**
 * The driver continues to use a transaction's connection after it closed. Then a statement, a commit or a rollback ends the whole process,
 * or reaches the next transaction on that connection. So nothing is sent after the end of a transaction, and a lost one never returns to
 * the driver, which drops it when it notices the closed connection. The commit is sent directly after the last statement, without waiting
 * for its answer, so locks are held for one round trip less. If a statement failed, the server rolls back instead. The driver's own commit
 * then does nothing, and nobody waits for it.
 */
async function inTransaction<T>(
  sql: postgres.Sql,
  options: string,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let isLost = false;
  let failure: unknown;
  const whileOpen = async <R>(send: () => Promise<R>): Promise<R> => {
    if (isOver || isLost) throw new Error("the transaction of this statement is over");
    try {
      return await send();
    } catch (error) {
      isLost ||= isUnreachable(error);
      failure ??= error;
      throw error;
    }
  };
  return new Promise((resolve, reject) => {
    const transact = async (own: postgres.TransactionSql): Promise<void> => {
      try {
        const result = await work(queryOn((ask) => whileOpen(() => ask(own))));
        const ended = whileOpen(async () => own.unsafe("COMMIT"));
        isOver = true;
        if ((await ended).command !== "COMMIT") throw failure;
        resolve(result);
      } catch (error) {
        // The driver does not report every lost connection to its transaction.
        if (isLost) reject(error);
        throw error;
      } finally {
        isOver = true;
        if (isLost) await new Promise<never>(() => {});
      }
    };
    sql.begin(options, transact).catch((error: unknown) => {
      isLost = true;
      reject(error);
    });
  });
}

/** Retries while the server cannot be reached. The pauses grow and are random, so that clients do not return all at once. */
async function untilReached<T>(
  work: (attempt: Attempt) => Promise<T>,
  { reachMs, server }: { readonly reachMs: number; readonly server: string },
): Promise<T> {
  const deadline = Date.now() + reachMs;
  let isRepeated = false;
  for (let pause = PAUSE_MIN_MS; ; pause = Math.min(PAUSE_MAX_MS, pause * 2)) {
    try {
      return await work({ isRepeated });
    } catch (error) {
      const mayWork = isUnreachable(error) || isLostRace(error);
      if (!mayWork || Date.now() + pause > deadline) throw storeFailure(error, server);
      isRepeated ||= isUnreachable(error);
    }
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

/** Texts as one value that a statement casts to `text[]`. */
export const textArray = (values: Iterable<string>): string =>
  `{${Array.from(values, (value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

export const numberArray = (values: readonly number[]): string => `{${values.join(",")}}`;
