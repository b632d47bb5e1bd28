import { statSync } from "node:fs";
import { join } from "node:path";
import { chooseDriver, type Statement } from "../src/adapters/sqlite/driver.ts";
import { recall } from "../src/app/recall/recall.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import type { Draft } from "../src/core/tape/event.ts";
import { chanceOf, textsOf } from "./chance.ts";
import { replayMemory } from "./extract-memory.ts";
import { databaseIn, openStore } from "./open-store.ts";
import { say } from "./progress.ts";

export type SpeedInput = {
  readonly folder: string;
  readonly seed: number;
  readonly passages: number;
  readonly questions: number;
};

export type SpeedReport = {
  readonly recallMs: readonly number[];
  /** CPU time of all threads: more reliable than elapsed time on a busy machine. */
  readonly cpuMs: readonly number[];
  /** Times of SQLite's full-text search for the same words. */
  readonly bareMs: readonly number[];
  readonly indexSeconds: number;
  readonly indexCpuSeconds: number;
  readonly indexBytes: number;
  readonly bareBytes: number;
  readonly megabytes: number;
};

const BATCH = 5000;
const TURN_WORDS = 45;
const SESSION_TURNS = 60;
const START = Date.UTC(2030, 0, 1);
const STEP_MS = 20_000;
const K = 10;
/** Number of most frequent words, the stop words of generated text, which questions do not contain. */
const EMPTY_RANKS = 100;

/**
 * Fills a store with this many one-passage turns, and queries it and a bare index for words of single turns.
 */
export async function work({ folder, seed, passages, questions }: SpeedInput): Promise<SpeedReport> {
  const store = await openStore(folder);
  const deps: Deps = { ...replayMemory(), store };
  const bare = await bareIndex(join(folder, "bare.db"));
  const asked = await fill(deps, bare, { seed, passages, questions });
  const before = statSync(databaseIn(folder)).size;
  const began = performance.now();
  const cpu = process.cpuUsage();
  await catchUp(deps, "items", "topics", "search");
  const indexSeconds = (performance.now() - began) / 1000;
  const indexCpuSeconds = cpuMsSince(cpu) / 1000;
  say(`${passages} passages indexed in ${indexSeconds.toFixed(1)} s`);
  const times = { recallMs: [] as number[], cpuMs: [] as number[], bareMs: [] as number[] };
  for (const words of asked) {
    const query = words.join(" ");
    const before = process.cpuUsage();
    times.recallMs.push(await timed(() => recall(deps, { query, k: K })));
    times.cpuMs.push(cpuMsSince(before));
    times.bareMs.push(await timed(async () => bare.ask(words)));
  }
  await store.close();
  return {
    ...times,
    indexSeconds,
    indexCpuSeconds,
    indexBytes: statSync(databaseIn(folder)).size - before,
    bareBytes: bare.close(),
    megabytes: process.resourceUsage().maxRSS / 1024,
  };
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

type Sizes = Omit<SpeedInput, "folder">;

/** Fills both stores and returns the queries: words from turns evenly spread over the tape. */
export async function fill(
  deps: Deps,
  bare: Bare,
  { seed, passages, questions }: Sizes,
): Promise<string[][]> {
  const chance = chanceOf(seed);
  const text = textsOf(chance);
  const empty = new Set(text.frequent(EMPTY_RANKS));
  const every = Math.max(1, Math.floor(passages / questions));
  const asked: string[][] = [];
  let batch: Draft[] = [];
  for (let i = 0; i < passages; i++) {
    const said = text(TURN_WORDS);
    batch.push(turnOf(deps, said, i));
    bare.add(said);
    if (i % every === 0 && asked.length < questions) asked.push(someOf(said, empty, chance));
    if (batch.length === BATCH || i === passages - 1) {
      await deps.store.tape.append(batch);
      bare.flush();
      batch = [];
    }
  }
  return asked.filter((words) => words.length > 0);
}

/** Picks three to six words of a text, without stop words. */
function someOf(text: string, empty: ReadonlySet<string>, chance: () => number): string[] {
  const telling = text.split(" ").filter((word) => !empty.has(word));
  const count = 3 + Math.floor(chance() * 4);
  return [
    ...new Set(Array.from({ length: count }, () => telling[Math.floor(chance() * telling.length)] ?? "")),
  ];
}

function turnOf({ writer }: Deps, text: string, i: number): Draft {
  const at = START + i * STEP_MS;
  return {
    id: `evt_${i}`,
    type: "turn.recorded",
    version: 1,
    at,
    recordedAt: at,
    writer,
    session: `s${Math.floor(i / SESSION_TURNS)}`,
    payload: { role: i % 2 === 0 ? "user" : "assistant", text },
  };
}

export type Bare = {
  readonly add: (text: string) => void;
  readonly flush: () => void;
  readonly ask: (words: readonly string[]) => unknown;
  /** Closes the index and returns its size in bytes. */
  readonly close: () => number;
};

/** A minimal full-text index with SQLite's FTS5, as the baseline. */
async function bareIndex(path: string): Promise<Bare> {
  const database = (await chooseDriver()).open(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  database.exec("CREATE VIRTUAL TABLE turns USING fts5(text, tokenize = 'porter unicode61'); BEGIN");
  const insert: Statement = database.prepare("INSERT INTO turns (text) VALUES (?)");
  const select = database.prepare(
    `SELECT rowid, text FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ${K}`,
  );
  return {
    add: (text) => void insert.run(text),
    flush: () => database.exec("COMMIT; BEGIN"),
    ask: (words) => select.all(words.map((word) => `"${word}"`).join(" OR ")),
    close: () => {
      database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
      database.close();
      return statSync(path).size;
    },
  };
}
