import { acknowledge } from "../src/app/resume/cursor.ts";
import { resume } from "../src/app/resume/resume.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import type { Draft } from "../src/core/tape/event.ts";
import { bench } from "./bench.ts";
import { replayMemory } from "./extract-memory.ts";
import { generatedTape } from "./generated-tape.ts";
import { openStore } from "./open-store.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import { percentile } from "./stats.ts";
import { shown } from "./table.ts";

const SEED = 20_300_101;
const BATCH = 2000;
const WARM_UP = 3;
const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
/** Number of events of the tape for which the target holds. */
const PROMISED = 100_000;
const TARGET_MS = 50;

/** How many events an agent has not read: a day's work of others, a tenth of the tape, or all of it. */
const BEHIND: readonly { readonly name: string; readonly events: (size: number) => number }[] = [
  { name: "200 events", events: () => 200 },
  { name: "a tenth", events: (size) => size / 10 },
  { name: "everything", events: (size) => size - 1 },
];

export const delta = bench({
  name: "delta",
  title: "What changed since an agent was here",
  summary: "`tidemark resume` for agents that were away for long and for short, by the length of the tape.",
  options: {
    runs: { value: 40, help: "times each agent asks" },
    most: { value: 1_000_000, help: "events of the longest tape" },
  },
  run: async ({ runs, most }) => {
    const rows: Row[] = [];
    for (const size of SIZES.filter((events) => events <= most))
      rows.push(...(await inFolder((folder) => measured(folder, size, runs))));
    return findingOf(rows);
  },
});

type Row = {
  readonly size: number;
  readonly behind: string;
  readonly times: readonly number[];
  readonly changed: number;
  readonly tokens: number;
};

async function measured(folder: string, size: number, runs: number): Promise<Row[]> {
  const deps: Deps = { ...replayMemory(), store: await openStore(folder) };
  await filled(deps, size);
  await catchUp(deps, "items", "changes", "cursors");
  say(`${size} events are there`);
  const rows: Row[] = [];
  for (const { name, events } of BEHIND) {
    const own: Deps = { ...deps, writer: { ...deps.writer, agent: name } };
    const position = Math.max(1, size - Math.floor(events(size)));
    const [place] = await deps.store.events.eventsAt([position]);
    await acknowledge(own, { upTo: { position, hash: place?.hash ?? "" } });
    const times: number[] = [];
    let told = await resume(own, { ack: false });
    for (let run = -WARM_UP; run < runs; run++) {
      const began = performance.now();
      told = await resume(own, { ack: false });
      if (run >= 0) times.push(performance.now() - began);
    }
    const changed = Object.values(told.counts).reduce((sum, count) => sum + count, told.not_read);
    rows.push({ size, behind: name, times, changed, tokens: told.tokens });
  }
  await deps.store.close();
  return rows;
}

async function filled(deps: Deps, size: number): Promise<void> {
  let batch: Draft[] = [];
  const put = async (): Promise<void> => {
    await deps.store.tape.append(batch);
    batch = [];
  };
  for (const draft of generatedTape(SEED, size)) {
    batch.push(draft);
    if (batch.length >= BATCH) await put();
  }
  await put();
}

function findingOf(rows: readonly Row[]): Finding {
  const promised = rows.filter(({ size }) => size === PROMISED);
  const worst = Math.max(0, ...promised.map(({ times }) => percentile(times, 0.95)));
  return {
    data: { seed: SEED, hash: `${SIZES.join(", ")} events` },
    tables: [
      {
        title: "From the question to the text, views caught up; changed items that were counted",
        columns: ["events", "away for", "changed", "p50 ms", "p95 ms", "max ms", "tokens"],
        rows: rows.map(({ size, behind, times, changed, tokens }) => [
          ...[size, behind, changed],
          ...[percentile(times, 0.5), percentile(times, 0.95), percentile(times, 1), tokens],
        ]),
      },
    ],
    verdicts:
      promised.length === 0
        ? []
        : [
            {
              what: `resume@${PROMISED} events, p95, however long away`,
              target: `≤ ${TARGET_MS} ms`,
              measured: `${shown(worst)} ms`,
              isMet: worst <= TARGET_MS,
            },
          ],
  };
}
