import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openMemory } from "../src/open-memory.ts";
import { bench } from "./bench.ts";
import { inFolder, ROOT } from "./place.ts";
import { say } from "./progress.ts";
import type { Finding } from "./result.ts";
import { percentile } from "./stats.ts";
import { shown } from "./table.ts";

/** Maximum milliseconds above the time of an empty script. */
const OVER_MAX_MS = { hook: 15, version: 15, status: 40, recall: 60, brief: 120 } as const;
/** The first runs warm the disk cache and are not counted. A test of this bench needs fewer. */
const warmUpsFor = (runs: number): number => Math.min(3, runs);

const TURN = JSON.stringify({
  session: "s1",
  role: "user",
  text: "The build runs on pnpm; please do not add a second lock file when you change the dependencies.",
});

type Case = {
  readonly name: string;
  readonly args: readonly string[];
  /** The project in which it runs. */
  readonly cwd: string;
  readonly input?: (run: number) => string;
  /** A command that runs first and is not timed. */
  readonly before?: (run: number) => { readonly args: readonly string[]; readonly input?: string };
};

/** Number of turns of a conversation whose client was killed. */
const LEFT_TURNS = 40;

export const start = bench({
  name: "start",
  title: "Starting, working and ending",
  summary: "Spawn to exit of a hook that records a turn, and of other commands, over an empty script.",
  options: { runs: { value: 60, help: "runs of each, taken in turn" } },
  run: ({ runs }) => inFolder((folder) => measure(folder, runs)),
});

/**
 * The program caches its compiled code below the home folder that the operating system reports. The script
 * replaces that folder by the bench's, so that the user's cache is not touched. The empty script loads it
 * too.
 */
function keepCompiled(folder: string): void {
  mkdirSync(join(folder, ".local/state/tidemark"), { recursive: true });
  writeFileSync(
    join(folder, HOME_SCRIPT),
    `const os = require("node:os");
const { userInfo } = os;
os.userInfo = (...asked) => ({ ...userInfo(...asked), homedir: __dirname });
`,
  );
}

const HOME_SCRIPT = "home.cjs";

async function measure(folder: string, runs: number): Promise<Finding> {
  keepCompiled(folder);
  const project = projectIn(folder, "project");
  const env = environment(folder);
  const cases = casesIn(folder, project);
  // A hook records only in a project that has a memory.
  spawn("init", { cwd: project, env, args: [join(ROOT, "dist/tidemark.cjs"), "init"] });
  const warmUps = warmUpsFor(runs);
  const times = new Map(cases.map(({ name }) => [name, [] as number[]]));
  for (let run = -warmUps; run < runs; run++) {
    for (const each of cases) {
      if (each.before) spawn(each.name, { cwd: each.cwd, env, ...each.before(run) });
      const took = timed(each, env, run);
      if (run >= 0) times.get(each.name)?.push(took);
    }
    if (run >= 0 && (run + 1) % 20 === 0) say(`${run + 1} of ${runs} runs`);
  }
  const recorded = await turnsIn(project, env);
  const floor = percentile(times.get(EMPTY) ?? [], 0.5);
  const over = (name: string): number => percentile(times.get(name) ?? [], 0.5) - floor;
  const rows = [...times].map(([name, all]) => [
    ...[name, percentile(all, 0.5), percentile(all, 0.9), percentile(all, 1)],
    percentile(all, 0.5) - floor,
  ]);
  return {
    tables: [
      {
        title: `Spawn to exit, ${runs} runs of each in turn, with the compiled program kept`,
        columns: ["program", "p50 ms", "p90 ms", "max ms", "p50 over the empty script, ms"],
        rows,
      },
    ],
    verdicts: [
      overAtMost(HOOK, over(HOOK), OVER_MAX_MS.hook),
      overAtMost(VERSION, over(VERSION), OVER_MAX_MS.version),
      overAtMost(STATUS, over(STATUS), OVER_MAX_MS.status),
      overAtMost(RECALL, over(RECALL), OVER_MAX_MS.recall),
      overAtMost(BRIEF, over(BRIEF), OVER_MAX_MS.brief),
      {
        what: "turns on the tape after all hooks",
        target: `${runs + warmUps}, one a hook`,
        measured: String(recorded),
        isMet: recorded === runs + warmUps,
      },
    ],
  };
}

