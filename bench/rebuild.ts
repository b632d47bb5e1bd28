import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { databaseIn } from "./open-store.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { LoadReport } from "./rebuild-load.ts";
import type { RebuildReport } from "./rebuild-worker.ts";
import type { Finding } from "./result.ts";
import { shown } from "./table.ts";
import { startWorker } from "./workers.ts";

const ROWS_MAX_S = 60;
const INDEX_MAX_S = 60;
const MEMORY_MAX_MB = 512;
const MEGABYTE = 1024 * 1024;

type Sizes = { readonly events: number; readonly seed: number };

export const rebuild = bench({
  name: "rebuild",
  title: "Rebuilding every view from the tape",
  summary: "Time and memory to rebuild the views of a large generated tape, and the search index apart.",
  options: {
    events: { value: 1_000_000, help: "events on the tape" },
    seed: { value: 1, help: "what the events are made from" },
    keep: { value: 0, help: "1 keeps the tape for the next run and uses one that was kept: for profiling" },
  },
  run: ({ keep, ...sizes }) =>
    keep ? measure(keptFolder(sizes), sizes) : inFolder((folder) => measure(folder, sizes)),
});

function keptFolder({ events, seed }: Sizes): string {
  const folder = join(ROOT, `.cache/bench-data/tape-${events}-${seed}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function measure(folder: string, { events, seed }: Sizes): Promise<Finding> {
  const loaded = await load(folder, { events, seed });
  say("rebuilding the row views …");
  const rows = await startWorker("rebuild", { folder, part: "rows" }).done;
  const rowsBytes = statSync(databaseIn(folder)).size;
  say(`… ${shown(rows.seconds)} s; rebuilding the search index …`);
  const index = await startWorker("rebuild", { folder, part: "index" }).done;
  const allBytes = statSync(databaseIn(folder)).size;
  const step = (name: string, report: LoadReport | RebuildReport, bytes: number) => [
    ...[name, report.seconds, "cpuSeconds" in report ? shown(report.cpuSeconds) : ""],
    ...["rows" in report ? shown(report.rows) : "", "megabytes" in report ? shown(report.megabytes) : ""],
    ...[Math.round(bytes / MEGABYTE), Math.round(bytes / events)],
  ];
  return {
    data: { seed, hash: loaded.hash },
    tables: [
      {
        title: `${shown(events)} events, 70 % of them turns of 45 words`,
        columns: [
          "step",
          "seconds",
          "CPU s",
          "rows or docs",
          "peak MB",
          "MB on disk after",
          "bytes per event",
        ],
        rows: [
          step("load", loaded, loaded.bytes),
          step("rebuild row views", rows, rowsBytes),
          step("rebuild search index", index, allBytes),
        ],
      },
    ],
    verdicts: [
      atMost("rebuild without the search index", rows.seconds, ROWS_MAX_S, "s"),
      atMost("peak memory of it", rows.megabytes, MEMORY_MAX_MB, "MB"),
      atMost("the search index, apart", index.seconds, INDEX_MAX_S, "s"),
      atMost("peak memory of that", index.megabytes, MEMORY_MAX_MB, "MB"),
    ],
  };
}

type Loaded = LoadReport & { readonly bytes: number };

/**
 * Loads the tape, or reuses a saved one. A note beside it marks it as complete, unlike an interrupted load.
 */
async function load(folder: string, sizes: Sizes): Promise<Loaded> {
  const note = join(folder, "loaded.json");
  if (existsSync(note)) return JSON.parse(readFileSync(note, "utf8")) as Loaded;
  const report = await startWorker("load", { folder, ...sizes }).done;
  const loaded = { ...report, bytes: statSync(databaseIn(folder)).size };
  writeFileSync(note, JSON.stringify(loaded));
  return loaded;
}

function atMost(what: string, value: number, limit: number, unit: string) {
  return { what, target: `≤ ${limit} ${unit}`, measured: `${shown(value)} ${unit}`, isMet: value <= limit };
}
