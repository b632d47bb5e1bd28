import { type KillReport, runKills } from "../test/support/kills.ts";
import { bundledWorker } from "../test/support/processes.ts";
import { bench } from "./bench.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import { shown } from "./table.ts";

const WRITERS = 4;
const READERS = 1;
/** Kills per store. The bench uses many stores, so that some kills hit a store that is still new. */
const STORE_KILLS = 200;

export const faults = bench({
  name: "faults",
  title: "Killing writers and readers at random moments",
  summary: "Random kill -9 of 4 writers and a reader: nothing acknowledged is lost, nothing is there twice.",
  options: {
    kills: { value: 2000, help: "processes killed" },
    seed: { value: 1, help: "what the moments of killing are made from" },
  },
  run: async ({ kills, seed }) => {
    const worker = await bundledWorker(ROOT);
    const reports: KillReport[] = [];
    for (let killed = 0; killed < kills; killed += STORE_KILLS) {
      const count = Math.min(STORE_KILLS, kills - killed);
      const report = await inFolder((folder) =>
        runKills({ folder, worker, writers: WRITERS, readers: READERS, kills: count, seed: seed + killed }),
      );
      for (const line of [...report.errors, ...report.lost]) say(line);
      reports.push(report);
      say(`${killed + count} of ${kills} killed`);
    }
    return findingOf(reports);
  },
});

export function findingOf(reports: readonly KillReport[]): Finding {
  const sum = (of: (report: KillReport) => number): number =>
    reports.reduce((total, each) => total + of(each), 0);
  const counts = {
    stores: reports.length,
    kills: sum((report) => report.kills),
    acknowledged: sum((report) => report.acknowledged),
    "on the tape": sum((report) => report.on_tape),
    lost: sum((report) => report.lost.length),
    duplicated: sum((report) => report.duplicated.length),
    errors: sum((report) => report.errors.length),
    "opened without repair": reports.filter((report) => report.integrity === "ok").length,
  };
  const none = (what: string, count: number) => ({
    what: `${what} after ${shown(counts.kills)} kills`,
    target: "0",
    measured: `${shown(count)} of ${shown(counts.acknowledged)}`,
    isMet: count === 0,
  });
  return {
    tables: [
      {
        title: `${WRITERS} writers and ${READERS} reader, killed at random moments`,
        columns: Object.keys(counts),
        rows: [Object.values(counts)],
      },
    ],
    verdicts: [
      none("acknowledged events lost", counts.lost),
      none("events recorded twice", counts.duplicated),
      {
        what: "stores that opened without repair, chain and file whole",
        target: "all",
        measured: `${counts["opened without repair"]} of ${counts.stores}, ${counts.errors} errors`,
        isMet: counts["opened without repair"] === counts.stores && counts.errors === 0,
      },
    ],
  };
}