const EMPTY = "empty script";
const HOOK = "hook that records one turn durably";
const STATUS = "tidemark status";
const RECALL = "tidemark recall";
const VERSION = "tidemark --version";
const BRIEF = "hook that tells a session its brief";

function casesIn(folder: string, project: string): Case[] {
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const program = join(ROOT, "dist/tidemark.cjs");
  if (!existsSync(program)) throw new Error("dist/tidemark.cjs is missing: run npm run build first.");
  const started = [program, "hook", "claude-code", "SessionStart"];
  const inProject: Case[] = [
    { name: EMPTY, args: [empty], cwd: project, input: () => TURN },
    { name: HOOK, args: [program, "hook", "generic", "turn.recorded"], cwd: project, input: () => TURN },
    { name: STATUS, args: [program, "status"], cwd: project },
    { name: RECALL, args: [program, "recall", "pnpm"], cwd: project },
    { name: VERSION, args: [program, "--version"], cwd: project },
  ];
  const [quiet, left] = [projectIn(folder, "quiet"), projectIn(folder, "left")];
  return [
    ...inProject,
    {
      name: BRIEF,
      args: started,
      cwd: quiet,
      input: (run) => startOf(quiet, run),
      before: (run) => ({ args: [program, "remember", `Port ${4000 + run} is the tests' own`] }),
    },
    {
      name: `the same, after a client was killed in a session of ${LEFT_TURNS} turns`,
      args: started,
      cwd: left,
      input: (run) => startOf(left, run),
      before: (run) => ({ args: [program, "record", "-"], input: killedSession(run) }),
    },
  ];
}

const startOf = (cwd: string, run: number): string =>
  JSON.stringify({ session_id: `new${run}`, cwd, source: "startup" });

const killedSession = (run: number): string =>
  Array.from({ length: LEFT_TURNS }, (_, i) =>
    JSON.stringify({
      type: "turn",
      session: `killed${run}`,
      message_id: `${i}`,
      ...(i % 2 === 0
        ? { role: "user", text: `Let's keep the limit of page ${i} at ${run + 20} rows, not more.` }
        : {
            role: "assistant",
            text: `Done: page ${i} shows ${run + 20} rows. The tests of that page pass.`,
          }),
    }),
  ).join("\n");

/** Creates an empty git repository. Without one, the surrounding checkout would be the project. */
function projectIn(folder: string, name: string): string {
  const project = join(folder, name);
  for (const inside of ["objects", "refs/heads"])
    mkdirSync(join(project, ".git", inside), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(project, ".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n");
  return project;
}

/**
 * The same environment for every case: without the caller's settings, and without NODE_EXTRA_CA_CERTS, for
 * which Node 20 reads a whole certificate bundle at every start.
 */
function environment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TIDEMARK_|NODE_|npm_|GIT_)/i.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_STATE_HOME: join(home, "state"),
  };
}

function timed({ name, args, cwd, input }: Case, env: NodeJS.ProcessEnv, run: number): number {
  const began = performance.now();
  spawn(name, { args, cwd, env, input: input?.(run) ?? "" });
  return performance.now() - began;
}

type Spawned = {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
};

function spawn(name: string, { args, ...where }: Spawned): void {
  const argv = ["--require", join(where.env.HOME ?? "", HOME_SCRIPT), ...args];
  const { status, stderr, error } = spawnSync(process.execPath, argv, { ...where, encoding: "utf8" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${name} failed with exit code ${status}: ${stderr.trim()}`);
}

async function turnsIn(project: string, env: NodeJS.ProcessEnv): Promise<number> {
  const { deps, close } = await openMemory({ cwd: project, env, effect: "reads" });
  const { events } = await deps.store.events.read(0, 100_000, ["turn.recorded"]);
  await close();
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
