import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Verdict } from "./result.ts";
import { largest, median, repeated, type Spread, spreadOf } from "./stats.ts";
import { shown, type Table } from "./table.ts";
import { startWorker } from "./workers.ts";
import { acknowledgedIn } from "./writes-reader.ts";
import { openPen, prepare, type Way } from "./writes-ways.ts";

/** The order in odd rounds; even rounds reverse it, so that no way always comes first. */
const WAYS: readonly Way[] = ["naive", "enqueue", "append", "commit"];

const OURS = ["enqueue", "append", "commit"] as const;

const SAID: { readonly [way in Way]: string } = {
  enqueue: "enqueue (what recording uses)",
  append: "append (waits for its position)",
  commit: "commit (compare-and-swap create)",
  naive: "naive BEGIN IMMEDIATE",
};

/** Maximum share of the naive writer's p99 and maximum time, and absolute limits for ours. */
const SHARE_MAX = 1 / 3;
const P99_MAX_MS = 1000;
const MAX_MAX_MS = 3000;

type Sizes = { readonly processes: number; readonly writes: number; readonly rounds: number };

export type Trial = Spread & {
  readonly recorded: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly errors: number;
  readonly unreadable: number;
  readonly gaps: number;
  readonly looks: number;
  /** Longest pass of the concurrent reader. */
  readonly lookMax: number;
  readonly perSecond: number;
};

export const writes = bench({
  name: "writes",
  title: "Many processes writing to one store",
  summary: "Durable writes of many processes on one store, against a naive writer in the same run.",
  options: {
    processes: { value: 32, help: "writers at once" },
    writes: { value: 200, help: "writes of each" },
    rounds: { value: 3, help: "rounds; the median counts" },
  },
  run: async (sizes) => {
    const trials = await allTrials(sizes);
    return {
      tables: [tableOf(trials, sizes)],
      verdicts: [...correctness(trials, sizes), ...speed(trials)],
    };
  },
});

type Trials = { readonly [way in Way]: readonly Trial[] };

async function allTrials(sizes: Sizes): Promise<Trials> {
  const trials: { [way in Way]: Trial[] } = { naive: [], enqueue: [], append: [], commit: [] };
  for (let round = 0; round < sizes.rounds; round++) {
    for (const way of round % 2 === 0 ? WAYS : WAYS.toReversed()) {
      const trial = await inFolder((folder) => tryOnce(way, folder, sizes));
      const { p50, p99, max, perSecond } = trial;
      const said = `p50 ${shown(p50)}  p99 ${shown(p99)}  max ${shown(max)} ms  ${shown(perSecond)}/s`;
      say(`round ${round + 1}  ${way.padEnd(8)} ${said}`);
      trials[way].push(trial);
    }
  }
  return trials;
}

async function tryOnce(way: Way, folder: string, { processes, writes }: Sizes): Promise<Trial> {
  const acknowledged = Array.from({ length: processes }, (_, number) =>
    join(folder, `acknowledged-${number}`),
  );
  for (const file of acknowledged) writeFileSync(file, "");
  const memory = join(folder, "memory");
  mkdirSync(memory);
  await prepare(way, memory);
  const reader = startWorker("watch", { way, folder: memory, acknowledged });
  const writers = acknowledged.map((file, number) =>
    startWorker("write", { way, folder: memory, number, writes, acknowledged: file }),
  );
  await Promise.all([reader, ...writers].map((worker) => worker.ready));
  for (const worker of [reader, ...writers]) worker.go();
  const reports = await Promise.all(writers.map((writer) => writer.done));
  reader.stop();
  const { unreadable, gaps, times } = await reader.done;
  const began = Math.min(...reports.map((report) => report.began));
  const ended = Math.max(...reports.map((report) => report.ended));
  const errors = reports.flatMap((report) => report.errors);
  for (const error of new Set(errors)) say(`${way}: ${error}`);
  return {
    ...spreadOf(reports.flatMap((report) => report.times)),
    ...(await countedIn(way, memory, acknowledgedIn(acknowledged))),
    perSecond: (processes * writes * 1000) / (ended - began),
    errors: errors.length,
    ...{ unreadable, gaps, looks: times.length, lookMax: largest(times) },
  };
}

