import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { TEXT_PATHS } from "./growth-paths.ts";
import { SHAPES } from "./growth-shapes.ts";
import type { WorstGrowth } from "./growth-worker.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import { dataHash, type Finding } from "./result.ts";
import { startWorker } from "./workers.ts";

/** Allows slightly more than linear growth: collecting the results costs more for longer texts. */
const EXPONENT_MAX = 1.2;
/** A large young generation: promoting objects to the old one would look like growth of the reader. */
const ROOMY = ["--max-semi-space-size=64"];

export const growth = bench({
  name: "growth",
  title: "Time that texts take, by their length",
  summary: "How the time of every text path grows with the length of texts that are hard on it.",
  options: {
    megabytes: { value: 10, help: "length of the longest text" },
    only: { value: "", help: "only text paths whose names hold this" },
    minutes: {
      value: 0,
      help: "begins no text path after so many minutes, and the next run goes on; 0 for all in one run",
      isZeroAllowed: true,
    },
  },
  run: async ({ megabytes, only, minutes }) => {
    const names = TEXT_PATHS.map(({ name }) => name).filter((name) => name.includes(only));
    const worst = await measureAll(names, megabytes * 1_000_000, minutes);
    if (worst.length === names.length) return findingOf(worst, SHAPES.length);
    say(`${names.length - worst.length} text paths are left: run the same command again.`);
    return { tables: [], verdicts: [] };
  },
});

/** Measures each path in a separate process, so that each starts with an empty heap. */
async function measureAll(
  names: readonly string[],
  largest: number,
  minutes: number,
): Promise<readonly WorstGrowth[]> {
  const until = minutes === 0 ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
  const kept = keptFile(largest);
  const earlier =
    minutes > 0 && existsSync(kept) ? (JSON.parse(readFileSync(kept, "utf8")) as WorstGrowth[]) : [];
  const measured = new Map(earlier.map((one) => [one.path, one]));
  for (const name of names) {
    if (measured.has(name) || performance.now() >= until) continue;
    const worst = await startWorker("growth", { path: name, largest }, ROOMY).done;
    measured.set(name, worst);
    say(`${name}: ${worst.exponent.toFixed(2)} (${worst.shape})`);
    if (minutes > 0) writeFileSync(kept, JSON.stringify([...measured.values()]));
  }
  const all = names.flatMap((name) => measured.get(name) ?? []);
  if (all.length === names.length) rmSync(kept, { force: true });
  return all;
}

/** The file with measurements of earlier runs of the same program on the same texts. */
function keptFile(largest: number): string {
  const build = join(ROOT, ".cache/build.json");
  const program = existsSync(build) ? readFileSync(build, "utf8") : "";
  return join(ROOT, `.cache/growth-${dataHash([program, largest, shapesHash()])}.json`);
}

const shapesHash = (): string => dataHash(SHAPES.map((shape) => [shape.name, shape.make(1000)]));

function findingOf(worst: readonly WorstGrowth[], shapes: number): Finding {
  const beyond = worst.filter(({ exponent }) => exponent > EXPONENT_MAX);
  const most = Math.max(0, ...worst.map(({ exponent }) => exponent));
  return {
    data: { seed: 0, hash: shapesHash() },
    tables: [
      {
        title: `Worst exponent of each text path over ${shapes} shapes of text`,
        columns: ["text path", "exponent", "shape", "longest text, kB", "ms for it"],
        rows: worst.map(({ path, exponent, shape, readings }) => {
          const last = readings.at(-1) ?? { size: 0, ms: 0 };
          return [
            path,
            Math.round(exponent * 100) / 100,
            shape,
            Math.round(last.size / 1000),
            Math.round(last.ms),
          ];
        }),
      },
    ],
    verdicts: [
      {
        what: "worst exponent of any text path",
        target: `≤ ${EXPONENT_MAX}`,
        measured:
          beyond.length === 0
            ? most.toFixed(2)
            : beyond.map(({ path, exponent }) => `${path} ${exponent.toFixed(2)}`).join(", "),
        isMet: beyond.length === 0,
      },
    ],
  };
}
