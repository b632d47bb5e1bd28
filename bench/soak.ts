import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { type PostgresServer, startPostgres, stopPostgres } from "../test/support/postgres-server.ts";
import { bench } from "./bench.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import type { SoakInput, SoakReport } from "./soak-worker.ts";
import { shown, type Table } from "./table.ts";
import { openTeamStore, type TeamPlace } from "./team-ways.ts";
import { startWorker } from "./workers.ts";

/** Maximum growth per minute, not counting the first minutes, in which caches fill. */
const MEGABYTES_A_MINUTE_MAX = 0.5;
const HANDLES_A_MINUTE_MAX = 0.1;
const CONNECTIONS_A_MINUTE_MAX = 0.1;
const FILES_A_MINUTE_MAX = 0.1;
/** Maximum ratio of the disk space per event late in the run to that early in the run. */
const DISK_RATIO_MAX = 1.2;
/** Share of the run that counts as warm-up. */
const WARM_UP = 0.3;

type Role = SoakInput["role"];
const STORES = ["sqlite", "postgres"] as const;

export const soak = bench({
  name: "soak",
  title: "A long run of many processes",
  summary: "Agents, workers and subscribers on both stores for minutes: memory, handles and disk stay flat.",
  options: {
    minutes: { value: 30, help: "how long" },
    agents: { value: 4, help: "processes that write and ask, on each store" },
    workers: { value: 1, help: "processes that read sessions, on each store" },
    subscribers: { value: 1, help: "processes that are woken by the tape, on each store" },
  },
  run: async ({ minutes, agents, workers, subscribers }) =>
    inFolder(async (folder) => {
      chmodSync(folder, 0o755);
      const data = join(folder, "server");
      mkdirSync(data, { mode: 0o755 });
      const server = await startPostgres({ folder: data, isDurable: true });
      const roles: Role[] = [
        ...Array<Role>(agents).fill("agent"),
        ...Array<Role>(workers).fill("worker"),
        ...Array<Role>(subscribers).fill("subscriber"),
      ];
      try {
        return await runSoak({ folder, server, minutes, roles });
      } finally {
        await stopPostgres(server);
      }
    }),
});

type Soak = {
  readonly folder: string;
  readonly server: PostgresServer;
  readonly minutes: number;
  readonly roles: readonly Role[];
};

/** The store, the role and the report of one process. */
type Soaked = { readonly way: TeamPlace["way"]; readonly role: Role; readonly report: SoakReport };

async function runSoak({ folder, server, minutes, roles }: Soak): Promise<Finding> {
  const places: TeamPlace[] = STORES.map((way) => ({ way, folder: join(folder, way), url: server.url() }));
  for (const place of places) {
    mkdirSync(place.folder);
    await (await openTeamStore(place)).close();
  }
  const started = places.flatMap((place) =>
    roles.map((role, number) => {
      const worker = startWorker("soak", { ...place, number, role });
      return { way: place.way, role, worker };
    }),
  );
  await Promise.all(started.map(({ worker }) => worker.ready));
  for (const { worker } of started) worker.go();
  const looks = await watchStores(places, minutes * 60);
  for (const { worker } of started) worker.stop();
  const reports = await Promise.all(
    started.map(async ({ worker, ...one }): Promise<Soaked> => ({ ...one, report: await worker.done })),
  );
  return findingOf(reports, looks);
}

type Sample = { readonly at: number; readonly value: number };

/** The size of a store at one time, measured from outside. */
type Look = {
  readonly at: number;
  readonly way: TeamPlace["way"];
  readonly events: number;
  readonly bytes: number;
  /** Number of files in the memory folder, or of connections to the server. */
  readonly held: number;
};

const LOOK_SECONDS = 5;

async function watchStores(places: readonly TeamPlace[], seconds: number): Promise<readonly Look[]> {
  const sql = postgres(places[0]?.url ?? "", { max: 1, onnotice: () => {} });
  const stores = await Promise.all(
    places.map(async (place) => ({ place, store: await openTeamStore(place) })),
  );
  const looks: Look[] = [];
  for (let at = 0; at < seconds; at += LOOK_SECONDS) {
    for (const { place, store } of stores) {
      const { position } = await store.tape.end();
      const { bytes, held } = place.way === "sqlite" ? filesIn(place.folder) : await serverHolds(sql);
      looks.push({ at, way: place.way, events: position, bytes, held });
      if (at % 60 === 0)
        say(`${at / 60} min, ${place.way}: ${shown(position)} events, ${shown(bytes)} bytes`);
    }
    await sleep(LOOK_SECONDS * 1000);
  }
  for (const { store } of stores) await store.close();
  await sql.end();
  return looks;
}

type Holding = Pick<Look, "bytes" | "held">;

