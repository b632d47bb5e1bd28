import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { StoredEvent } from "../src/core/tape/event.ts";
import { type NetworkPath, networkPathTo } from "../test/support/network-path.ts";
import { type PostgresServer, startPostgres, stopPostgres } from "../test/support/postgres-server.ts";
import { bench } from "./bench.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Verdict } from "./result.ts";
import { repeated, type Spread, spreadOf } from "./stats.ts";
import { shown, type Table } from "./table.ts";
import type { BesideReport } from "./team-beside.ts";
import { openTeamStore, prepareBare, type TeamPlace, type TeamWay } from "./team-ways.ts";
import { startWorker } from "./workers.ts";

type TeamSizes = {
  readonly agents: number;
  readonly writes: number;
  readonly bare: number;
  readonly processes: number;
  readonly workers: number;
  readonly readers: number;
  readonly cut: number;
};

type TeamTrial = Spread & {
  readonly said: string;
  readonly perSecond: number;
  readonly errors: number;
  /** Only for our stores: the check of the acknowledged events. */
  readonly kept?: KeptEvents;
};

type TeamCase = { readonly way: TeamWay; readonly said: string; readonly isDisturbed?: true };

const CASES: readonly TeamCase[] = [
  { way: "insert", said: "bare INSERT, no order" },
  { way: "row-lock", said: "bare INSERT under a row lock" },
  { way: "advisory-lock", said: "bare INSERT under an advisory lock" },
  { way: "sqlite", said: "Tidemark on SQLite" },
  { way: "postgres", said: "Tidemark on PostgreSQL" },
  {
    way: "postgres",
    said: "Tidemark on PostgreSQL, server killed with -9, then the network cut",
    isDisturbed: true,
  },
];

