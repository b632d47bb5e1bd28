import type { Commit, Git, Head, WorktreeState } from "../../ports/git.ts";
import { type GitRunOptions, isRefusedByGit, runGit } from "./run-git.ts";

/** Runs the `git` program on the worktree at a root. */
export function gitAt(root: string, env: NodeJS.ProcessEnv): Git {
  const repository = { root, env };
  const print = async (argv: readonly string[], options?: GitRunOptions) =>
    (await runGit(repository, argv, options))?.toString("utf8");
  const ask = async (...argv: string[]) =>
    ((await print(argv)) ?? "").split("\n").filter((line) => line !== "");
  return {
    log: async (limit) => {
      const commits = await print(["rev-list", `--max-count=${limit}`, "HEAD"]);
      return commitsIn((await print(["diff-tree", ...LOG], { input: commits ?? "" })) ?? "");
    },
    markdown: async (folder) =>
      pathsIn((await runGit({ root: folder, env }, MARKDOWN_FILES))?.toString("utf8")),
    head: async () => headFrom(await ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")),
    behind: async (revision) => {
      if (!/^[0-9a-f]{7,64}$/i.test(revision)) return undefined;
      const counting = ["rev-list", "--count", `--max-count=${BEHIND_MAX}`, "--end-of-options"];
      const [count] = await ask(...counting, `${revision}..HEAD`);
      return count === undefined ? undefined : Number(count);
    },
    standing: async () =>
      standingFrom(await print(STATUS, { touchesFiles: true }), {
        head: headFrom(await ask("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")),
        subject: (await ask("rev-list", "--max-count=1", "--format=%s", "HEAD"))[1] ?? "",
        stashes: await ask("log", "-g", "--no-show-signature", "--format=%gs", "refs/stash", "--"),
      }),
    switchTo: async (branch) => {
      const isBranch =
        !branch.startsWith("-") &&
        (await ask("rev-parse", "--verify", "--quiet", `refs/heads/${branch}`)).length > 0;
      const argv = ["switch", "--quiet", "--no-guess", branch];
      const options = { timeoutMs: SWITCH_MS, touchesFiles: true };
      const isDone = isBranch && (await print(argv, options)) !== undefined;
      return { outcome: isDone ? "switched" : "refused" };
    },
    rootCommit: async () => {
      // In a shallow clone the first commit is only where the download stopped.
      const isWhole = (await ask("rev-parse", "--is-shallow-repository"))[0] === "false";
      return isWhole ? (await ask("rev-list", "--max-parents=0", "--first-parent", "HEAD"))[0] : undefined;
    },
    isRefused: () => isRefusedByGit(repository),
  };
}

/** The answers without a repository. Git is not started: it could find a repository of another project. */
export function noGit(): Git {
  const unknown = async () => undefined;
  return {
    log: async () => [],
    markdown: unknown,
    head: unknown,
    behind: unknown,
    standing: unknown,
    switchTo: async () => ({ outcome: "refused" }),
    rootCommit: unknown,
    isRefused: async () => false,
  };
}

/** An interrupted checkout leaves half of it, so it gets all the time that it needs. */
const SWITCH_MS = 10 * 60_000;

/** Maximum number of commits counted: beyond that the number does not matter. */
const BEHIND_MAX = 10_000;
/** To read a submodule, git would start itself with that repository's settings. */
const STATUS = [
  "status",
  "--porcelain=v1",
  "-z",
  "--untracked-files=all",
  "--no-renames",
  "--ignore-submodules=dirty",
];
/** Maximum number of changed paths: more than anybody reads. */
const CHANGED_MAX = 500;
const STASHES_MAX = 10;

type Rest = {
  readonly head: Head | undefined;
  readonly subject: string;
  readonly stashes: readonly string[];
};

export function standingFrom(
  status: string | undefined,
  { head, subject, stashes }: Rest,
): WorktreeState | undefined {
  if (head === undefined || status === undefined) return undefined;
  const entries = status.split(MARK).filter((entry) => entry !== "");
  const paths = entries.map((entry) => ({ state: entry.slice(0, 2), path: entry.slice(3) }));
  return {
    ...head,
    subject,
    changed: paths.map(({ path }) => path).slice(0, CHANGED_MAX),
    conflicts: paths.filter(({ state }) => UNMERGED.has(state)).map(({ path }) => path),
    stashes: stashes.slice(0, STASHES_MAX),
  };
}

const UNMERGED: ReadonlySet<string> = new Set(["DD", "AU", "UD", "UA", "DU", "AA", "UU"]);

const MARKDOWN_FILES = ["ls-files", "-z", "--cached", "--", ":(icase)*.md"];

const pathsIn = (text: string | undefined): string[] | undefined =>
  text === undefined ? undefined : [...new Set(text.split(MARK).filter((path) => path !== ""))];

/** A commit message cannot contain this character, so no text can look like the end of a field. */
const MARK = "\0";
const LOG_FORMAT = "%x00%H%x00%at%x00%an%x00%s%x00%b%x00";
/** Each commit that is named on standard input, even an empty one, with its files. */
const LOG = ["--stdin", "--always", "--root", "-r", "-M", "--name-only", `--format=${LOG_FORMAT}`];
const FIELDS = 6;
const FILES_MAX = 100;

export function commitsIn(text: string): Commit[] {
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
