import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  CodeHistory,
  CommitFiles,
  PathAtCommit,
  PathStatus,
  Removal,
} from "../../ports/code-history.ts";
import { runGit } from "./run-git.ts";

/** Larger files are generated, and no cited name is searched for in them. */
const TEXT_BYTES_MAX = 1_000_000;
/** Commits with deletions that are searched for renames. */
const DEPARTURES_MAX = 40;
/** Checkouts and merges that are searched for a branch's name. */
const SIGNS_MAX = 2_000;
/** Maximum number of commits counted for cited files: far above any threshold. */
const COMMITS_MAX = 5_000;
/** Maximum number of files that are searched for a lost name. */
const FILES_SAYING_MAX = 10;

/** Asks the `git` program how the code of a worktree has changed. */
export function codeHistoryAt(root: string, env: NodeJS.ProcessEnv): CodeHistory {
  const print = async (argv: readonly string[], input = ""): Promise<Buffer> =>
    (await runGit({ root, env }, argv, { input })) ?? Buffer.alloc(0);
  const lines = async (...argv: string[]): Promise<string[]> =>
    (await print(argv))
      .toString("utf8")
      .split("\n")
      .filter((line) => line !== "");
  return {
    timeline: async (limit) =>
      (await lines("rev-list", "--first-parent", `--max-count=${limit}`, "--format=%H %at", "HEAD"))
        .filter(isFormatted)
        .map((line) => {
          const [commit = "", at = ""] = line.split(" ");
          return { commit, at: Number(at) * 1000 };
        }),
    statPaths: async (places) => {
      const committed = await lyingAtCommits(print, places);
      return Promise.all(
        places.map((place, i) => (place.commit === undefined ? lyingInTree(root, place) : committed.get(i))),
      );
    },
    pathsEnding: (paths) => lines("ls-files", "--", ...paths.flatMap(endingWith)),
    departures: (paths) => departuresOf(print, paths),
    filesSaying: async (word) => {
      const said = await lines("grep", ...GREP, "-e", word, "HEAD", "--");
      return said.slice(0, FILES_SAYING_MAX).map((line) => line.slice("HEAD:".length));
    },
    branches: async () => ({
      names: namesOf(await lines("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes")),
      aliveAt: signsIn([
        ...(await lines(...REFLOG, "HEAD")),
        ...(
          await lines("rev-list", "--merges", `--max-count=${SIGNS_MAX}`, "--format=%at %s", "HEAD")
        ).filter(isFormatted),
      ]),
    }),
    commitsTo: async (paths, since) => {
      const asked = [`--since=${new Date(since).toISOString()}`, `--max-count=${COMMITS_MAX}`, "HEAD", "--"];
      const commits = (await print([LITERAL, "rev-list", ...asked, ...paths])).toString("utf8");
      const files = ["diff-tree", "--always", "--root", "-M", ...FILES_OF_COMMITS, "--", ...paths];
      const text = (await print([LITERAL, ...files], commits)).toString("utf8");
      return text.split("\0").slice(1).map(parseChange);
    },
  };
}

/** `rev-list` prints a line of its own before each formatted line. */
const isFormatted = (line: string): boolean => !line.startsWith("commit ");

const LITERAL = "--literal-pathspecs";
const GREP = ["-l", "-w", "-F", "--no-color", "--no-textconv", "--no-recurse-submodules"];
const REFLOG = [
  "log",
  "-g",
  "--no-show-signature",
  `--max-count=${SIGNS_MAX}`,
  "--date=unix",
  "--format=%gd %gs",
];
/** The files of each commit that is named on standard input. */
const FILES_OF_COMMITS = ["--stdin", "-r", "--name-only", "--format=%x00%H %at"];

type Print = (argv: readonly string[], input?: string) => Promise<Buffer>;

export function parseChange(entry: string): CommitFiles {
  const [head = "", ...files] = entry.split("\n").filter((line) => line !== "");
  const [commit = "", at = ""] = head.split(" ");
  return { commit, at: Number(at) * 1000, files };
}

async function lyingInTree(root: string, { path, wantsText }: PathAtCommit): Promise<PathStatus | undefined> {
  const found: Stats | undefined = await stat(join(root, path)).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory()) return { is: "folder" };
  const file: PathStatus = { is: "file", writtenAt: found.mtimeMs };
  if (!wantsText || !found.isFile() || found.size > TEXT_BYTES_MAX) return file;
  const text = await readFile(join(root, path), "utf8").catch(() => undefined);
  return text === undefined ? file : { ...file, text };
}

type AskedObject = { readonly at: number; readonly name: string; readonly wantsText: boolean };

