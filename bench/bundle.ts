import { buildBundle } from "../src/app/briefing/bundle.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import type { Intent } from "../src/core/bundle/intent.ts";
import { type KindName, kindOf } from "../src/core/items/kinds.ts";
import { createItem } from "../src/core/items/life.ts";
import type { Draft } from "../src/core/tape/event.ts";
import { fixedClock, testWriter } from "../src/testing/fakes.ts";
import { bench } from "./bench.ts";
import { chanceOf, oneOf, textsOf } from "./chance.ts";
import { replayMemory } from "./extract-memory.ts";
import { openStore } from "./open-store.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import { percentile } from "./stats.ts";
import { shown } from "./table.ts";

const SEED = 20_300_101;
const START = Date.UTC(2030, 0, 1);
const UNIT_WORDS = 14;
const QUERY_WORDS = 8;
const WARM_UP = 5;
const BATCH = 2000;

const KINDS: readonly [KindName, ...KindName[]] = [
  ...(["fact", "decision", "constraint", "lesson", "trap", "preference", "pattern"] as const),
  ...(["hypothesis", "note", "plan", "handoff"] as const),
];

/**
 * Numbers of units, and the maximum time to build a bundle over them: milliseconds at the 95th percentile.
 */
const SIZES = [
  { units: 5000, targetMs: 20, redLineMs: 200 },
  { units: 50_000, targetMs: 60, redLineMs: undefined },
] as const;

export const bundling = bench({
  name: "bundle",
  title: "Building a bundle",
  summary: "A brief, a context and a note before an action, over 5,000 and 50,000 live items.",
  options: { runs: { value: 60, help: "bundles of each sort" } },
  run: async ({ runs }) => {
    const rows: Row[] = [];
    for (const { units } of SIZES) rows.push(...(await inFolder((folder) => measured(folder, units, runs))));
    return findingOf(rows);
  },
});

type Row = {
  readonly units: number;
  readonly intent: Intent;
  readonly times: readonly number[];
  readonly tokens: number;
};

async function measured(folder: string, units: number, runs: number): Promise<Row[]> {
  const deps: Deps = {
    ...replayMemory(),
    store: await openStore(folder),
    clock: fixedClock(START + units * 1000),
  };
  await filled(deps, units);
  await catchUp(deps, "items", "search");
  say(`${units} items are there`);
  const text = textsOf(chanceOf(SEED + 1));
  const rows: Row[] = [];
  for (const intent of ["brief", "context", "action"] as const) {
    const times: number[] = [];
    let tokens = 0;
    for (let run = -WARM_UP; run < runs; run++) {
      const input = {
        query: text(QUERY_WORDS),
        command: `pnpm ${text(2)}`,
        paths: [`src/${text(1)}/file.ts`],
      };
      const began = performance.now();
      const { bundle } = await buildBundle(deps, intent, input);
      if (run >= 0) times.push(performance.now() - began);
      tokens = Math.max(tokens, bundle.tokens);
    }
    rows.push({ units, intent, times, tokens });
  }
  await deps.store.close();
  return rows;
}

async function filled(deps: Deps, units: number): Promise<void> {
  const chance = chanceOf(SEED);
  const text = textsOf(chance);
  let batch: Draft[] = [];
  for (let i = 0; i < units; i++) {
    const kind = oneOf(chance, KINDS);
    const now = START + i * 1000;
    const id = `${kindOf(kind).prefix}_${String(i).padStart(8, "0")}`;
    const topic = kindOf(kind).isUnit ? { topic: `topic ${Math.floor(chance() * 300)}` } : {};
    const act = createItem(kind, { text: text(UNIT_WORDS), ...topic }, { id, at: now, now });
    batch.push({ ...act, id: `evt_${i}`, version: 1, at: now, recordedAt: now, writer: testWriter });
    if (batch.length < BATCH && i < units - 1) continue;
    await deps.store.tape.append(batch);
    batch = [];
  }
}

function findingOf(rows: readonly Row[]): Finding {
  const p95 = (units: number): number =>
    Math.max(...rows.filter((row) => row.units === units).map(({ times }) => percentile(times, 0.95)));
  return {
    data: { seed: SEED, hash: `${SIZES.map(({ units }) => units).join(" and ")} items` },
    tables: [
      {
        title: "From a question to the text that is given, views caught up",
        columns: ["row", "bundle", "p50 ms", "p95 ms", "max ms", "most tokens"],
        rows: rows.map(({ units, intent, times, tokens }) => [
          ...[`build_bundle@${units}`, intent],
          ...[percentile(times, 0.5), percentile(times, 0.95), percentile(times, 1), tokens],
        ]),
      },
    ],
    verdicts: SIZES.flatMap(({ units, targetMs, redLineMs }) => [
      atMost(`build_bundle@${units}, p95`, p95(units), targetMs),
      ...(redLineMs === undefined
        ? []
        : [atMost(`build_bundle@${units}, p95, red line`, p95(units), redLineMs)]),
    ]),
  };
}

const atMost = (what: string, ms: number, limit: number) => ({
  what,
  target: `≤ ${limit} ms`,
  measured: `${shown(ms)} ms`,
  isMet: ms <= limit,
});
