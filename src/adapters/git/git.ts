import type { Git, Head } from "../../ports/git.ts";

/** A repository of a million commits answers in this time; one on a dead disk must not hold an agent up. */
const TIMEOUT_MS = 5_000;

/** Set by git for its own hooks. They would make it answer for another repository than the one asked. */
const REPOSITORY_VARIABLES = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_NAMESPACE",
];

/** Asks the `git` program about the worktree at a root. */
export function gitAt(root: string, env: NodeJS.ProcessEnv): Git {
  const ask = (...argv: string[]) => run(["-C", root, ...argv], env);
  return {
    head: async () => headFrom(await ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")),
    rootCommit: async () => {
      // In a shallow clone the history's first commit is only where the download stopped.
      const isWhole = (await ask("rev-parse", "--is-shallow-repository"))[0] === "false";
      return isWhole ? (await ask("rev-list", "--max-parents=0", "--first-parent", "HEAD"))[0] : undefined;
    },
  };
}

function headFrom([commit, ref = ""]: readonly string[]): Head | undefined {
  if (commit === undefined) return undefined;
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  return branch === undefined ? { commit } : { commit, branch };
}

/** The lines git printed; none when it failed, for whatever reason. */
async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string[]> {
  // Most commands never ask git, and should not pay for what starting a process takes to load.
  const { execFile } = await import("node:child_process");
  const options = { env: gitEnvironment(env), timeout: TIMEOUT_MS, windowsHide: true };
  return new Promise((done) => {
    execFile("git", argv, options, (error, stdout) => {
      done(error ? [] : stdout.split("\n").filter((line) => line !== ""));
    });
  });
}

function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !REPOSITORY_VARIABLES.includes(name));
  return { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: "0" };
}
