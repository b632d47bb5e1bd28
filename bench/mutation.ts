import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "../src/core/agent-hosts.ts";
import { bench } from "./bench.ts";
import { findingOf, type Tried } from "./mutation/finding.ts";
import { type Mutant, mutantsIn } from "./mutation/mutants.ts";
import type { FileRun } from "./mutation/reporter.ts";
import type { Noted } from "./mutation/sleeping-mutants.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";

const CORE = "src/core";
/** In the checkout, so that tests can resolve its packages. */
const CACHE = join(ROOT, ".cache");
/** A folder that Linux keeps in memory. */
const IN_MEMORY = "/dev/shm";
/** Tests that run the built program or a browser, which do not contain the mutants. */
const APART =
  /^test\/(dashboard|hostile|postgres|mcp|http|docs|clients|conformance|share|fuzz)\/|^test\/(docs|guards|tidy|package|package-contents|plugin)\.test\.ts$|kills|processes|leftovers|^test\/simulation\/planted|^bench\/(counts|growth|refit|recall-floor)\.test\.ts$|effects\.test|worker-reading/;
/** Recognises further tests that start the built program. */
const STARTS_PROGRAMS = /\b(?:spawned\.ts|child_process|tidemark\.cjs)\b|support\/postgres/;
/** CPU time of the tests per mutant in each round. The first round runs only the fastest tests. */
const ROUNDS_MS = [4000, 20_000] as const;
/** Test files per run. After each run the results are saved and the time limit is checked. */
const FILES_AT_ONCE = 24;
/** A run in which no file finishes for this long hangs. */
const SILENT_MS_MAX = 900_000;
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** Simulation seeds per mutant: a few dozen find all but the rarest mistakes that thousands would find. */
const SIMULATION_SEEDS = "40";
/** A mutant that is executed this many times as often as the original code counts as an endless loop. */
const TIMES_MAX = 20;
const TIMES_MIN = 100_000;
/** The id that activates no mutant. */
const NONE = 0;

/** A test file's result and, if no mutant was active, how often it executed each mutant. */
type Ran = FileRun & Partial<Noted>;
/** A test file that executes a mutant, its duration and its number of executions. */
type Cover = { readonly file: string; readonly print: string; readonly ms: number; readonly times: number };

/** Saved results of earlier runs, keyed by mutant name. Valid while the hashes of the files are unchanged. */
type Kept = {
  /** How often each test file executed each mutant. Files that fail without a mutant are not run again. */
  readonly covers: {
    [file: string]: {
      readonly print: string;
      readonly isOk: boolean;
      readonly ms: number;
      readonly asked: readonly string[];
      readonly reached: { readonly [mutant: string]: number };
    };
  };
  /** Hashes of the tests run against each mutant, and whether the last one noticed it. */
  readonly tried: {
    [mutant: string]: {
      readonly print: string;
      readonly met: readonly string[];
      readonly isNoticed: boolean;
    };
  };
};

