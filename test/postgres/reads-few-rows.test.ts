import postgres from "postgres";
import { expect, onTestFinished } from "vitest";
import { EMPTY_SPOOL } from "../../src/adapters/disk/empty-spool.ts";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { turn } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { dropDatabase, needsPostgres, newDatabase } from "../support/postgres.ts";
import { testMemory } from "../support/test-memory.ts";

const TURNS = 6000;
const SESSION_TURNS = 100;
/** Number of turns of a long-running process, of turns per step, and of index entries that each turn may read. */
const STAYING_TURNS = 3000;
const STEP = 10;
const ENTRIES_EACH_MAX = 60;
/** Maximum number of rows that a verb may read: more than it returns, and far fewer than the tape has. */
const ROWS_MAX = 500;

/** Table rows and index entries that connections read so far. The server counts a connection when it is closed. */
async function rowsRead(url: string): Promise<{ readonly whole: number; readonly entries: number }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql`SELECT
    (SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE 'search_%' OR relname = 'events') AS whole,
    (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE schemaname = 'tidemark') AS entries`;
  await sql.end();
  return { whole: Number(row?.whole), entries: Number(row?.entries) };
}

scenario("team.reads-few-rows", async (_, context) => {
  needsPostgres(context);
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  const deps = await testMemory({ store: "memory" });
  const address = await readAddress(url, () => "long");
  /** Runs work over a new connection, and counts what it read. */
  const counted = async (work: (deps: Deps) => Promise<unknown>) => {
    const before = await rowsRead(url);
    const options = { spool: EMPTY_SPOOL, sha256, waitMs: 10_000, connections: 1 };
    const { store } = await openPostgresStore({ address, ...options });
    await work({ ...deps, store });
    await store.close();
    const after = await rowsRead(url);
    return { whole: after.whole - before.whole, entries: after.entries - before.entries };
  };
  // The number of rows that each step of a view reads must not grow with the tape.
  const staying = await counted(async (there) => {
    for (let number = 0; number < STAYING_TURNS; number += STEP) {
      const some = Array.from({ length: STEP }, (_, i) => turn(`early${number + i}`, { session: "early" }));
      await there.store.tape.append(some);
      await catchUp(there, "items", "search");
    }
  });
  expect(staying.entries).toBeLessThan(STAYING_TURNS * ENTRIES_EACH_MAX);
  await counted(async (there) => {
    for (let from = 0; from < TURNS; from += 1000)
      await there.store.tape.append(
        Array.from({ length: 1000 }, (_, i) => {
          const number = from + i;
          const word = number % SESSION_TURNS === 0 ? "zebra" : "horse";
          const text = `the ${word} of stable ${number} eats hay`;
          return {
            ...turn(`t${number}`),
            session: `s${Math.floor(number / SESSION_TURNS)}`,
            payload: { role: "user", text },
          };
        }),
      );
    await recall(there, { query: "horse", k: 5 });
  });
  const question = await counted((there) => recall(there, { query: "zebra", k: 5 }));
  const oneMore = await counted(async (there) => {
    await there.store.tape.append([{ ...turn("more"), session: "s3" }]);
    await catchUp(there, "items", "search");
  });
  for (const { whole, entries } of [question, oneMore]) {
    expect(whole).toBeLessThan(ROWS_MAX);
    expect(entries).toBeLessThan(ROWS_MAX);
  }
});
