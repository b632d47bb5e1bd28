import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type TopicLine, topics } from "../src/app/items/topics.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { sessionList } from "../src/app/sessions/sessions.ts";
import { UNIT_KIND_NAMES } from "../src/core/items/kinds.ts";
import { NO_TOPIC } from "../src/core/items/topics-view.ts";
import { bench } from "./bench.ts";
import { DATA_OPTION, packIn } from "./data.ts";
import { judgedTables } from "./distil-judged.ts";
import { type Imported, importAll, inMemory, type Memory, memoryOf, settledBytes } from "./distil-memory.ts";
import { actsAfter, type Reading, readAll, withOlderReadings } from "./distil-reading.ts";
import { type Statement, sampleOf, statementsIn, writeSample } from "./distil-sample.ts";
import { inFolder } from "./place.ts";
import type { Finding, Verdict } from "./result.ts";
import { largest, median } from "./stats.ts";
import { shown, type Table } from "./table.ts";

const PACK = "transcripts_dev.tar.gz";
/** Seconds after which a worker that a hook started ends. A slower session would not be read in one run. */
const SLOWEST_MAX_S = 10;
const SESSIONS_MAX = 1000;
const TOPICS_MAX = 1000;
const MEGABYTE = 1024 * 1024;

export const distilling = bench({
  name: "distil",
  title: "What is kept of real sessions",
  summary:
    "Real transcripts imported and distilled: what came of them, what it took, and what a reader made of it.",
  options: {
    data: DATA_OPTION,
    seed: { value: 1, help: "what the sample is drawn by" },
    sample: { value: "", help: "folder outside the project to write a sample to, for judging" },
  },
  run: async ({ data, seed, sample }) => {
    const pack = packIn(data, PACK);
    if (pack === undefined) return { tables: [], verdicts: [] };
    return inFolder((folder) => findingOf(pack, memoryOf(pack, folder), { seed, sample }));
  },
});

/** Measurements of one pack. */
type Measured = {
  readonly imported: Imported;
  readonly importPeakMb: number;
  readonly bytes: { readonly before: number; readonly after: number };
  readonly reading: Reading;
  readonly readPeakMb: number;
  readonly again: { readonly reading: Reading; readonly made: number; readonly changed: number };
  readonly sessions: number;
  readonly turns: number;
  readonly topics: readonly TopicLine[];
  readonly statements: readonly Statement[];
};

async function findingOf(
  pack: string,
  memory: Memory,
  { seed, sample }: { readonly seed: number; readonly sample: string },
): Promise<Finding> {
  const measured = await measure(memory);
  if (sample !== "")
    await inMemory(memory, (deps) => writeSample(deps, sampleOf(measured.statements, seed), sample));
  return {
    data: { seed, hash: createHash("sha256").update(readFileSync(pack)).digest("hex").slice(0, 16) },
    tables: [
      sessionsTable(measured),
      madeTable(measured.reading),
      costTable(measured),
      sizeTable(measured),
      topicsTable(measured),
      ...judgedTables(new Set(measured.statements.map(({ hash }) => hash))),
    ],
    verdicts: verdictsOf(measured),
  };
}

async function measure(memory: Memory): Promise<Measured> {
  const imported = await importAll(memory);
  const importPeakMb = peakMb();
  const before = await settledBytes(memory);
  const reading = await inMemory(memory, readAll);
  const readPeakMb = peakMb();
  const after = await settledBytes(memory);
  const found = await inMemory(memory, inspectMemory);
  const again = await inMemory(memory, async (deps) => {
    const { position } = await deps.store.tape.end();
    const second = await readAll(withOlderReadings(deps, position));
    return { reading: second, ...(await actsAfter(deps, position)) };
  });
  return { imported, importPeakMb, bytes: { before, after }, reading, readPeakMb, again, ...found };
}

/** Peak resident memory of this process so far. */
const peakMb = (): number => process.resourceUsage().maxRSS / 1024;

async function inspectMemory(
  deps: Deps,
): Promise<Pick<Measured, "sessions" | "turns" | "topics" | "statements">> {
  const { sessions, total } = await sessionList(deps, { limit: SESSIONS_MAX, offset: 0 });
  const found = await topics(deps, { limit: TOPICS_MAX });
  return {
    sessions: total,
    turns: sessions.reduce((sum, { turns }) => sum + turns, 0),
    topics: found.topics,
    statements: await statementsIn(deps),
  };
}

