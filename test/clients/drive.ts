/** Prepares a stage for a client and runs prompts on it. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Client, Program, Prompt, Stage } from "./client.ts";

/** Time limit for a headless prompt. A prompt takes seconds; one that takes minutes hangs. */
const PROMPT_MS_MAX = 120_000;
/** Time for hooks and housekeeping that a client leaves running, before they are killed. */
const AFTER_MS = 700;
const STRIKES_MAX = 10;
const OUTPUT_BYTES_MAX = 4 * 1024 * 1024;

export type Ran = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly output: string;
  readonly isLate: boolean;
};

export type Running = { readonly ended: Promise<Ran>; readonly kill: () => void };

/** Creates a home and a small git project in a temporary folder, which `strike` deletes. */
export function setStage(model: string): { readonly stage: Stage; readonly strike: () => void } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-clients-")));
  const home = join(root, "home");
  const stage: Stage = {
    home,
    project: join(home, "project"),
    captured: join(home, ".captured"),
    bin: join(root, "bin"),
    model,
    node: process.execPath,
  };
  mkdirSync(stage.captured, { recursive: true });
  for (const [path, text] of Object.entries(PROJECT)) put(join(stage.project, path), text);
  makeRepository(stage);
  return { stage, strike: () => strike(root) };
}

/** Deletes the folder of a stage. It tries again while a client that was just killed still writes files. */
function strike(root: string): void {
  for (let tries = 0; tries < STRIKES_MAX; tries++) {
    try {
      rmSync(root, { recursive: true, force: true });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, AFTER_MS);
    }
  }
}

/** Starts one headless prompt. */
export function prompt(on: { client: Client; program: Program; stage: Stage }, asked: Prompt): Running {
  const { client, program, stage } = on;
  return start([...program, ...client.argumentsFor(asked, stage)], {
    cwd: stage.project,
    env: environmentOf(client, stage),
  });
}

/** The environment of a client. No variable of the user who runs the tests is passed on, except PATH. */
export function environmentOf(client: Client, stage: Stage): NodeJS.ProcessEnv {
  return {
    PATH: [stage.bin, dirname(stage.node), process.env.PATH].join(delimiter),
    HOME: stage.home,
    USER: "user",
    LOGNAME: "user",
    TERM: "dumb",
    LANG: "C.UTF-8",
    TZ: "UTC",
    CAPTURED: stage.captured,
    ...client.environment(stage),
  };
}

const live = new Set<() => void>();

/** Kills all running clients, for a program that is interrupted. */
export function killAll(): void {
  for (const kill of live) kill();
}

/** Runs a program in its own process group, so that its background processes can be killed with it. */
export function start(command: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Running {
  const [file = "", ...args] = command;
  const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let isLate = false;
  const kill = () => killGroup(child.pid);
  live.add(kill);
  const alarm = setTimeout(() => {
    isLate = true;
    kill();
  }, PROMPT_MS_MAX);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      if (output.length < OUTPUT_BYTES_MAX) output += text;
    });
  }
  const ended = new Promise<Ran>((done) => {
    child.on("error", (error) => {
      clearTimeout(alarm);
      done({ code: null, signal: null, output: error.message, isLate });
    });
    child.on("exit", (code, signal) => {
      clearTimeout(alarm);
      const finish = () => {
        kill();
        live.delete(kill);
        done({ code, signal, output, isLate });
      };
      setTimeout(finish, signal === null ? AFTER_MS : 0);
    });
  });
  return { ended, kill };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // The process group is already empty.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

export function putJson(path: string, value: unknown): void {
  put(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** The files of the project. `check.sh` fails without an argument. */
const PROJECT = {
  "README.md": "# Harbour\n\nA small project. Packages are installed with pnpm.\n",
  "greeting.txt": "Hello, world\n",
  "check.sh":
    'if [ "$1" != "--all" ]; then echo "check: say what to check" >&2; exit 3; fi\necho "check: 2 passed"\n',
};

/** Commits with a fixed author and time, so that the commit has the same hash in all recordings. */
function makeRepository({ home, project }: Stage): void {
  const at = "2026-01-01T00:00:00Z";
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_DATE: at,
    GIT_COMMITTER_DATE: at,
  };
  const who = ["-c", "user.name=user", "-c", "user.email=user@example.com"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    [...who, "commit", "-q", "-m", "Start"],
  ]) {
    const { status, stderr } = spawnSync("git", args, { cwd: project, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  }
}
