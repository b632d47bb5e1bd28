import { join } from "node:path";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { foreignRows } from "../src/adapters/sqlite/foreign-rows.ts";
import { record } from "../src/app/intake/record.ts";
import type { Hit } from "../src/app/recall/hits.ts";
import { recall } from "../src/app/recall/recall.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { workOnce } from "../src/app/sessions/worker-loop.ts";
import { iso } from "../src/core/time.ts";
import { fixedClock } from "../src/testing/fakes.ts";
import { replayMemory } from "./extract-memory.ts";
import { databaseIn, openStore } from "./open-store.ts";
import type { PackTurn } from "./recall-packs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TURNS_PER_HIT = 3;

/** The measured function: all questions go through this call, and only this call is timed. */
export async function hitsFor(deps: Deps, query: string, k: number): Promise<readonly Hit[]> {
  return (await recall(deps, { query, k })).hits;
}

/** A search system over turns, with the time it took to fill and a timed query. */
export type System = {
  readonly name: string;
  readonly recordMs: number;
  readonly distilMs: number;
  /** Ranked turns without duplicates. */
  readonly ask: (text: string) => Promise<{ readonly ranked: readonly PackTurn[]; readonly ms: number }>;
  /** Closes the system and returns its size on disk in bytes. */
  readonly close: () => Promise<number>;
};

/** Records turns in an empty store, ends their sessions and runs the worker, unless only cost is measured. */
export async function tidemarkOver(
  turns: readonly PackTurn[],
  k: number,
  { folder, isRead = true }: { readonly folder: string; readonly isRead?: boolean },
): Promise<System> {
  const clock = fixedClock((turns.at(-1)?.at ?? 0) + DAY_MS);
  const deps: Deps = { ...replayMemory(), store: await openStore(folder), clock };
  const began = performance.now();
  const first = await recordAll(deps, turns, folder);
  const recorded = performance.now();
  if (isRead) await readAll(deps);
  await catchUp(deps, "items", "search");
  const distilMs = performance.now() - recorded;
  const at = new Map(turns.map((turn, i) => [first + i, turn]));
  return {
    name: "tidemark",
    recordMs: recorded - began,
    distilMs,
    ask: async (text) => {
      const asked = performance.now();
      const hits = await hitsFor(deps, text, k);
      const ms = performance.now() - asked;
      return { ranked: turnsAmong(positionsOf(hits), at), ms };
    },
    close: async () => {
      await deps.store.close();
      return bytesIn(folder);
    },
  };
}

/** Counts pages instead of the file size, because the write-ahead log holds some of the pages. */
async function bytesIn(folder: string): Promise<number> {
  const sql = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";
  for await (const { bytes } of foreignRows(await chooseDriver(), databaseIn(folder), sql))
    return Number(bytes);
  throw new Error("The database did not say how large it is.");
}

/** Records the turns and returns the position of the first; the others follow without a gap. */
export async function recordAll(deps: Deps, turns: readonly PackTurn[], folder: string): Promise<number> {
  const file = join(folder, "turns.jsonl");
  const ends = new Map(turns.map(({ session, at }) => [session, at]));
  await deps.files.write(
    file,
    (async function* () {
      for (const turn of turns) yield `${JSON.stringify(lineOf(turn))}\n`;
      for (const [session, at] of ends)
        yield `${JSON.stringify({ type: "session.ended", session, at: iso(at) })}\n`;
    })(),
  );
  const { recorded, first_position, last_position } = await record(deps, { file });
  const [first, last] = [first_position ?? 0, last_position ?? 0];
  const expected = turns.length + ends.size;
  if (recorded !== expected || last - first + 1 !== expected)
    throw new Error(`${expected} events were given and ${recorded} recorded: turns cannot be told apart.`);
  return first;
}

const lineOf = ({ id, at, ...turn }: PackTurn): object => ({ type: "turn", at: iso(at), ...turn });

export async function readAll(deps: Deps): Promise<void> {
  const { failed, still_due } = await workOnce(deps);
  if (failed + still_due > 0)
    throw new Error(`The worker failed on ${failed} sessions and left ${still_due} due.`);
}

/** The positions of the turns behind each hit: the turn itself, or the evidence of an item. */
const positionsOf = (hits: readonly Hit[]): number[] =>
  hits.flatMap(({ evidence }) => [...evidence].sort((a, b) => a - b).slice(0, TURNS_PER_HIT));

const turnsAmong = (positions: readonly number[], at: ReadonlyMap<number, PackTurn>): PackTurn[] =>
  [...new Set(positions)].flatMap((position) => at.get(position) ?? []);
