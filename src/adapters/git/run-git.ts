import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { repositoryOverrides } from "./repository-overrides.ts";

/** A repository with a million commits answers within this time. A dead disk must not block an agent. */
const TIMEOUT_MS = 5_000;

/** Enough for some hundred commits with long messages and many files. */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * A repository's own settings can name programs that git starts, and an unpacked archive contains such settings. The command line overrides
 * every file, so these settings always apply. Commands that read files of the working tree also start filters, whose names the repository
 * chooses: see `overridesFor`.
 */
const FIXED_SETTINGS = [
  // Empty, because git before 2.36 would start a program called "false".
  "core.fsmonitor=",
  "core.hooksPath=/dev/null",
  "log.showSignature=false",
  "submodule.recurse=false",
  "maintenance.auto=false",
  "gc.auto=0",
  // These start nothing, but they change the format of the output.
  "core.quotePath=off",
  "color.ui=false",
  "i18n.logOutputEncoding=UTF-8",
].flatMap((setting) => ["-c", setting]);

/**
 * Of git's own variables only those that locate the user's settings. Others name another repository (git sets them for its hooks), a
 * program to start, or a file for traces.
 */
const KEPT_VARIABLES = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|DISCOVERY_ACROSS_FILESYSTEM)$/;

/** The folder in which git runs, and the caller's environment. */
type Repository = { readonly root: string; readonly env: NodeJS.ProcessEnv };

export type GitRunOptions = {
  readonly input?: string;
  readonly timeoutMs?: number;
  /** The command reads or writes files of the working tree, for which a repository can name filters. */
  readonly touchesFiles?: boolean;
};

/** Runs git with arguments, never through a shell. Returns its output; undefined if it failed. */
export async function runGit(
  repository: Repository,
  argv: readonly string[],
  { touchesFiles = false, ...options }: GitRunOptions = {},
): Promise<Buffer | undefined> {
  const overrides = touchesFiles ? await overridesFor(repository) : [];
  if (overrides === undefined) return undefined;
  const { isDone, stdout } = await execute(repository, [...overrides, ...argv], options);
  return isDone ? stdout : undefined;
}

/** True if git refuses to open the repository because another user owns it (`safe.directory`). */
export async function isRefusedByGit(repository: Repository): Promise<boolean> {
  const { isDone, stderr } = await execute(repository, ["rev-parse", "--git-dir"], {});
  return !isDone && stderr.includes("safe.directory");
}

/** Undefined if the repository's settings cannot be overridden. Then git must not be run. */
async function overridesFor(repository: Repository): Promise<readonly string[] | undefined> {
  // A bare repository has no files, whatever its settings say.
  if (!existsSync(join(repository.root, ".git"))) return undefined;
  const { isDone, stdout } = await execute(repository, ["config", "--list", "--show-scope", "-z"], {});
  return isDone ? repositoryOverrides(stdout.toString("utf8")) : undefined;
}

type FinishedGit = { readonly isDone: boolean; readonly stdout: Buffer; readonly stderr: string };

/** A process that ends does not wait for a hanging git, and leaves none behind. */
const running = new Set<ChildProcess>();
const endRunning = (): void => running.forEach((child) => void child.kill("SIGKILL"));

async function execute(
  { root, env }: Repository,
  argv: readonly string[],
  { input = "", timeoutMs = TIMEOUT_MS }: GitRunOptions,
): Promise<FinishedGit> {
  // Most commands never run git, and should not pay for loading this module.
  const { execFile } = await import("node:child_process");
  const options = {
    // Not the project: a search path may contain the current folder, and Windows searches it first.
    cwd: dirname(process.execPath),
    env: gitEnvironment(root, env),
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    windowsHide: true,
    maxBuffer: OUTPUT_BYTES_MAX,
    encoding: "buffer",
  } as const;
  const whole = ["--no-pager", "-C", root, ...FIXED_SETTINGS, ...argv];
  return new Promise((done) => {
    const child = execFile("git", whole, options, (error, stdout, stderr) => {
      running.delete(child);
      done({ isDone: !error, stdout, stderr: stderr.toString("utf8") });
    });
    if (running.size === 0) process.off("exit", endRunning).on("exit", endRunning);
    running.add(child);
    // If git ends before it has read all input, its exit code tells why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

/**
 * Git finds the repository itself, because it checks the owner only of a repository that it found. It searches no further than the root,
 * and takes the root as the working tree even if the repository names another folder.
 */
function gitEnvironment(root: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || KEPT_VARIABLES.test(name));
  return {
    ...Object.fromEntries(kept),
    GIT_CEILING_DIRECTORIES: dirname(root),
    ...(existsSync(join(root, ".git")) ? { GIT_WORK_TREE: root } : {}),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    // A partial clone would fetch missing objects with a program from its settings. No protocol has this name.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}
