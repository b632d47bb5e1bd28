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

/** Runs git by its arguments, never by a shell. Gives what it printed; undefined when it failed. */
export async function runGit(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  { input = "", timeoutMs = TIMEOUT_MS }: { readonly input?: string; readonly timeoutMs?: number } = {},
): Promise<Buffer | undefined> {
  // Most commands never ask git, and should not pay for what starting a process takes to load.
  const { execFile } = await import("node:child_process");
  const options = {
    env: gitEnvironment(env),
    timeout: timeoutMs,
    windowsHide: true,
    maxBuffer: OUTPUT_BYTES_MAX,
    encoding: "buffer",
  } as const;
  return new Promise((done) => {
    const child = execFile("git", argv, options, (error, stdout) => {
      done(error ? undefined : stdout);
    });
    // A git that ends before it has read everything has said why by its exit.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function gitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !REPOSITORY_VARIABLES.includes(name));
  return { ...Object.fromEntries(kept), GIT_OPTIONAL_LOCKS: "0" };
}