function sessionsTable({ imported, sessions, turns, reading }: Measured): Table {
  return {
    title: "What was read",
    columns: ["sessions", "turns", "events", "passes", "failed", "dead", "still due", "findings skipped"],
    rows: [
      [
        sessions,
        turns,
        imported.events,
        reading.read,
        reading.failed,
        reading.dead,
        reading.stillDue,
        reading.skipped,
      ],
    ],
  };
}

/** Created items by sort. A session that created none of a sort counts as 0. */
function madeTable({ sessions }: Reading): Table {
  const names = [...new Set(sessions.flatMap(({ made }) => Object.keys(made)))].sort();
  const row = (name: string, kinds: readonly string[]) => {
    const counts = sessions.map(({ made }) => kinds.reduce((sum, kind) => sum + (made[kind] ?? 0), 0));
    return [name, counts.reduce((sum, count) => sum + count, 0), median(counts), largest(counts)];
  };
  return {
    title: "What was made of it",
    columns: ["what", "in all", "a session, median", "a session, most"],
    rows: [row("units", UNIT_KIND_NAMES), ...names.map((name) => row(name, [name]))],
  };
}

function costTable({ imported, reading, again, turns, importPeakMb, readPeakMb }: Measured): Table {
  const per = (seconds: number) => (seconds * 1000) / (turns / 1000);
  const slowest = ({ sessions }: Reading) => largest(sessions.map(({ seconds }) => seconds));
  return {
    title: "What it took",
    columns: ["step", "seconds", "ms per 1,000 turns", "slowest session, seconds", "peak MB until then"],
    rows: [
      ["import", imported.seconds, per(imported.seconds), "", importPeakMb],
      ["distil", reading.seconds, per(reading.seconds), slowest(reading), readPeakMb],
      ["distil again", again.reading.seconds, per(again.reading.seconds), slowest(again.reading), peakMb()],
    ],
  };
}

function sizeTable({ bytes: { before, after }, statements }: Measured): Table {
  const grown = after - before;
  return {
    title: "The database, every view caught up",
    columns: ["MB before", "MB after", "KB grown", "units, candidates and plans", "bytes for each of them"],
    rows: [
      [
        ...[before / MEGABYTE, after / MEGABYTE, grown / 1024],
        ...[statements.length, Math.round(grown / Math.max(1, statements.length))],
      ],
    ],
  };
}

/** Prints only counts, because a topic may be a word from other people's transcripts. */
function topicsTable({ topics: found }: Measured): Table {
  const counts = found.map(({ units }) => units);
  const untold = found.find(({ topic }) => topic === NO_TOPIC)?.units ?? 0;
  return {
    title: "Topics of live units",
    columns: ["topics", "with a crystal", "units in the median one", "in the largest", "under none"],
    rows: [
      [
        ...[found.length, found.filter(({ has_crystal }) => has_crystal).length],
        ...[median(counts), largest(counts), untold],
      ],
    ],
  };
}

function verdictsOf({ reading, again, sessions, statements }: Measured): Verdict[] {
  const lost = reading.failed + reading.dead + reading.stillDue;
  const slowest = largest(reading.sessions.map(({ seconds }) => seconds));
  const [read, reread] = [reading.sessions.length, again.reading.sessions.length];
  return [
    {
      what: "real sessions that could not be distilled",
      target: "0",
      measured: `${lost} of ${sessions}`,
      isMet: lost === 0 && read === sessions && sessions > 0,
    },
    {
      what: "the slowest session, distilled within one run of a worker that a hook starts",
      target: `≤ ${SLOWEST_MAX_S} s`,
      measured: `${shown(slowest)} s`,
      isMet: slowest <= SLOWEST_MAX_S,
    },
    {
      what: "items made or changed by distilling all sessions a second time",
      target: "0",
      measured: `${again.made} made, ${again.changed} changed, beside ${statements.length}; ${reread} sessions read again`,
      isMet: again.made + again.changed === 0 && reread === sessions,
    },
  ];
}
