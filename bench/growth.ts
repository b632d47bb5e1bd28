import { bench } from "./bench.ts";
import { exponentOf, type Reading, readingOf } from "./growth-measure.ts";
import { TEXT_PATHS, type TextPath } from "./growth-paths.ts";
import { SHAPES, type Shape } from "./growth-shapes.ts";
import { say } from "./progress.ts";
import { dataHash, type Finding } from "./result.ts";

/** Time may grow a little faster than the text: collecting what was read costs more, the more there is. */
const EXPONENT_MAX = 1.2;
const SMALL = 10_000;
/** Shapes of each path that are followed up to the largest size: those that cost most at the small one. */
const FOLLOWED = 3;
/** A reading beyond this ends its series. */
const READING_MS_MAX = 4000;

export const growth = bench({
  name: "growth",
  title: "Time that texts take, by their length",
  summary: "How the time of every text path grows with the length of texts that are hard on it.",
  options: {
    megabytes: { value: 10, help: "length of the longest text" },
    only: { value: "", help: "only text paths whose names hold this" },
  },
  run: async ({ megabytes, only }) => {
    const paths = TEXT_PATHS.filter(({ name }) => name.includes(only));
    const worst: Worst[] = [];
    for (const path of paths) worst.push(await worstOf(path, megabytes * 1_000_000));
    return findingOf(worst, SHAPES.length);
  },
});

type Worst = {
  readonly path: string;
  readonly shape: string;
  readonly exponent: number;
  readonly last: Reading;
};

async function worstOf(path: TextPath, largest: number): Promise<Worst> {
  const screened: { readonly shape: Shape; readonly ms: number }[] = [];
  for (const shape of SHAPES) screened.push({ shape, ms: (await readingOf(path, shape, 4 * SMALL, 1)).ms });
  screened.sort((a, b) => b.ms - a.ms);
  let worst: Worst | undefined;
  for (const { shape } of screened.slice(0, FOLLOWED)) {
    const readings = await seriesOf(path, shape, largest);
    const last = readings.at(-1) ?? { size: 0, ms: 0 };
    const found = { path: path.name, shape: shape.name, exponent: exponentOf(readings), last };
    if (worst === undefined || found.exponent > worst.exponent) worst = found;
  }
  const found = worst ?? { path: path.name, shape: "", exponent: 0, last: { size: 0, ms: 0 } };
  say(`${found.path}: ${found.exponent.toFixed(2)} (${found.shape})`);
  return found;
}

/** Takes four times the text until it is as long as asked, or takes too long. */
async function seriesOf(path: TextPath, shape: Shape, largest: number): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (let size = SMALL; ; size = Math.min(largest, size * 4)) {
    const reading = await readingOf(path, shape, size, size > 200_000 ? 1 : 3);
    readings.push(reading);
    if (size >= largest || reading.ms > READING_MS_MAX) return readings;
  }
}

function findingOf(worst: readonly Worst[], shapes: number): Finding {
  const beyond = worst.filter(({ exponent }) => exponent > EXPONENT_MAX);
  const most = Math.max(0, ...worst.map(({ exponent }) => exponent));
  const made = SHAPES.map((shape) => [shape.name, shape.make(1000)]);
  return {
    data: { seed: 0, hash: dataHash(made) },
    tables: [
      {
        title: `Worst exponent of each text path over ${shapes} shapes of text`,
        columns: ["text path", "exponent", "shape", "longest text, kB", "ms for it"],
        rows: worst.map(({ path, exponent, shape, last }) => [
          path,
          Math.round(exponent * 100) / 100,
          shape,
          Math.round(last.size / 1000),
          Math.round(last.ms),
        ]),
      },
    ],
    verdicts: [
      {
        what: "worst exponent of any text path",
        target: `≤ ${EXPONENT_MAX}`,
        measured: beyond.length === 0 ? most.toFixed(2) : beyond.map(({ path }) => path).join(", "),
        isMet: beyond.length === 0,
      },
    ],
  };
}
