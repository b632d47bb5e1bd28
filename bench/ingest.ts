import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { openTidemark, type Tidemark } from "../src/index.ts";
import { bench } from "./bench.ts";
import { chanceOf, oneOf } from "./chance.ts";
import { inFolder } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding, Verdict } from "./result.ts";
import { percentile } from "./stats.ts";
import { shown } from "./table.ts";

const SEED = 20_300_119;
const PARTS = 5;
const RECORDED_AT_ONCE = 500;
const REMEMBERED_AT_ONCE = 50;
const BARE_WRITES = 100;
const BRIEFS = 20;
/** Approximate size of an event on the tape. */
const BARE_BYTES = 600;

const REMEMBER_MAX_MS = 5;
const TRUTH_MAX_MS = 2;
const BRIEF_MAX_MS = 200;
/** Maximum cost of the last part relative to the second. The first part includes loading the program. */
const GROWTH_MAX = 1.5;

const SERVICES =
  "billing checkout search payments profile exports webhooks mailer sessions ledger refunds shipping catalog pricing wallet audit metrics gateway";
const VERBS =
  "stores reads flushes retries validates batches compresses encrypts paginates rotates mirrors signs";
const PLACES =
  "postgres redis kafka sqlite rabbitmq elastic s3 nats dynamo mongo clickhouse vault etcd nginx envoy";

export const ingest = bench({
  name: "ingest",
  title: "Filling a memory from one process",
  summary: "Library `remember`, in turn and at once, and `record` of facts, against a bare durable INSERT.",
  options: {
    items: { value: 5000, help: "statements to remember" },
    facts: { value: 10_000, help: "facts that a program records" },
  },
  run: async ({ items, facts }) => {
    const remembered = await inFolder((folder) => filling(folder, (memory) => remembering(memory, items, 1)));
    const briefs = remembered.extra;
    const atOnce = await inFolder((folder) =>
      filling(folder, (memory) => remembering(memory, items, REMEMBERED_AT_ONCE)),
    );
    const recorded = await inFolder((folder) =>
      filling(folder, (memory, at) => recording(memory, facts, at)),
    );
    return findingOf(
      { remembered: remembered.parts, atOnce: atOnce.parts, recorded: recorded.parts },
      briefs,
    );
  },
});

/** One part of the run: the total count at its end, and the time per statement within it. */
type Part = {
  readonly count: number;
  readonly ms: number;
  readonly processorMs: number;
  /** Time of a bare INSERT flushed to the same disk, measured right after this part. */
  readonly bareMs: number;
};

type Filled = { readonly parts: readonly Part[]; readonly extra: readonly number[] };
type Step = { readonly count: number; readonly work: () => Promise<void> };
type Fill = (
  memory: Tidemark,
  folder: string,
) => { readonly steps: Iterable<Step>; readonly after: () => Promise<readonly number[]> };

async function filling(folder: string, fill: Fill): Promise<Filled> {
  const project = join(folder, "project");
  mkdirSync(project);
  const before = { HOME: process.env.HOME, XDG_STATE_HOME: process.env.XDG_STATE_HOME };
  Object.assign(process.env, { HOME: folder, XDG_STATE_HOME: join(folder, "state") });
  const memory = openTidemark({ dir: project, agent: "bench" });
  try {
    const { steps, after } = fill(memory, folder);
    const parts: Part[] = [];
    let done = 0;
    for (const { count, work } of steps) {
      const [began, spent] = [performance.now(), process.cpuUsage()];
      await work();
      const each = count - done;
      const { user, system } = process.cpuUsage(spent);
      const ms = (performance.now() - began) / each;
      const part = {
        count,
        ms,
        processorMs: (user + system) / 1000 / each,
        bareMs: await bareInsert(folder),
      };
      say(
        `${count}: ${shown(ms)} ms each, ${shown(part.processorMs)} of the processor; bare ${shown(part.bareMs)}`,
      );
      parts.push(part);
      done = count;
    }
    return { parts, extra: await after() };
  } finally {
    await memory.close();
    Object.assign(process.env, before);
  }
}

/** Generates similar statements, so that most must be compared with many others. */
function statements(): (number: number) => string {
  const chance = chanceOf(SEED);
  const word = (list: string): string => oneOf(chance, list.split(" ") as [string, ...string[]]);
  return (number) =>
    `The ${word(SERVICES)} service ${word(VERBS)} its ${word(SERVICES)} rows in ${word(PLACES)} with limit ${Math.floor(chance() * 900)} and key k${number}`;
}