export const mutation = bench({
  name: "mutation",
  title: "Mutation testing of the core",
  summary:
    "Plants small mistakes in src/core, one at a time, and counts those that the tests which reach them notice.",
  options: {
    mutants: { value: 600, help: "mistakes to plant, drawn from all possible ones" },
    seed: { value: 1, help: "which ones are drawn" },
    room: { value: "", help: "only files whose path begins so, below src/core" },
    tests: { value: "", help: "only tests whose path begins so" },
    minutes: {
      value: 0,
      help: "begins nothing new after so many minutes, and the next run goes on; 0 for all in one run",
      isZeroAllowed: true,
    },
  },
  run: async ({ mutants: count, seed, room, tests, minutes }) => {
    const all = coreFiles(room).flatMap((path) => mutantsIn(path, readFileSync(join(ROOT, path), "utf8")));
    const mutants = drawMutants(all, { count, seed });
    const folder = join(CACHE, `mutation-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    const until = minutes === 0 ? Number.POSITIVE_INFINITY : performance.now() + minutes * 60_000;
    const run: MutationRun = {
      folder,
      mutants,
      kept: minutes === 0 ? { covers: {}, tried: {} } : read(),
      until,
    };
    try {
      writeFileSync(join(folder, "mutants.json"), JSON.stringify(mutants));
      const covers = await coversOf(run, tests);
      const tried = covers && (await tryAll(run, covers));
      if (tried) return findingOf({ tried, possible: all.length, seed });
      say("Some of it is left: run the same command again.");
      return { tables: [], verdicts: [] };
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
});

type MutationRun = {
  readonly folder: string;
  readonly mutants: readonly Named[];
  readonly kept: Kept;
  /** Time after which no new run starts. */
  readonly until: number;
};

const KEPT = join(CACHE, "mutation.json");
const read = (): Kept =>
  existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as Kept) : { covers: {}, tried: {} };
const keep = ({ kept, until }: MutationRun): void => {
  if (Number.isFinite(until)) writeFileSync(KEPT, JSON.stringify(kept));
};
const isLate = ({ until }: MutationRun): boolean => performance.now() > until;

const printOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
const printOfFile = (path: string): string => printOf(readFileSync(path, "utf8"));

function coreFiles(room: string): string[] {
  return filesIn(join(CORE, "."))
    .filter((path) => path.startsWith(`${CORE}/${room}`) && path.endsWith(".ts"))
    .sort();
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"));

/** A mutant with a name that stays the same when other lines change. */
type Named = Mutant & { readonly name: string };

/** Draws mutants uniformly, in source order. A larger draw contains every smaller one of the same seed. */
function drawMutants(
  list: readonly Omit<Mutant, "id">[],
  { count, seed }: { count: number; seed: number },
): Named[] {
  const times = new Map<string, number>();
  const named = list.map((mutant, at) => {
    const change = JSON.stringify([mutant.path, mutant.operator, mutant.original, mutant.replacement]);
    const time = times.get(change) ?? 0;
    times.set(change, time + 1);
    const name = printOf(`${change} ${time}`);
    return { ...mutant, at, name, lot: printOf(`${seed} ${name}`) };
  });
  return named
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ at: _, lot: __, ...mutant }, i) => ({ ...mutant, id: i + 1 }));
}

const isInProcess = (path: string): boolean =>
  !APART.test(path) && !STARTS_PROGRAMS.test(readFileSync(join(ROOT, path), "utf8"));

/**
 * Runs every test file with no mutant active and records which mutants it executes. Returns undefined if the
 * time ends first.
 */
async function coversOf(run: MutationRun, below: string): Promise<Map<number, Cover[]> | undefined> {
  const { folder, mutants, kept } = run;
  const files = [...filesIn("test"), ...filesIn("bench")].filter(
    (path) => path.endsWith(".test.ts") && path.startsWith(below) && isInProcess(path),
  );
  const prints = new Map(files.map((path) => [path, printOfFile(join(ROOT, path))] as const));
  const isKnown = (path: string): boolean => {
    const cover = kept.covers[path];
    const asked = new Set(cover?.asked);
    return cover?.print === prints.get(path) && mutants.every(({ name }) => asked.has(name));
  };
  const left = files.filter((path) => !isKnown(path));
  say(`${left.length} of ${files.length} files of tests are run without a mutant`);
  for (const some of slices(left)) {
    if (isLate(run)) return undefined;
    const loaders = new Map(
      some.map((path) => [writeAwake(folder, NONE, [plainCover(join(ROOT, path))]), path] as const),
    );
    const runs = await vitest(folder, [...loaders.keys()]);
    for (const [loader, path] of loaders) {
      const ran = runs.get(join(ROOT, loader));
      if (!ran?.isOk) say(`left out, for it fails without a mutant: ${path} (${ran?.failed ?? "no end"})`);
      const reached = (ran?.reached ?? []).map(
        ([id, times]) => [mutants[id - 1]?.name ?? "", times] as const,
      );
      kept.covers[path] = {
        ...{ print: prints.get(path) ?? "", isOk: ran?.isOk === true, ms: ran?.ms ?? 0 },
        ...{ asked: mutants.map(({ name }) => name), reached: Object.fromEntries(reached) },
      };
    }
    keep(run);
  }
  return new Map(mutants.map(({ id, name }) => [id, coversFor(name, { files, kept })] as const));
}

/** The test files that execute a mutant, fastest first. */
function coversFor(name: string, { files, kept }: { files: readonly string[]; kept: Kept }): Cover[] {
  return files
    .flatMap((path): Cover[] => {
      const { print, isOk, ms, reached } = kept.covers[path] ?? {};
      const times = reached?.[name];
      if (!isOk || times === undefined || print === undefined || ms === undefined) return [];
      return [{ file: join(ROOT, path), print, ms, times }];
    })
    .sort((a, b) => a.ms - b.ms);
}

const plainCover = (file: string): Cover => ({ file, print: "", ms: 0, times: 0 });

function slices<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / FILES_AT_ONCE);
  return Array.from({ length: count }, (_, i) => list.slice(i * FILES_AT_ONCE, (i + 1) * FILES_AT_ONCE));
}

/**
 * Activates each mutant in turn and runs the tests that execute it. Returns undefined if the time ends first.
 */
async function tryAll(
  run: MutationRun,
  covers: ReadonlyMap<number, readonly Cover[]>,
): Promise<Tried[] | undefined> {
  const { folder, mutants, kept } = run;
  const sources = new Map(mutants.map(({ path }) => [path, printOfFile(join(ROOT, path))] as const));
  for (const mutant of mutants) {
    const prints = new Set(covers.get(mutant.id)?.map(({ print }) => print));
    const { print, met = [], isNoticed = false } = kept.tried[mutant.name] ?? {};
    // Results of changed sources or tests are discarded. A test that noticed nothing need not run again.
    const isSame =
      print === sources.get(mutant.path) && (!isNoticed || met.every((each) => prints.has(each)));
    if (!isSame) delete kept.tried[mutant.name];
  }
  for (const budget of ROUNDS_MS) {
    const next = mutants.flatMap((mutant) => {
      const { met = [], isNoticed = false } = kept.tried[mutant.name] ?? {};
      const reaching = covers.get(mutant.id) ?? [];
      const now = reaching.filter(
        ({ print }, i) => (i === 0 || msOf(reaching.slice(0, i + 1)) <= budget) && !met.includes(print),
      );
      return isNoticed || now.length === 0 ? [] : [{ mutant, met, now }];
    });
    say(`${next.length} mutants meet tests of up to ${budget / 1000} s each`);
    for (const some of slices(next)) {
      if (isLate(run)) return undefined;
      const loaders = new Map(
        some.map((each) => [writeAwake(folder, each.mutant.id, each.now), each] as const),
      );
      const runs = await vitest(folder, [...loaders.keys()]);
      for (const [loader, { mutant, met, now }] of loaders)
        kept.tried[mutant.name] = {
          print: sources.get(mutant.path) ?? "",
          met: [...met, ...now.map(({ print }) => print)],
          isNoticed: runs.get(join(ROOT, loader))?.isOk !== true,
        };
      keep(run);
      const noticed = mutants.filter(({ name }) => kept.tried[name]?.isNoticed).length;
      say(`${noticed} of ${mutants.length} noticed so far`);
    }
  }
  return mutants.map((mutant) => {
    const isReached = (covers.get(mutant.id) ?? []).length > 0;
    const fate = kept.tried[mutant.name]?.isNoticed ? "noticed" : isReached ? "survived" : "not reached";
    return { mutant, fate };
  });
}

const msOf = (covers: readonly Cover[]): number => covers.reduce((sum, { ms }) => sum + ms, 0);

function writeAwake(folder: string, id: number, covers: readonly Cover[]): string {
  const times = covers.reduce((sum, each) => sum + each.times, 0);
  const awake = { id, limit: Math.max(TIMES_MIN, TIMES_MAX * times) };
  const loads = covers.map(({ file }) => `  () => import(${JSON.stringify(file)}),`);
  const lines = [
    `import { runAwake } from ${JSON.stringify(join(ROOT, "bench/mutation/run-awake.ts"))};`,
    `await runAwake(${JSON.stringify(awake)}, [`,
    ...loads,
    "]);",
  ];
  const file = join(
    folder,
    `m${id}-${createHash("sha256").update(loads.join()).digest("hex").slice(0, 12)}.test.ts`,
  );
  writeFileSync(file, `${lines.join("\n")}\n`);
  return relative(ROOT, file);
}

/**
 * Runs test files and returns their results. A file without a result even when run alone crashed its process
 * or hangs.
 */
async function vitest(folder: string, include: readonly string[]): Promise<Map<string, Ran>> {
  const ran = await vitestOnce(folder, include);
  const missing = include.filter((file) => !ran.has(join(ROOT, file)));
  // A mutant may crash its process. If most files have no result, the run itself is broken and must not count
  // as a good score.
  if (missing.length > include.length / 2 && include.length > 2)
    throw new Error(`Only ${ran.size} of ${include.length} files of tests came to an end.`);
  for (const file of include.length === 1 ? [] : missing)
    for (const [name, run] of await vitestOnce(folder, [file])) ran.set(name, run);
  return ran;
}

async function vitestOnce(folder: string, include: readonly string[]): Promise<Map<string, Ran>> {
  const runs = join(folder, "runs.jsonl");
  rmSync(runs, { force: true });
  writeFileSync(join(folder, "include.json"), JSON.stringify(include));
  const config = join(ROOT, "bench/mutation/vitest.config.ts");
  const child = spawn(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--config", config],
    // A separate process group, so that killing it also ends processes that hang.
    { cwd: ROOT, env: environment(folder), stdio: "ignore", detached: true },
  );
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const leave = (): void => {
    end();
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, leave);
  const written = (): string => (existsSync(runs) ? readFileSync(runs, "utf8") : "");
  let [seen, since] = ["", performance.now()];
  const watch = setInterval(() => {
    const now = written();
    if (now !== seen) [seen, since] = [now, performance.now()];
    if (performance.now() - since > SILENT_MS_MAX) end();
  }, 1000);
  await new Promise((done) => child.on("close", done));
  clearInterval(watch);
  for (const signal of SIGNALS) process.off(signal, leave);
  const all = written()
    .trim()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FileRun);
  return new Map(all.map((run) => [run.file, { ...run, ...notedOf(folder, run.file) }]));
}

/** Removes agent variables, because tests set their own, and puts files in memory, where flushing is free. */
function environment(folder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    CI: "true",
    TIDEMARK_HOOK_PATIENCE: "20",
    TIDEMARK_SEEDS: SIMULATION_SEEDS,
  };
  for (const name of [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES]) delete env[name];
  const memory = existsSync(IN_MEMORY) ? { TMPDIR: IN_MEMORY } : {};
  return { ...env, ...memory, TIDEMARK_MUTATION: folder };
}

/** The counts that `sleeping-mutants.ts` recorded for a file run without a mutant. */
function notedOf(folder: string, file: string): Partial<Noted> {
  const path = join(folder, `${basename(file)}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Noted) : {};
}
