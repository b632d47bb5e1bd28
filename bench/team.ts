import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoredEvent } from "../src/core/tape/event.ts";
import { type PostgresServer, startPostgres, stopPostgres } from "../test/support/postgres-server.ts";
import { bench } from "./bench.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Verdict } from "./result.ts";
import { repeated, type Spread, spreadOf } from "./stats.ts";
import { shown, type Table } from "./table.ts";
import { openTeamStore, prepareBare, type TeamPlace, type TeamWay } from "./team-ways.ts";
import { startWorker } from "./workers.ts";

type TeamSizes = { readonly agents: number; readonly writes: number; readonly workers: number };

type TeamTrial = Spread & {
  readonly said: string;
  readonly perSecond: number;
  readonly errors: number;
  /** Of our stores only: what became of the acknowledged events. */
  readonly kept?: { readonly lost: number; readonly duplicated: number; readonly gaps: number };
};

type TeamCase = { readonly way: TeamWay; readonly said: string; readonly isKilled?: true };

const CASES: readonly TeamCase[] = [
  { way: "insert", said: "bare INSERT, no order" },
  { way: "row-lock", said: "bare INSERT under a row lock" },
  { way: "advisory-lock", said: "bare INSERT under an advisory lock" },
  { way: "sqlite", said: "Tidemark on SQLite" },
  { way: "postgres", said: "Tidemark on PostgreSQL" },
  { way: "postgres", said: "Tidemark on PostgreSQL, server killed with -9", isKilled: true },
];

export const team = bench({
  name: "team",
  title: "Many agents writing to one memory on a server",
  summary:
    "Writes of many agents on PostgreSQL, beside SQLite and a bare INSERT; also with the server killed.",
  options: {
    agents: { value: 16, help: "agents that write at once, over all workers" },
    writes: { value: 100, help: "writes of each" },
    workers: { value: 4, help: "processes that the agents live in" },
  },
  run: async (sizes) => {
    const trials: TeamTrial[] = [];
    for (const each of CASES) {
      const trial = await inFolder((folder) => tryCase(each, folder, sizes));
      say(`${each.said}: p99 ${shown(trial.p99)} ms, ${shown(trial.perSecond)}/s`);
      trials.push(trial);
    }
    return { tables: [tableOf(trials, sizes)], verdicts: verdictsOf(trials) };
  },
});

/** A server of its own for each case, with data on a disk and commits that wait for it. */
async function tryCase(one: TeamCase, folder: string, sizes: TeamSizes): Promise<TeamTrial> {
  chmodSync(folder, 0o755);
  const data = join(folder, "server");
  mkdirSync(data, { mode: 0o755 });
  const memory = join(folder, "memory");
  mkdirSync(memory);
  let server = await startPostgres({ folder: data, isDurable: true });
  try {
    const place: TeamPlace = { way: one.way, folder: memory, url: server.url() };
    if (one.way === "sqlite" || one.way === "postgres") await (await openTeamStore(place)).close();
    else await prepareBare(place.url);
    const restart = async (): Promise<void> => {
      server = await killAndRestart(server, data);
    };
    return await tryOnce(one, place, { sizes, restart });
  } finally {
    await stopPostgres(server);
  }
}

async function killAndRestart(server: PostgresServer, folder: string): Promise<PostgresServer> {
  await stopPostgres(server, "SIGKILL");
  return startPostgres({ folder, isDurable: true, port: server.port });
}

type Running = { readonly sizes: TeamSizes; readonly restart: () => Promise<void> };

/** The server is killed this long after the writing began. */
const KILL_AFTER_MS = 300;

async function tryOnce(one: TeamCase, place: TeamPlace, { sizes, restart }: Running): Promise<TeamTrial> {
  const agents = Math.ceil(sizes.agents / sizes.workers);
  const workers = Array.from({ length: sizes.workers }, (_, number) =>
    startWorker("team", { ...place, number, agents, writes: sizes.writes }),
  );
  await Promise.all(workers.map((worker) => worker.ready));
  for (const worker of workers) worker.go();
  if (one.isKilled) {
    await sleep(KILL_AFTER_MS);
    await restart();
  }
  const reports = await Promise.all(workers.map((worker) => worker.done));
  const seconds =
    (Math.max(...reports.map(({ ended }) => ended)) - Math.min(...reports.map(({ began }) => began))) / 1000;
  const errors = reports.flatMap((report) => report.errors);
  for (const error of new Set(errors)) say(error);
  const acknowledged = reports.flatMap((report) => report.acknowledged);
  const isOurs = one.way === "sqlite" || one.way === "postgres";
  return {
    ...spreadOf(reports.flatMap((report) => report.times)),
    said: one.said,
    perSecond: acknowledged.length / seconds,
    errors: errors.length,
    ...(isOurs ? { kept: await keptIn(place, acknowledged) } : {}),
  };
}

const PAGE = 5000;

async function keptIn(place: TeamPlace, acknowledged: readonly string[]) {
  const store = await openTeamStore(place);
  const events: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const slice = await store.events.read(after, PAGE);
    events.push(...slice.events);
    if (slice.upTo <= after) break;
    after = slice.upTo;
  }
  await store.close();
  const tokens = events.map(({ payload }) => String(payload?.text).split(" ")[0] ?? "");
  const there = new Set(tokens);
  return {
    lost: acknowledged.filter((token) => !there.has(token)).length,
    duplicated: repeated(tokens).length,
    gaps: events.filter(({ position }, i) => position !== i + 1).length,
  };
}

function tableOf(trials: readonly TeamTrial[], { agents, writes, workers }: TeamSizes): Table {
  return {
    title: `${agents} agents in ${workers} processes, ${writes} writes each; every write is on a disk when it returns`,
    columns: ["way", "writes/s", "p50 ms", "p99 ms", "max ms", "errors", "lost", "twice", "gaps"],
    rows: trials.map(({ said, perSecond, p50, p99, max, errors, kept }) => [
      ...[said, shown(perSecond), shown(p50), shown(p99), shown(max), String(errors)],
      ...(kept ? [kept.lost, kept.duplicated, kept.gaps].map(String) : ["", "", ""]),
    ]),
  };
}

function verdictsOf(trials: readonly TeamTrial[]): Verdict[] {
  return trials.flatMap(({ said, errors, kept }) => {
    if (kept === undefined) return [];
    const { lost, duplicated, gaps } = kept;
    return [
      {
        what: `${said}: acknowledged events lost, recorded twice, gaps, errors`,
        target: "0, 0, 0, 0",
        measured: `${lost}, ${duplicated}, ${gaps}, ${errors}`,
        isMet: lost + duplicated + gaps + errors === 0,
      },
    ];
  });
}
