import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { AGENT_HOST_VARIABLES, AGENT_NAME_VARIABLES } from "../src/core/agent-hosts.ts";
import { bench } from "./bench.ts";
import { chanceOf } from "./chance.ts";
import { JUDGED } from "./mutation/judged.ts";
import { type Mutant, mutantsIn } from "./mutation/mutants.ts";
import type { FileRun } from "./mutation/reporter.ts";
import { ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";

const SCORE_MIN = 0.8;
const CORE = "src/core";
/** Below the checkout, so that the tests find its packages. */
const CACHE = join(ROOT, ".cache");
/** Linux keeps this folder in memory. */
const IN_MEMORY = "/dev/shm";
/** Tests that run the built program or a browser: the mutants are not in it. */
const APART =
  /^test\/(dashboard|hostile|postgres|mcp|http|docs|clients|conformance|share|fuzz)\/|^test\/(docs|guards|tidy|package|package-contents|plugin)\.test\.ts$|kills|processes|leftovers|^test\/simulation\/planted|^bench\/(counts|growth|refit|recall-floor)\.test\.ts$|effects\.test|worker-reading/;
/** A mutant first meets the quickest tests that reach it, and then the others, as far as this time goes. */
const ROUNDS_MS = [2500, 30_000] as const;
/** A mutant that is reached this many times as often as the line was without it never ends. */
const TIMES_MAX = 20;
const TIMES_MIN = 100_000;
/** The number of no mutant. */
const NONE = 0;

/** The state of a mutant after its tests. */
type Fate = "noticed" | "survived" | "not reached";
type Tried = { readonly mutant: Mutant; readonly fate: Fate };
/** A file that was run, with how often it reached which mutants. */
type Ran = FileRun & { readonly reached: readonly (readonly [id: number, times: number])[] };
/** What reaches a mutant: a file of tests, how long it takes and how often it comes there. */
type Cover = { readonly file: string; readonly ms: number; readonly times: number };

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
  },
  run: async ({ mutants: count, seed, room, tests }) => {
    const all = coreFiles(room).flatMap((path) => mutantsIn(path, readFileSync(join(ROOT, path), "utf8")));
    const mutants = drawn(all, { count, seed }).map((mutant, i): Mutant => ({ ...mutant, id: i + 1 }));
    const folder = join(CACHE, `mutation-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    try {
      writeFileSync(join(folder, "mutants.json"), JSON.stringify(mutants));
      const covers = await coversOf(folder, tests);
      const tried = await tryAll(folder, mutants, covers);
      return findingOf({ tried, possible: all.length, seed });
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
});

function coreFiles(room: string): string[] {
  return filesIn(join(CORE, "."))
    .filter((path) => path.startsWith(`${CORE}/${room}`) && path.endsWith(".ts"))
    .sort();
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"));

/** As many of the list, in its order, each as likely as any other. */
function drawn<T>(list: readonly T[], { count, seed }: { count: number; seed: number }): T[] {
  const chance = chanceOf(seed);
  const lots = list.map((each, at) => ({ each, at, lot: chance() })).sort((a, b) => a.lot - b.lot);
  return lots
    .slice(0, count)
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

/** Runs every test once with all mutants asleep, loaded as it will be with one awake, and notes which file reaches which. */
async function coversOf(folder: string, below: string): Promise<Map<number, Cover[]>> {
  const files = [...filesIn("test"), ...filesIn("bench")].filter(
    (path) => path.endsWith(".test.ts") && path.startsWith(below) && !APART.test(path),
  );
  say(`${files.length} files of tests are run without a mutant`);
  const loading = new Map(
    files.map((path) => {
      const file = join(ROOT, path);
      return [writeAwake(folder, NONE, [{ file, ms: 0, times: 0 }]), file] as const;
    }),
  );
  const runs = await vitest(folder, [...loading.keys()]);
  const covers = new Map<number, Cover[]>();
  for (const [loader, file] of loading) {
    const run = runs.get(join(ROOT, loader));
    if (!run?.isOk) {
      say(
        `left out, for it fails without a mutant: ${relative(ROOT, file)} (${run?.failed ?? "it does not load"})`,
      );
      continue;
    }
    for (const [id, times] of run.reached)
      covers.set(id, [...(covers.get(id) ?? []), { file, ms: run.ms, times }]);
  }
  for (const list of covers.values()) list.sort((a, b) => a.ms - b.ms);
  return covers;
}

async function tryAll(
  folder: string,
  mutants: readonly Mutant[],
  covers: ReadonlyMap<number, readonly Cover[]>,
): Promise<Tried[]> {
  const noticed = new Set<number>();
  const met = new Map<number, number>();
  for (const budget of ROUNDS_MS) {
    const files = new Map<string, number>();
    for (const { id } of mutants) {
      const left = (covers.get(id) ?? []).slice(met.get(id) ?? 0);
      const now = left.filter((_, i) => i === 0 || msOf(left.slice(0, i + 1)) <= budget);
      if (noticed.has(id) || now.length === 0) continue;
      met.set(id, (met.get(id) ?? 0) + now.length);
      files.set(writeAwake(folder, id, now), id);
    }
    say(`${files.size} mutants meet tests of up to ${budget / 1000} s each`);
    const runs = await vitest(folder, [...files.keys()]);
    for (const [file, id] of files) if (runs.get(join(ROOT, file))?.isOk !== true) noticed.add(id);
  }
  return mutants.map((mutant) => {
    const fate = noticed.has(mutant.id) ? "noticed" : covers.has(mutant.id) ? "survived" : "not reached";
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

/** Runs files of tests and gives what became of each. A file without a result ended its process. */
async function vitest(folder: string, include: readonly string[]): Promise<Map<string, Ran>> {
  const runs = join(folder, "runs.jsonl");
  rmSync(runs, { force: true });
  writeFileSync(join(folder, "include.json"), JSON.stringify(include));
  if (include.length === 0) return new Map();
  const config = join(ROOT, "bench/mutation/vitest.config.ts");
  const child = spawn(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--config", config],
    { cwd: ROOT, env: environment(folder), stdio: "ignore" },
  );
  await new Promise((done) => child.on("close", done));
  const lines = existsSync(runs) ? readFileSync(runs, "utf8").trim().split("\n") : [];
  const all = lines.filter(Boolean).map((line) => JSON.parse(line) as FileRun);
  // A mutant may end its process. So many do not: then the run itself broke, and must not count as a good score.
  if (all.length < include.length / 2)
    throw new Error(`Only ${all.length} of ${include.length} files of tests came to an end.`);
  return new Map(all.map((run) => [run.file, { ...run, reached: reachedIn(folder, run.file) }]));
}

/** Tests play people and agents themselves, and write where flushing costs nothing. */
function environment(folder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, CI: "true", TIDEMARK_HOOK_PATIENCE: "20" };
  for (const name of [...Object.keys(AGENT_HOST_VARIABLES), ...AGENT_NAME_VARIABLES]) delete env[name];
  const memory = existsSync(IN_MEMORY) ? { TMPDIR: IN_MEMORY } : {};
  return { ...env, ...memory, TIDEMARK_MUTATION: folder };
}

/** What `sleeping-mutants.ts` noted of a file that was run without a mutant. */
function reachedIn(folder: string, file: string): Ran["reached"] {
  const noted = join(folder, `${basename(file)}.json`);
  return existsSync(noted) ? JSON.parse(readFileSync(noted, "utf8")) : [];
}

type Outcome = { readonly tried: readonly Tried[]; readonly possible: number; readonly seed: number };

export function findingOf({ tried, possible, seed }: Outcome): Finding {
  const rooms = [...new Set(tried.map(({ mutant }) => roomOf(mutant)))];
  const count = (list: readonly Tried[], fate: Fate): number =>
    list.filter((each) => each.fate === fate).length;
  const rowOf = (name: string, list: readonly Tried[]) => [
    ...[name, list.length, count(list, "noticed"), count(list, "survived"), count(list, "not reached")],
    percent(count(list, "noticed") / Math.max(1, list.length)),
  ];
  const left = tried.filter(({ fate }) => fate !== "noticed");
  const score = count(tried, "noticed") / Math.max(1, tried.length);
  const hash = createHash("sha256")
    .update(tried.map(({ mutant }) => keyOf(mutant)).join("\n"))
    .digest("hex");
  return {
    data: { seed, hash: hash.slice(0, 16) },
    tables: [
      {
        title: `${tried.length} of ${possible} possible mutants of src/core`,
        columns: ["room", "mutants", "noticed", "survived", "not reached", "score"],
        rows: [
          ...rooms.map((room) =>
            rowOf(
              room,
              tried.filter(({ mutant }) => roomOf(mutant) === room),
            ),
          ),
          rowOf("all", tried),
        ],
      },
      {
        title: "Mutants that no test noticed, and what was judged of them",
        columns: ["place", "change", "fate", "judged"],
        rows: left.map(({ mutant, fate }) => [
          `${mutant.path}:${mutant.line}`,
          changeOf(mutant),
          fate,
          JUDGED[keyOf(mutant)] ?? "open",
        ]),
      },
    ],
    verdicts: [
      {
        what: `planted mistakes in the core that a test notices, of ${tried.length}`,
        target: `at least ${percent(SCORE_MIN)}`,
        measured: percent(score),
        isMet: score >= SCORE_MIN,
      },
    ],
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const roomOf = ({ path }: Mutant): string =>
  path.split("/").length > 3 ? (path.split("/")[2] ?? "") : "core";
const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").replaceAll("|", "¦").replaceAll("`", "'");
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};
const changeOf = ({ operator, original, replacement }: Mutant): string =>
  operator === "body" ? "returns at once" : `${short(original)} → ${short(replacement)}`;
/** Names a mutant also after lines were put in above it. */
const keyOf = (mutant: Mutant): string => `${mutant.path}: ${changeOf(mutant)}`;