/** One call for the types of all paths, and one for the requested texts. */
async function lyingAtCommits(
  print: Print,
  places: readonly PathAtCommit[],
): Promise<Map<number, PathStatus>> {
  const asked = places.flatMap(({ commit, path, wantsText = false }, at): AskedObject[] =>
    commit === undefined || path.includes("\n") ? [] : [{ at, name: `${commit}:${path}`, wantsText }],
  );
  const found = new Map<number, PathStatus>();
  if (asked.length === 0) return found;
  const list = asked.map(({ name }) => `${name}\n`).join("");
  const heads = (await print(["cat-file", "--batch-check"], list)).toString("utf8").split("\n");
  const wanted = new Set<string>();
  for (const [i, { at, wantsText }] of asked.entries()) {
    const [, id = "", type, size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(heads[i] ?? "") ?? [];
    if (type === "tree" || type === "commit") found.set(at, { is: "folder" });
    if (type !== "blob") continue;
    found.set(at, { is: "file", id });
    if (wantsText && Number(size) <= TEXT_BYTES_MAX) wanted.add(id);
  }
  const texts = await textsOf(print, [...wanted]);
  for (const { at, wantsText } of asked) {
    const lying = found.get(at);
    const text = wantsText ? texts.get(lying?.id ?? "") : undefined;
    if (lying && text !== undefined) found.set(at, { ...lying, text });
  }
  return found;
}

async function textsOf(print: Print, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const texts = textsIn(await print(["cat-file", "--batch"], ids.map((id) => `${id}\n`).join("")));
  return new Map(ids.flatMap((id, i) => (texts[i] === undefined ? [] : [[id, texts[i]] as const])));
}

/** Parses the output of `cat-file --batch`: a line with the length, the bytes, and a line end, repeatedly. */
export function textsIn(printed: Buffer): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(10, at);
    if (end < 0) break;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(printed.toString("utf8", at, end))?.[1];
    const bytes = size === undefined ? 0 : Number(size);
    texts.push(size === undefined ? undefined : printed.toString("utf8", end + 1, end + 1 + bytes));
    at = end + 1 + (size === undefined ? 0 : bytes + 1);
  }
  return texts;
}

/** Git's special characters in a path are taken literally. A path may name a file or a folder. */
function endingWith(path: string): string[] {
  const plain = path.replace(/[\\*?[\]]/g, "\\$&");
  return [`:(glob)**/${plain}`, `:(glob)**/${plain}/**`];
}

async function departuresOf(
  print: Print,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly Removal[]>> {
  const found = new Map<string, Removal[]>();
  if (paths.length === 0) return found;
  let [commit, at] = ["", 0];
  const renames = new Map<string, ReadonlyMap<string, string>>();
  for (const line of await departedFiles(print, paths.flatMap(endingWith))) {
    const head = /^\0([0-9a-f]+) (\d+)$/.exec(line);
    if (head) {
      [commit, at] = [head[1] ?? "", Number(head[2]) * 1000];
      continue;
    }
    if (!renames.has(commit)) renames.set(commit, await renamesIn(print, commit));
    for (const asked of paths) {
      const departed = departureOf(asked, line, renames.get(commit) ?? new Map());
      if (!departed || found.get(asked)?.some(({ path }) => path === departed.path)) continue;
      found.set(asked, [...(found.get(asked) ?? []), { ...departed, at }]);
    }
  }
  return found;
}

/** The newest commits that removed one of these files: a line for each commit, then its files. */
async function departedFiles(print: Print, specs: readonly string[]): Promise<string[]> {
  const commits = await print(["rev-list", `--max-count=${COMMITS_MAX}`, "HEAD", "--", ...specs]);
  const gone = ["--root", "--no-renames", "--diff-filter=D", ...FILES_OF_COMMITS, "--", ...specs];
  const text = (await print(["diff-tree", ...gone], commits.toString("utf8"))).toString("utf8");
  const newest = text.split("\0").slice(1, DEPARTURES_MAX + 1);
  return newest.flatMap((entry) => `\0${entry}`.split("\n").filter((line) => line !== ""));
}

/** New paths of files that a commit renamed, by their old paths. */
async function renamesIn(print: Print, commit: string): Promise<ReadonlyMap<string, string>> {
  const asked = ["-r", "-M", "--diff-filter=R", "--name-status", "--no-commit-id", commit];
  const rows = (await print(["diff-tree", ...asked]))
    .toString("utf8")
    .split("\n")
    .filter((row) => row !== "");
  return new Map(
    rows.map((row) => {
      const [, from = "", to = ""] = row.split("\t");
      return [from, to];
    }),
  );
}

/** A deleted file counts as a removal of itself and of its folder. */
function departureOf(
  asked: string,
  file: string,
  renames: ReadonlyMap<string, string>,
): Omit<Removal, "at"> | undefined {
  const around = `/${file}/`;
  const start = around.indexOf(`/${asked}/`);
  if (start < 0) return undefined;
  const path = around.slice(1, start + 1 + asked.length);
  const rest = file.slice(path.length);
  const to = renames.get(file);
  if (to === undefined || !to.endsWith(rest)) return { path };
  return { path, to: to.slice(0, to.length - rest.length) };
}

/** Names of branches without their remote. */
function namesOf(refs: readonly string[]): ReadonlySet<string> {
  return new Set(refs.map((ref) => ref.replace(/^refs\/heads\//, "").replace(/^refs\/remotes\/[^/]+\//, "")));
}

const CHECKOUT = /^HEAD@\{(\d+)\} checkout: moving from (\S+) to (\S+)$/;
const MERGE = /^(\d+) Merge (?:(?:remote-tracking )?branch '([^']+)'|pull request #\d+ from [^/\s]+\/(\S+))/;

/** When branches were last checked out or merged, from the reflog of the head and the subjects of merges. */
function signsIn(lines: readonly string[]): ReadonlyMap<string, number> {
  const signs = new Map<string, number>();
  for (const line of lines) {
    const [, at, first, second] = CHECKOUT.exec(line) ?? MERGE.exec(line) ?? [];
    for (const name of [first, second]) {
      if (name === undefined) continue;
      const plain = name.replace(/^origin\//, "");
      signs.set(plain, Math.max(signs.get(plain) ?? 0, Number(at) * 1000));
    }
  }
  return signs;
}
