import { bench } from "./bench.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { SpeedReport } from "./recall-speed-worker.ts";
import type { Verdict } from "./result.ts";
import { percentile } from "./stats.ts";
import { shown } from "./table.ts";
import { startWorker } from "./workers.ts";

/** Maximum response time in milliseconds at the 95th percentile, by number of passages. */
const TARGETS: { readonly [passages: number]: number } = { 10000: 5, 100000: 15, 1000000: 60 };
/** Limits relative to bare full-text search in the same run: a factor and an addend. */
const TIMES_BARE = 1.5;
const BESIDE_BARE_MS = 3;

/**
 * A new process answers its first dozen queries with uncompiled code. They count, but among two hundred
 * queries they alone would set the 95th percentile. The very first query is reported separately.
 */
const QUESTIONS = 1000;

export const recallSpeed = bench({
  name: "recall-speed",
  title: "How fast recall answers",
  summary: "Recall over a growing number of passages, beside SQLite's full text search alone.",
  options: {
    passages: { value: "10000,100000,1000000", help: "numbers of passages, with commas between" },
    questions: { value: QUESTIONS, help: "questions asked of each" },
    seed: { value: 1, help: "what turns and questions are made from" },
  },
  run: async ({ passages, questions, seed }) => {
    const sizes = passages.split(",").map((text) => sizeOf(text));
    const measured: Measured[] = [];
    for (const size of sizes) {
      say(`${size} passages …`);
      const report = await inFolder(
        (folder) => startWorker("recall-speed", { folder, seed, passages: size, questions }).done,
      );
      measured.push({ size, ...report });
    }
    return { tables: [table(measured)], verdicts: measured.flatMap(verdictsOf) };
  },
});

type Measured = SpeedReport & { readonly size: number };

function sizeOf(text: string): number {
  const size = Number(text.trim());
  if (Number.isInteger(size) && size > 0) return size;
  throw new Error(`--passages takes whole numbers above zero, not "${text}".`);
}

const table = (measured: readonly Measured[]) => ({
  title: "Questions of 3 to 6 words over turns of 45 words; 10 hits",
  columns: [
    ...[
      "passages",
      "recall p50 ms",
      "p95 ms",
      "the first, ms",
      "CPU p50 ms",
      "CPU p95 ms",
      "bare FTS5 p50 ms",
      "p95 ms",
      "index, s",
      "index, CPU s",
    ],
    ...["index, bytes a passage", "bare FTS5, bytes a passage", "peak MB"],
  ],
  rows: measured.map((one) => [
    ...[one.size, percentile(one.recallMs, 0.5), percentile(one.recallMs, 0.95)],
    one.recallMs[0] ?? 0,
    ...[percentile(one.cpuMs, 0.5), percentile(one.cpuMs, 0.95)],
    ...[percentile(one.bareMs, 0.5), percentile(one.bareMs, 0.95), one.indexSeconds, one.indexCpuSeconds],
    ...[Math.round(one.indexBytes / one.size), Math.round(one.bareBytes / one.size), one.megabytes],
  ]),
});

function verdictsOf({ size, recallMs, bareMs }: Measured): Verdict[] {
  const [ours, bare] = [percentile(recallMs, 0.95), percentile(bareMs, 0.95)];
  const target = TARGETS[size];
  const atMost = (what: string, limit: number): Verdict => ({
    what: `${shown(size)} passages: ${what}`,
    target: `≤ ${shown(limit)} ms`,
    measured: `${shown(ours)} ms`,
    isMet: ours <= limit,
  });
  return [
    ...(target === undefined ? [] : [atMost("recall p95", target)]),
    atMost("recall p95, beside 1.5 times bare FTS5 and 3 ms", bare * TIMES_BARE + BESIDE_BARE_MS),
  ];
}