function filesIn(folder: string): Holding {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const sizes = files.map(
    (one) => statSync(join(one.parentPath ?? one.path, one.name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return { held: files.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function serverHolds(sql: postgres.Sql): Promise<Holding> {
  const [row] = await sql`SELECT pg_database_size(current_database()) AS bytes,
    (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'tidemark') AS held`;
  return { bytes: Number(row?.bytes), held: Number(row?.held) };
}

/** The slope of the regression line through the samples per minute, without the warm-up. */
export function growthPerMinute(samples: readonly Sample[]): number {
  const warm = samples.slice(Math.floor(samples.length * WARM_UP));
  const mean = (of: (sample: Sample) => number): number =>
    warm.reduce((sum, one) => sum + of(one), 0) / Math.max(1, warm.length);
  const [at, value] = [mean((one) => one.at), mean((one) => one.value)];
  const spread = warm.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  const along = warm.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0);
  return spread === 0 ? 0 : (along / spread) * 60;
}

type DiskUse = { readonly early: number; readonly late: number };

/** Bytes on disk per new event, in the first and the second half after the warm-up. */
function bytesAnEvent(looks: readonly Pick<Look, "events" | "bytes">[]): DiskUse {
  const warm = looks.slice(Math.floor(looks.length * WARM_UP));
  const middle = Math.floor(warm.length / 2);
  const between = (from: number, to: number): number => {
    const [a, b] = [warm.at(from), warm.at(to)];
    return a === undefined || b === undefined ? 0 : (b.bytes - a.bytes) / Math.max(1, b.events - a.events);
  };
  return { early: between(0, middle), late: between(middle, -1) };
}

function findingOf(reports: readonly Soaked[], looks: readonly Look[]): Finding {
  const errors = reports.flatMap(({ report }) => report.errors);
  for (const error of new Set(errors)) say(error);
  const worst = (of: (held: SoakReport["held"][number]) => number, among = reports): number =>
    Math.max(
      ...among.map(({ report }) =>
        growthPerMinute(report.held.map((one) => ({ at: one.at, value: of(one) }))),
      ),
    );
  const heldBy = (way: TeamPlace["way"]): number =>
    growthPerMinute(looks.filter((one) => one.way === way).map(({ at, held }) => ({ at, value: held })));
  return {
    tables: [processTable(reports, worst), diskTable(looks)],
    verdicts: [
      flat(
        "megabytes of heap",
        worst((one) => one.megabytes),
        MEGABYTES_A_MINUTE_MAX,
      ),
      flat(
        "megabytes of a process",
        worst((one) => one.resident),
        MEGABYTES_A_MINUTE_MAX,
      ),
      flat(
        "file handles",
        worst((one) => one.handles),
        HANDLES_A_MINUTE_MAX,
      ),
      flat("connections", heldBy("postgres"), CONNECTIONS_A_MINUTE_MAX),
      flat("files of the memory folder", heldBy("sqlite"), FILES_A_MINUTE_MAX),
      ...STORES.map((way) => diskVerdict(way, bytesAnEvent(looks.filter((one) => one.way === way)))),
      { what: "errors", target: "0", measured: String(errors.length), isMet: errors.length === 0 },
    ],
  };
}

type Worst = (of: (held: SoakReport["held"][number]) => number, among: readonly Soaked[]) => number;

function processTable(reports: readonly Soaked[], worst: Worst): Table {
  const kinds = [...new Set(reports.map(({ way, role }) => `${way}: ${role}`))];
  const rows = kinds.map((kind) => {
    const own = reports.filter(({ way, role }) => `${way}: ${role}` === kind);
    const held = own.flatMap(({ report }) => report.held);
    return [
      ...[kind, own.length, own.reduce((sum, { report }) => sum + report.acts, 0)],
      ...[own.reduce((sum, { report }) => sum + report.errors.length, 0)],
      ...[Math.max(...held.map((one) => one.megabytes)), worst((one) => one.megabytes, own).toFixed(3)],
      ...[Math.max(...held.map((one) => one.resident)), worst((one) => one.resident, own).toFixed(3)],
      worst((one) => one.handles, own).toFixed(3),
    ];
  });
  return {
    title: "The process of each kind that grew most; memory after a collection",
    columns: [
      ...["store and process", "processes", "acts", "errors", "heap MB at most", "heap MB a minute"],
      ...["process MB at most", "process MB a minute", "handles a minute"],
    ],
    rows,
  };
}

function diskTable(looks: readonly Look[]): Table {
  const rows = STORES.map((way) => {
    const own = looks.filter((one) => one.way === way);
    const { early, late } = bytesAnEvent(own);
    const last = own.at(-1);
    return [way, last?.events ?? 0, (last?.bytes ?? 0) / 1024 / 1024, early, late];
  });
  return {
    title: "Disk",
    columns: ["store", "events", "MB at the end", "bytes an event, early", "bytes an event, late"],
    rows,
  };
}

const flat = (what: string, measured: number, most: number): Verdict => ({
  what: `${what} grow, a minute`,
  target: `≤ ${most}`,
  measured: measured.toFixed(3),
  isMet: measured <= most,
});

const diskVerdict = (way: string, { early, late }: DiskUse): Verdict => ({
  what: `${way}: bytes on disk an event, late in the run against early`,
  target: `≤ ${DISK_RATIO_MAX} times`,
  measured: `${(late / early).toFixed(2)} times`,
  isMet: late <= early * DISK_RATIO_MAX,
});
