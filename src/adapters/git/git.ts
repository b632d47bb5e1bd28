import type { Commit, Git, Head } from "../../ports/git.ts";

/** A repository of a million commits answers in this time; one on a dead disk must not hold an agent up. */
const TIMEOUT_MS = 5_000;

/** A log of some hundred commits with long messages and many files. */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

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
  const print = (...argv: string[]) => run(["-C", root, ...argv], env);
  const ask = async (...argv: string[]) => (await print(...argv)).split("\n").filter((line) => line !== "");
  return {
    log: async (limit) =>
      commitsIn(
        await print(
          "-c",
          "core.quotePath=off",
          "log",
          `--max-count=${limit}`,
          `--format=${LOG_FORMAT}`,
          "--name-only",
          "HEAD",
        ),
      ),
    head: async () => headFrom(await ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")),
    rootCommit: async () => {
      // In a shallow clone the history's first commit is only where the download stopped.
      const isWhole = (await ask("rev-parse", "--is-shallow-repository"))[0] === "false";
      return isWhole ? (await ask("rev-list", "--max-parents=0", "--first-parent", "HEAD"))[0] : undefined;
    },
  };
}

/** A message can hold any character but this one, so nothing in it can be taken for the end of a field. */
const MARK = "\0";
const LOG_FORMAT = "%x00%H%x00%at%x00%an%x00%s%x00%b%x00";
const FIELDS = 6;
const FILES_MAX = 100;

function commitsIn(text: string): Commit[] {
  const fields = text.split(MARK).slice(1);
  const commits: Commit[] = [];
  for (let from = 0; from + FIELDS <= fields.length; from += FIELDS) {
    const [commit = "", at = "", author = "", subject = "", body = "", files = ""] = fields.slice(
      from,
      from + FIELDS,
    );
    const names = files.split("\n").filter((name) => name !== "" && name.length <= 1000);
    const kept = names.slice(0, FILES_MAX);
    const filesLeftOut = names.length - kept.length;
    commits.push({
      commit,
      at: Number(at) * 1000,
      author,
      subject,
      body: body.trim(),
      files: kept,
      filesLeftOut,
    });
  }
  return commits;
}

function headFrom([commit, ref = ""]: readonly string[]): Head | undefined {
  if (commit === undefined) return undefined;
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  return branch === undefined ? { commit } : { commit, branch };
}

/** What git printed; nothing when it failed, for whatever reason. */
async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  // Most commands never ask git, and should not pay for what starting a process takes to load.
  const { execFile } = await import("node:child_process");
  const options = {
    env: gitEnvironment(env),
    timeout: TIMEOUT_MS,
    windowsHide: true,
    maxBuffer: OUTPUT_BYTES_MAX,
  };
  return new Promise((done) => {
    execFile("git", argv, options, (error, stdout) => {
      done(error ? "" : stdout);
    });
  });
}

function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !REPOSITORY_VARIABLES.includes(name));
  return { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: "0" };
}
