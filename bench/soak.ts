import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { startPostgres, stopPostgres } from "../test/support/postgres-server.ts";
import { bench } from "./bench.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Verdict } from "./result.ts";
import type { SoakInput, SoakReport } from "./soak-worker.ts";
import { shown, type Table } from "./table.ts";
import { openTeamStore, type TeamPlace } from "./team-ways.ts";
import { startWorker } from "./workers.ts";

/** Growth that a run may show, in a minute: the first minutes are left out, while caches fill. */
const MEGABYTES_A_MINUTE_MAX = 0.5;
const HANDLES_A_MINUTE_MAX = 0.1;
const CONNECTIONS_A_MINUTE_MAX = 0.1;
/** Of the run, at its beginning. */
const WARM_UP = 0.3;

export const soak = bench({
  name: "soak",
  title: "Hours of work on one server",
  summary: "Agents, workers and subscribers on PostgreSQL: memory, connections and file handles stay flat.",
  options: {
    minutes: { value: 10, help: "how long" },
    agents: { value: 8, help: "processes that write and ask" },
    workers: { value: 2, help: "processes that read sessions" },
    subscribers: { value: 2, help: "processes that are woken by the tape" },
  },
  run: async ({ minutes, agents, workers, subscribers }) =>
    inFolder(async (folder) => {
      chmodSync(folder, 0o755);
      const data = join(folder, "server");
      mkdirSync(data, { mode: 0o755 });
      const server = await startPostgres({ folder: data, isDurable: true });
      try {
        const place: TeamPlace = { way: "postgres", folder, url: server.url() };
        await (await openTeamStore(place)).close();
        const roles: SoakInput["role"][] = [
          ...Array<"agent">(agents).fill("agent"),
          ...Array<"worker">(workers).fill("worker"),
          ...Array<"subscriber">(subscribers).fill("subscriber"),
        ];
        const running = roles.map((role, number) => startWorker("soak", { ...place, number, role }));
        await Promise.all(running.map((worker) => worker.ready));
        for (const worker of running) worker.go();
        const connections = await watchConnections(server.url(), minutes * 60);
        for (const worker of running) worker.stop();
        const reports = await Promise.all(running.map((worker) => worker.done));
        return findingOf(roles, reports, connections);
      } finally {
        await stopPostgres(server);
      }
    }),
});

type Sample = { readonly at: number; readonly value: number };

const LOOK_SECONDS = 5;

async function watchConnections(url: string, seconds: number): Promise<readonly Sample[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const samples: Sample[] = [];
  for (let at = 0; at < seconds; at += LOOK_SECONDS) {
    const [row] =
      await sql`SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'tidemark'`;
    samples.push({ at, value: Number(row?.count) });
    if (at % 60 === 0) say(`${at / 60} min: ${samples.at(-1)?.value} connections`);
    await sleep(LOOK_SECONDS * 1000);
  }
  await sql.end();
  return samples;
}

/** The slope of a straight line through the samples, a minute, without the warm-up. */
export function growthPerMinute(samples: readonly Sample[]): number {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const mean = (of: (sample: Sample) => number): number =>
    warm.reduce((sum, one) => sum + of(one), 0) / Math.max(1, warm.length);
  const [at, value] = [mean((one) => one.at), mean((one) => one.value)];
  const spread = warm.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const along = warm.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0);
  return spread === 0 ? 0 : (along / spread) * 60;
}

function findingOf(
  roles: readonly SoakInput["role"][],
  reports: readonly SoakReport[],
  connections: readonly Sample[],
) {
  const names = [...new Set(roles)];
  const lines = names.map((role) => {
    const own = reports.filter((_, i) => roles[i] === role);
    const worst = (of: (report: SoakReport) => readonly Sample[]): number =>
      Math.max(...own.map((report) => growthPerMinute(of(report))));
    return {
      role,
      count: own.length,
      acts: own.reduce((sum, { acts }) => sum + acts, 0),
      errors: own.flatMap(({ errors }) => errors),
      megabytes: worst(({ held }) => held.map(({ at, megabytes }) => ({ at, value: megabytes }))),
      handles: worst(({ held }) => held.map(({ at, handles }) => ({ at, value: handles }))),
      most: Math.max(...own.flatMap(({ held }) => held.map(({ megabytes }) => megabytes))),
    };
  });
  for (const error of new Set(lines.flatMap(({ errors }) => errors))) say(error);
  const table: Table = {
    title: "The process of each kind that grew most; heap after a collection",
    columns: ["role", "processes", "acts", "errors", "heap MB at most", "MB a minute", "handles a minute"],
    rows: lines.map(({ role, count, acts, errors, most, megabytes, handles }) => [
      ...[role, String(count), shown(acts), String(errors.length), shown(most)],
      ...[megabytes.toFixed(3), handles.toFixed(3)],
    ]),
  };
  const flat = (what: string, measured: number, most: number): Verdict => ({
    what: `${what} grow, a minute`,
    target: `≤ ${most}`,
    measured: measured.toFixed(3),
    isMet: measured <= most,
  });
  return {
    tables: [table],
    verdicts: [
      flat("megabytes of heap", Math.max(...lines.map(({ megabytes }) => megabytes)), MEGABYTES_A_MINUTE_MAX),
      flat("file handles", Math.max(...lines.map(({ handles }) => handles)), HANDLES_A_MINUTE_MAX),
      flat("connections", growthPerMinute(connections), CONNECTIONS_A_MINUTE_MAX),
      {
        what: "errors",
        target: "0",
        measured: String(lines.reduce((sum, { errors }) => sum + errors.length, 0)),
        isMet: lines.every(({ errors }) => errors.length === 0),
      },
    ],
  };
}