export const team = bench({
  name: "team",
  title: "Many agents writing to one memory on a server",
  summary:
    "Writes of many agents on PostgreSQL, beside SQLite and a bare INSERT; also with the server killed and the network cut.",
  options: {
    agents: { value: 64, help: "agents that write at once, over all processes" },
    writes: { value: 1000, help: "writes of each" },
    bare: { value: 100, help: "writes of each in the cases of a bare INSERT" },
    processes: { value: 4, help: "processes that the agents live in" },
    workers: { value: 4, help: "workers that read sessions meanwhile", isZeroAllowed: true },
    readers: { value: 2, help: "readers that follow the tape and recall meanwhile", isZeroAllowed: true },
    cut: { value: 30, help: "seconds for which the network carries nothing" },
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

const isOurs = ({ way }: TeamCase): boolean => way === "sqlite" || way === "postgres";

/** Runs a case on its own server, with data on disk and durable commits. */
async function tryCase(one: TeamCase, folder: string, sizes: TeamSizes): Promise<TeamTrial> {
  chmodSync(folder, 0o755);
  const data = join(folder, "server");
  mkdirSync(data, { mode: 0o755 });
  const memory = join(folder, "memory");
  mkdirSync(memory);
  let server = await startPostgres({ folder: data, isDurable: true });
  const network = await networkPathTo(server.url());
  try {
    const place: TeamPlace = { way: one.way, folder: memory, url: network.url };
    if (isOurs(one)) await (await openTeamStore(place)).close();
    else await prepareBare(place.url);
    const restart = async (): Promise<void> => {
      server = await killAndRestart(server, data);
    };
    const disturb = (): Promise<void> => disturbOnce({ network, restart, seconds: sizes.cut });
    return await tryOnce(one, place, { sizes, disturb });
  } finally {
    network.cut();
    await stopPostgres(server);
  }
}

async function killAndRestart(server: PostgresServer, folder: string): Promise<PostgresServer> {
  await stopPostgres(server, "SIGKILL");
  return startPostgres({ folder, isDurable: true, port: server.port });
}

/** Time of undisturbed writing before the server is killed, and again before the network is cut. */
const QUIET_MS = 300;

type Disturbance = {
  readonly network: NetworkPath;
  readonly restart: () => Promise<void>;
  readonly seconds: number;
};

async function disturbOnce({ network, restart, seconds }: Disturbance): Promise<void> {
  await sleep(QUIET_MS);
  await restart();
  await sleep(QUIET_MS);
  network.stall();
  await sleep(seconds * 1000);
  await network.mend();
}

type Running = { readonly sizes: TeamSizes; readonly disturb: () => Promise<void> };

async function tryOnce(one: TeamCase, place: TeamPlace, { sizes, disturb }: Running): Promise<TeamTrial> {
  const agents = Math.ceil(sizes.agents / sizes.processes);
  const writes = isOurs(one) ? sizes.writes : Math.min(sizes.writes, sizes.bare);
  const writing = Array.from({ length: sizes.processes }, (_, number) =>
    startWorker("team", { ...place, number, agents, writes }),
  );
  const beside = (role: "reader" | "worker", count: number) =>
    Array.from({ length: isOurs(one) ? count : 0 }, () => startWorker("team-beside", { ...place, role }));
  const reading = [...beside("worker", sizes.workers), ...beside("reader", sizes.readers)];
  const all = [...writing, ...reading];
  await Promise.all(all.map((worker) => worker.ready));
  for (const worker of all) worker.go();
  if (one.isDisturbed) await disturb();
  const reports = await Promise.all(writing.map((worker) => worker.done));
  for (const worker of reading) worker.stop();
  const looks = await Promise.all(reading.map((worker) => worker.done));
  const seconds =
    (Math.max(...reports.map(({ ended }) => ended)) - Math.min(...reports.map(({ began }) => began))) / 1000;
  const errors = [...reports, ...looks].flatMap((report) => report.errors);
  for (const error of new Set(errors)) say(error);
  const acknowledged = reports.flatMap((report) => report.acknowledged);
  return {
    ...spreadOf(reports.flatMap((report) => report.times)),
    said: one.said,
    perSecond: acknowledged.length / seconds,
    errors: errors.length,
    ...(isOurs(one) ? { kept: await keptIn(place, acknowledged, looks) } : {}),
  };
}

type KeptEvents = {
  readonly lost: number;
  readonly duplicated: number;
  /** Number of missing positions, in the final tape or seen by a reader during the run. */
  readonly gaps: number;
  /** Number of passes over turns that had already been read. */
  readonly readTwice: number;
};

const PAGE = 5000;

async function keptIn(
  place: TeamPlace,
  acknowledged: readonly string[],
  looks: readonly BesideReport[],
): Promise<KeptEvents> {
  const store = await openTeamStore(place);
  const events: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const slice = await store.events.read(after, PAGE);
    events.push(...slice.events);
    if (slice.upTo <= after) break;
    after = slice.upTo;
  }
  await store.close();
  const turns = events.filter(({ type }) => type === "turn.recorded");
  const tokens = turns.map(({ payload }) => String(payload?.text).split(" ")[0] ?? "");
  const there = new Set(tokens);
  return {
    lost: acknowledged.filter((token) => !there.has(token)).length,
    duplicated: repeated(tokens).length,
    gaps:
      events.filter(({ position }, i) => position !== i + 1).length +
      looks.reduce((sum, { gaps }) => sum + gaps, 0),
    readTwice: turnsReadTwice(events),
  };
}

/** Counts `session.read` events that do not end after an earlier one of the same session. */
function turnsReadTwice(events: readonly StoredEvent[]): number {
  const readTo = new Map<string, number>();
  let twice = 0;
  for (const { type, session = "", payload } of events) {
    if (type !== "session.read") continue;
    const upTo = Number(payload?.up_to);
    if (upTo <= (readTo.get(session) ?? 0)) twice += 1;
    readTo.set(session, upTo);
  }
  return twice;
}

function tableOf(trials: readonly TeamTrial[], sizes: TeamSizes): Table {
  const { agents, writes, bare, processes, workers, readers, cut } = sizes;
  return {
    title: `${agents} agents in ${processes} processes, ${writes} writes each, beside ${workers} workers and ${readers} readers (${Math.min(writes, bare)} in bare cases, which nobody reads); the cut takes ${cut} s; every write is on a disk when it returns`,
    columns: [
      "way",
      "writes/s",
      "p50 ms",
      "p99 ms",
      "max ms",
      "errors",
      "lost",
      "twice",
      "gaps",
      "read twice",
    ],
    rows: trials.map(({ said, perSecond, p50, p99, max, errors, kept }) => [
      ...[said, shown(perSecond), shown(p50), shown(p99), shown(max), String(errors)],
      ...(kept ? [kept.lost, kept.duplicated, kept.gaps, kept.readTwice].map(String) : ["", "", "", ""]),
    ]),
  };
}

function verdictsOf(trials: readonly TeamTrial[]): Verdict[] {
  return trials.flatMap(({ said, errors, kept }) => {
    if (kept === undefined) return [];
    const { lost, duplicated, gaps, readTwice } = kept;
    return [
      {
        what: `${said}: acknowledged events lost, recorded twice, gaps, turns read twice, errors`,
        target: "0, 0, 0, 0, 0",
        measured: `${lost}, ${duplicated}, ${gaps}, ${readTwice}, ${errors}`,
        isMet: lost + duplicated + gaps + readTwice + errors === 0,
      },
    ];
  });
}