/** Checks the final contents of the store, which a process that wrote nothing reads. */
async function countedIn(way: Way, folder: string, acknowledged: readonly string[]) {
  const pen = await openPen(way, folder);
  const tokens = (await pen.readAfter(0)).map((seen) => seen.token);
  await pen.close();
  const there = new Set(tokens);
  return {
    recorded: tokens.length,
    lost: acknowledged.filter((token) => !there.has(token)).length,
    duplicated: repeated(tokens).length,
  };
}

const sum = (trials: readonly Trial[], of: (trial: Trial) => number): number =>
  trials.reduce((total, trial) => total + of(trial), 0);

/** Lost, duplicated, failed and unreadable writes are summed over the rounds; times are medians of them. */
const COLUMNS: { readonly [title: string]: (of: readonly Trial[]) => number } = {
  recorded: (of) => median(of.map((t) => t.recorded)),
  lost: (of) => sum(of, (t) => t.lost),
  duplicated: (of) => sum(of, (t) => t.duplicated),
  errors: (of) => sum(of, (t) => t.errors),
  unreadable: (of) => sum(of, (t) => t.unreadable),
  "p50 ms": (of) => median(of.map((t) => t.p50)),
  "p99 ms": (of) => median(of.map((t) => t.p99)),
  "max ms": (of) => median(of.map((t) => t.max)),
  "worst max ms": (of) => largest(of.map((t) => t.max)),
  "writes/s": (of) => Math.round(median(of.map((t) => t.perSecond))),
  "reader's max ms": (of) => median(of.map((t) => t.lookMax)),
};

function tableOf(trials: Trials, { processes, writes, rounds }: Sizes): Table {
  return {
    title: `${processes} processes × ${writes} durable writes, a reader beside; medians of ${rounds} rounds`,
    columns: ["way", ...Object.keys(COLUMNS)],
    rows: [...OURS, "naive" as const].map((way) => [
      SAID[way],
      ...Object.values(COLUMNS).map((get) => get(trials[way])),
    ]),
  };
}

/** Adds up all rounds: one lost event in one round is one too many. */
export function correctness(trials: Trials, { processes, writes }: Sizes): Verdict[] {
  return OURS.map((way) => {
    const of = trials[way];
    const wanted = processes * writes;
    const wrong = sum(
      of,
      (t) => t.lost + t.duplicated + t.errors + t.unreadable + t.gaps + Math.abs(wanted - t.recorded),
    );
    const counts = `${sum(of, (t) => t.lost)} lost, ${sum(of, (t) => t.duplicated)} duplicated, ${sum(of, (t) => t.errors)} errors`;
    return {
      what: `${way}: acknowledged writes are on the tape once and readable at once`,
      target: `${shown(wanted)} recorded, 0 lost, 0 duplicated, 0 errors, 0 unreadable`,
      measured: `${shown(median(of.map((t) => t.recorded)))} recorded, ${counts}, ${sum(of, (t) => t.unreadable)} unreadable in ${sum(of, (t) => t.looks)} looks`,
      isMet: wrong === 0,
    };
  });
}

/**
 * Only `enqueue`, which recording uses, is compared with the naive writer. `append` and `commit` must wait
 * for their turn, because callers need the position or the outcome, so only the limits apply to them.
 */
function speed(trials: Trials): Verdict[] {
  return (["p99", "max"] as const).flatMap((name) => {
    const ours = median(trials.enqueue.map((t) => t[name]));
    const naive = median(trials.naive.map((t) => t[name]));
    const limit = name === "p99" ? P99_MAX_MS : MAX_MAX_MS;
    const against = {
      what: `enqueue: ${name} against the naive writer's`,
      target: "at most a third",
      measured: `${shown(ours)} ms of ${shown(naive)} ms`,
      isMet: ours <= naive * SHARE_MAX,
    };
    const limits = OURS.map((way) => {
      const worst = largest(trials[way].map((t) => t[name]));
      return {
        what: `${way}: ${name} in the worst round`,
        target: `≤ ${shown(limit)} ms`,
        measured: `${shown(worst)} ms`,
        isMet: worst <= limit,
      };
    });
    return [against, ...limits];
  });
}
