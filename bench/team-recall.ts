import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Hit } from "../src/app/recall/hits.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import type { Store } from "../src/ports/store.ts";
import { fixedClock } from "../src/testing/fakes.ts";
import { startPostgres, stopPostgres } from "../test/support/postgres-server.ts";
import { bench } from "./bench.ts";
import { DATA_OPTION } from "./data.ts";
import { replayMemory } from "./extract-memory.ts";
import { openStore } from "./open-store.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import { hitsFor, readAll, recordAll } from "./recall-memory.ts";
import { type Group, type Pack, packsIn } from "./recall-packs.ts";
import { type Bare, fill } from "./recall-speed-worker.ts";
import { evenly } from "./recall-unrelated.ts";
import { percentile } from "./stats.ts";
import { shown, type Table } from "./table.ts";
import { openTeamStore } from "./team-ways.ts";

/** Two memories with the same events, in two stores. */
type TwoMemories = { readonly sqlite: Deps; readonly postgres: Deps };
type TwoTimes = { readonly sqlite: number[]; readonly postgres: number[] };

export const teamRecall = bench({
  name: "team-recall",
  title: "Recall on PostgreSQL beside SQLite",
  summary:
    "The same questions asked of both stores: whether the rankings are identical, and how fast each answers.",
  options: {
    data: DATA_OPTION,
    set: {
      value: "locomo_dev,swectx_dev,facts_6k",
      help: "names of packs, with commas between; none for no pack",
    },
    limit: { value: 0, help: "questions asked of each pack; 0 for all", isZeroAllowed: true },
    passages: { value: "10000,100000", help: "numbers of passages for which answers are timed" },
    questions: { value: 300, help: "questions asked of each number of passages" },
  },
  run: async ({ data, set, limit, passages, questions }) =>
    inFolder(async (folder) => {
      chmodSync(folder, 0o755);
      const server = await startPostgres({ folder: serverFolder(folder), isDurable: true });
      try {
        const wanted = set.split(",").flatMap((name) => name.trim() || []);
        const open = twoStores(folder, server.url());
        const packs: PackReport[] = [];
        for (const pack of wanted.includes("none") ? [] : packsIn(data, { wanted, known: [] }))
          packs.push(await comparePack(pack, { open, limit, folder }));
        const speeds: SpeedLine[] = [];
        for (const size of passages.split(",").map(Number))
          speeds.push({ size, ...(await timeOf(size, questions, open)) });
        return {
          tables: [rankingTable(packs), speedTable(speeds)],
          verdicts: packs.map(({ name, questions: asked, different }) => ({
            what: `${name}: questions ranked differently`,
            target: "0",
            measured: `${different.length} of ${asked}`,
            isMet: different.length === 0,
          })),
        };
      } finally {
        await stopPostgres(server);
      }
    }),
});

function serverFolder(folder: string): string {
  const path = join(folder, "server");
  mkdirSync(path, { mode: 0o755 });
  return path;
}

type OpenBoth = () => Promise<{ readonly sqlite: Store; readonly postgres: Store }>;

/** Returns a function that opens a new memory in both stores at each call. */
function twoStores(folder: string, url: string): OpenBoth {
  let made = 0;
  return async () => {
    made += 1;
    const memory = join(folder, `memory-${made}`);
    mkdirSync(memory);
    const place = { folder: memory, url: `${url}?project=p${made}` };
    return {
      sqlite: await openStore(memory),
      postgres: await openTeamStore({ way: "postgres", ...place }),
    };
  };
}

type PackReport = {
  readonly name: string;
  readonly questions: number;
  /** Questions with different answers, with the first hits that differ. */
  readonly different: readonly string[];
  readonly times: TwoTimes;
};

type Comparing = { readonly open: OpenBoth; readonly limit: number; readonly folder: string };

const K = 50;
const DAY_MS = 24 * 60 * 60 * 1000;

