import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bench } from "./bench.ts";
import { openStore } from "./open-store.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import { percentile } from "./stats.ts";
import { shown } from "./table.ts";

const HOOK_OVER_MAX_MS = 15;
const STATUS_OVER_MAX_MS = 60;
/** The first runs warm the disk cache and are not counted. */
const WARM_UP = 3;

const TURN = JSON.stringify({
  session: "s1",
  role: "user",
  text: "The build runs on pnpm; please do not add a second lock file when you change the dependencies.",
});

type Case = { readonly name: string; readonly args: readonly string[]; readonly input?: string };

export const start = bench({
  name: "start",
  title: "Starting, working and ending",
  summary: "Spawn to exit of a hook that records a turn, and of other commands, over an empty script.",
  options: { runs: { value: 60, help: "runs of each, taken in turn" } },
  run: ({ runs }) => inFolder((folder) => measure(folder, runs)),
});

async function measure(folder: string, runs: number): Promise<Finding> {
  const project = projectIn(folder);
  const env = environment(folder);
  const cases = casesIn(folder);
  const times = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (let run = -WARM_UP; run < runs; run++) {
    for (const each of cases) {
      const took = timed(each, { cwd: project, env });
      if (run >= 0) times.get(each.name)?.push(took);
    }
    if (run >= 0 && (run + 1) % 20 === 0) say(`${run + 1} of ${runs} runs`);
  }
  const recorded = await turnsIn(join(project, ".tidemark"));
  const floor = percentile(times.get(EMPTY) ?? [], 0.5);
  const over = (name: string): number => percentile(times.get(name) ?? [], 0.5) - floor;
  const rows = [...times].map(([name, all]) => [
    ...[name, percentile(all, 0.5), percentile(all, 0.9), percentile(all, 1)],
    percentile(all, 0.5) - floor,
  ]);
  return {
    tables: [
      {
        title: `Spawn to exit, ${runs} runs of each in turn`,
        columns: ["program", "p50 ms", "p90 ms", "max ms", "p50 over the empty script, ms"],
        rows,
      },
    ],
    verdicts: [
      overAtMost(HOOK, over(HOOK), HOOK_OVER_MAX_MS),
      overAtMost(STATUS, over(STATUS), STATUS_OVER_MAX_MS),
      {
        what: "turns on the tape after all hooks",
        target: `${runs + WARM_UP}, one a hook`,
        measured: String(recorded),
        isMet: recorded === runs + WARM_UP,
      },
    ],
  };
}

const EMPTY = "empty script";
const HOOK = "hook that records one turn durably";
const STATUS = "tidemark status";

function casesIn(folder: string): Case[] {
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const program = join(ROOT, "dist/tidemark.cjs");
  if (!existsSync(program)) throw new Error("dist/tidemark.cjs is missing: run npm run build first.");
  return [
    { name: EMPTY, args: [empty], input: TURN },
    { name: HOOK, args: [program, "hook", "generic", "turn.recorded"], input: TURN },
    { name: STATUS, args: [program, "status"] },
    { name: "tidemark recall", args: [program, "recall", "pnpm"] },
    { name: "tidemark --version", args: [program, "--version"] },
  ];
}

/** A git repository of its own: without one, the checkout around it would be taken for the project. */
function projectIn(folder: string): string {
  const project = join(folder, "project");
  for (const inside of ["objects", "refs/heads"])
    mkdirSync(join(project, ".git", inside), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(project, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  return project;
}

/**
 * The same for every case: no settings of whoever runs the bench, and no NODE_EXTRA_CA_CERTS, which makes
 * Node 20 read a whole bundle of certificates at every start.
 */
function environment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TIDEMARK_|NODE_|npm_|GIT_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, "config"),
  };
}

function timed({ name, args, input = "" }: Case, where: { cwd: string; env: NodeJS.ProcessEnv }): number {
  const began = performance.now();
  const { status, stderr, error } = spawnSync(process.execPath, args, { ...where, input, encoding: "utf8" });
  const took = performance.now() - began;
  if (error) throw error;
  if (status !== 0) throw new Error(`${name} failed with exit code ${status}: ${stderr.trim()}`);
  return took;
}

async function turnsIn(memory: string): Promise<number> {
  const store = await openStore(memory);
  const { events } = await store.read(0, 100_000, ["turn.recorded"]);
  await store.close();
  return events.length;
}

function overAtMost(name: string, over: number, limit: number) {
  return {
    what: `${name}, over an empty script`,
    target: `≤ ${limit} ms`,
    measured: `${shown(over)} ms`,
    isMet: over <= limit,
  };
}