const remembering = (memory: Tidemark, items: number, atOnce: number): ReturnType<Fill> => {
  const text = statements();
  const share = Math.ceil(items / PARTS);
  const steps = Array.from({ length: PARTS }, (_, part): Step => {
    const [from, count] = [part * share, (part + 1) * share];
    const work = async (): Promise<void> => {
      for (let at = from; at < count; at += atOnce) {
        const numbers = Array.from({ length: Math.min(atOnce, count - at) }, (_, i) => at + i);
        await Promise.all(
          numbers.map((i) => memory.remember({ text: text(i), kind: i % 2 === 0 ? "fact" : "decision" })),
        );
      }
    };
    return { count, work };
  });
  const after = async (): Promise<number[]> => {
    const times: number[] = [];
    for (let run = -2; run < BRIEFS; run++) {
      const began = performance.now();
      await memory.brief({});
      if (run >= 0) times.push(performance.now() - began);
    }
    return times;
  };
  return { steps, after };
};

/**
 * Records batches of facts, each batch in its own session. The time includes reading them, up to the point
 * where recall finds them.
 */
const recording = (memory: Tidemark, facts: number, folder: string): ReturnType<Fill> => {
  const text = statements();
  const share = Math.ceil(facts / PARTS);
  const file = join(folder, "facts.jsonl");
  const steps = Array.from({ length: PARTS }, (_, part): Step => {
    const [from, count] = [part * share, (part + 1) * share];
    const work = async (): Promise<void> => {
      for (let at = from; at < count; at += RECORDED_AT_ONCE) {
        const lines = Array.from({ length: Math.min(RECORDED_AT_ONCE, count - at) }, (_, i) =>
          JSON.stringify({ type: "truth.upserted", session: `s${at}`, statement: text(at + i) }),
        );
        writeFileSync(file, `${lines.join("\n")}\n`);
        await memory.record({ file });
        while ((await memory.workerStatus()).due > 0) await memory.worker({ once: true });
      }
    };
    return { count, work };
  });
  return { steps, after: async () => [] };
};

async function bareInsert(folder: string): Promise<number> {
  const db = (await chooseDriver()).open(join(folder, "bare.sqlite"));
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  db.exec("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, body TEXT NOT NULL)");
  const insert = db.prepare("INSERT INTO bare (body) VALUES (?)");
  const began = performance.now();
  for (let i = 0; i < BARE_WRITES; i++) insert.run("x".repeat(BARE_BYTES));
  const ms = (performance.now() - began) / BARE_WRITES;
  db.close();
  return ms;
}

type Ways = {
  readonly remembered: readonly Part[];
  readonly atOnce: readonly Part[];
  readonly recorded: readonly Part[];
};

function findingOf({ remembered, atOnce, recorded }: Ways, briefs: readonly number[]): Finding {
  const title = (what: string): string => `${what}, by how many there are`;
  const columns = [
    "there are",
    "ms each",
    "processor ms each",
    "bare durable INSERT ms",
    "times the bare one",
  ];
  const rows = (parts: readonly Part[]) =>
    parts.map(({ count, ms, processorMs, bareMs }) => [count, ms, processorMs, bareMs, ms / bareMs]);
  return {
    data: { seed: SEED, hash: `${remembered.at(-1)?.count} statements, ${recorded.at(-1)?.count} facts` },
    tables: [
      { title: title("`remember`, one durable call each"), columns, rows: rows(remembered) },
      {
        title: title(`\`remember\`, ${REMEMBERED_AT_ONCE} that wait at the same moment`),
        columns,
        rows: rows(atOnce),
      },
      {
        title: title(`Facts that a program records, ${RECORDED_AT_ONCE} at once`),
        columns,
        rows: rows(recorded),
      },
    ],
    verdicts: [
      ...speedOf("remember", remembered, REMEMBER_MAX_MS),
      ...speedOf(`remember, ${REMEMBERED_AT_ONCE} at once`, atOnce, REMEMBER_MAX_MS),
      ...speedOf("a recorded fact", recorded, TRUTH_MAX_MS),
      within("a brief over what was remembered, p95", percentile(briefs, 0.95), BRIEF_MAX_MS),
    ],
  };
}

function speedOf(what: string, parts: readonly Part[], maxMs: number): Verdict[] {
  const [second, last] = [parts.at(1)?.processorMs ?? 0, parts.at(-1)?.processorMs ?? 0];
  return [
    within(`${what}, in the slowest part`, Math.max(...parts.map(({ ms }) => ms)), maxMs),
    within(`${what}: processor time in the last part`, last, maxMs),
    {
      what: `${what}: processor time in the last part against the second`,
      target: `at most ${GROWTH_MAX} times`,
      measured: `${shown(last)} ms of ${shown(second)} ms`,
      isMet: last <= second * GROWTH_MAX,
    },
  ];
}

const within = (what: string, ms: number, maxMs: number): Verdict => ({
  what,
  target: `≤ ${shown(maxMs)} ms`,
  measured: `${shown(ms)} ms`,
  isMet: ms <= maxMs,
});