async function comparePack(pack: Pack, { open, limit, folder }: Comparing): Promise<PackReport> {
  const questions = limit > 0 ? evenly(pack.questions, limit) : pack.questions;
  const different: string[] = [];
  const times: TwoTimes = { sqlite: [], postgres: [] };
  let asked = 0;
  for (const group of pack.groups) {
    const own = questions.filter(({ gid }) => gid === group.gid);
    if (own.length === 0) continue;
    const memoryPool = await filled(group, open, folder);
    for (const { qid, text } of own) {
      const sqlite = await timed(memoryPool.sqlite, text, times.sqlite);
      const postgres = await timed(memoryPool.postgres, text, times.postgres);
      const at = sqlite.findIndex((line, i) => line !== postgres[i]);
      if (at >= 0 || sqlite.length !== postgres.length)
        different.push(`${qid} at ${at}: ${sqlite[at]} / ${postgres[at]}`);
    }
    asked += own.length;
    await memoryPool.sqlite.store.close();
    await memoryPool.postgres.store.close();
    say(
      `${pack.name} ${group.gid}: ${group.turns.length} turns, ${own.length} questions, ${different.length} differ`,
    );
  }
  return { name: pack.name, questions: asked, different, times };
}

async function filled(group: Group, open: OpenBoth, folder: string): Promise<TwoMemories> {
  const stores = await open();
  const clock = fixedClock((group.turns.at(-1)?.at ?? 0) + DAY_MS);
  const fillOne = async (store: Store): Promise<Deps> => {
    const deps: Deps = { ...replayMemory(), store, clock };
    await recordAll(deps, group.turns, folder);
    await readAll(deps);
    await catchUp(deps, "items", "search");
    return deps;
  };
  return { sqlite: await fillOne(stores.sqlite), postgres: await fillOne(stores.postgres) };
}

/**
 * Times a query and returns its hits as strings of id, score and evidence, so that answers can be compared.
 */
async function timed(deps: Deps, query: string, times: number[]): Promise<string[]> {
  const from = performance.now();
  const hits = await hitsFor(deps, query, K);
  times.push(performance.now() - from);
  return hits.map(({ id, score, evidence }: Hit) => JSON.stringify({ id, score, evidence }));
}

type SpeedLine = TwoTimes & { readonly size: number; readonly indexSeconds: readonly [number, number] };

const NO_BARE: Bare = { add: () => {}, flush: () => {}, ask: () => [], close: () => 0 };
const SEED = 1;

async function timeOf(passages: number, questions: number, open: OpenBoth): Promise<Omit<SpeedLine, "size">> {
  const stores = await open();
  const measured = async (store: Store): Promise<{ readonly ms: number[]; readonly index: number }> => {
    const deps: Deps = { ...replayMemory(), store };
    const asked = await fill(deps, NO_BARE, { seed: SEED, passages, questions });
    const from = performance.now();
    await catchUp(deps, "items", "topics", "search");
    const index = (performance.now() - from) / 1000;
    const ms: number[] = [];
    for (const words of asked) await timed(deps, words.join(" "), ms);
    await store.close();
    return { ms, index };
  };
  const sqlite = await measured(stores.sqlite);
  const postgres = await measured(stores.postgres);
  say(
    `${passages} passages: p95 ${shown(percentile(sqlite.ms, 0.95))} and ${shown(percentile(postgres.ms, 0.95))} ms`,
  );
  return { sqlite: sqlite.ms, postgres: postgres.ms, indexSeconds: [sqlite.index, postgres.index] };
}

const rankingTable = (packs: readonly PackReport[]): Table => ({
  title: `The first ${K} hits with their scores, compared one by one`,
  columns: ["pack", "questions", "ranked differently", "which", "SQLite p95 ms", "PostgreSQL p95 ms"],
  rows: packs.map(({ name, questions, different, times }) => [
    ...[name, String(questions), String(different.length), different.slice(0, 3).join("; ")],
    ...[shown(percentile(times.sqlite, 0.95)), shown(percentile(times.postgres, 0.95))],
  ]),
});

const speedTable = (speeds: readonly SpeedLine[]): Table => ({
  title: `Questions of 3 to 6 words over turns of 45 words; ${K} hits; a server on the same machine`,
  columns: [
    ...["passages", "SQLite p50 ms", "p95 ms", "PostgreSQL p50 ms", "p95 ms"],
    ...["SQLite index, s", "PostgreSQL index, s"],
  ],
  rows: speeds.map(({ size, sqlite, postgres, indexSeconds }) => [
    shown(size),
    ...[sqlite, postgres].flatMap((ms) => [shown(percentile(ms, 0.5)), shown(percentile(ms, 0.95))]),
    ...indexSeconds.map(shown),
  ]),
});
