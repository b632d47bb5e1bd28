import { existsSync, lstatSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { MemoryError } from "../../../core/failure.ts";
import { unlessUnusable } from "../../disk/disk-failure.ts";

/** The place of a project on this machine, and the folder and worktree from which it is used. */
export type ProjectPlace = {
  /** The main worktree's root, shared by all worktrees; without one, the git directory itself. */
  readonly root: string;
  readonly worktreeRoot: string;
  /** "main", or git's own name for a linked worktree. */
  readonly worktree: string;
  /** The git directory that all worktrees share; absent outside git. */
  readonly commonDir?: string;
  /** The working directory relative to the worktree's root, with forward slashes; "" at the root. */
  readonly scope: string;
  readonly memoryDir: string;
};

type LocatedProject = Omit<ProjectPlace, "scope" | "memoryDir">;

const MEMORY_FOLDER = ".tidemark";

/** Far above any pointer or config file that git writes, and small enough for a hook to read. */
const GIT_FILE_BYTES_MAX = 1024 * 1024;

/**
 * Finds the project of a folder by reading files only: hooks call it, and starting git would cost them more than everything else. GIT_DIR
 * is ignored, because git sets it for its own hooks, where it may name another repository than the one in which the agent works.
 */
export function findProject(cwd: string, env: NodeJS.ProcessEnv): ProjectPlace {
  const start = realFolder(cwd);
  const found = findRepository(start) ?? plainFolder(start, env);
  return { ...found, scope: scopeOf(found.worktreeRoot, start), memoryDir: memoryDirOf(found, cwd, env) };
}

/** Folders of the kernel's virtual file systems. They can be endless, and nothing can be stored there. */
const KERNEL_FOLDERS = /^\/(?:proc|sys|dev(?!\/shm(?:\/|$)))(?:\/|$)/;

function realFolder(cwd: string): string {
  const real = realPath(resolve(cwd));
  if (real !== undefined && KERNEL_FOLDERS.test(real)) {
    throw new MemoryError("input.invalid", `${real} is a system folder and cannot keep files.`, {
      field: "project",
      fix: "Name a folder on a disk: tidemark --project DIR …",
    });
  }
  if (real !== undefined && statOf(real)?.isDirectory()) return real;
  throw new MemoryError("input.invalid", `There is no folder ${resolve(cwd)}.`, {
    field: "project",
    fix: "Name a folder that exists: tidemark --project DIR …",
  });
}

function memoryDirOf(found: LocatedProject, cwd: string, env: NodeJS.ProcessEnv): string {
  const named = env.TIDEMARK_DIR;
  if (!named) return join(found.root, MEMORY_FOLDER);
  // A value from a host's settings file never passed through a shell, so the tilde must be expanded here.
  const home = homeOf(env);
  if (home !== undefined && /^~(?=$|[\\/])/.test(named)) return join(home, named.slice(1));
  return resolve(cwd, named);
}

function scopeOf(worktreeRoot: string, start: string): string {
  const parts = relative(worktreeRoot, start).split(sep);
  return parts[0] === ".." ? "" : parts.join("/");
}

function findRepository(start: string): LocatedProject | undefined {
  for (const dir of foldersUpwards(start)) {
    const gitDir = gitDirOf(dir);
    if (gitDir !== undefined) return placeIn(dir, gitDir);
    if (isRepository(dir)) {
      const root = mainRootOf(dir);
      return { root, worktreeRoot: root, worktree: "main", commonDir: dir };
    }
  }
  return undefined;
}

function* foldersUpwards(start: string): Generator<string> {
  yield start;
  for (let dir = start; dirname(dir) !== dir; dir = dirname(dir)) yield dirname(dir);
}

/** The real path of the git directory of the worktree rooted here. A `.git` that leads nowhere counts as missing. */
function gitDirOf(dir: string): string | undefined {
  const entry = join(dir, ".git");
  const stat = statOf(entry);
  if (!stat) return undefined;
  const named = stat.isDirectory() ? entry : pointerIn(entry, /^gitdir: (.+)$/);
  return named !== undefined && hasHead(named) ? realPath(named) : undefined;
}

/**
 * A `.git` can be a link or a file that leads anywhere, even to the repository of another project, so it alone does not decide whose memory
 * is used. Only a worktree that the other repository lists as its own shares that memory. Every other folder is a project of its own.
 */
function placeIn(dir: string, gitDir: string): LocatedProject {
  const own = { root: dir, worktreeRoot: dir, worktree: "main" };
  if (isLinked(gitDir)) {
    const commonDir = commonDirOfWorktree(dir, gitDir);
    if (commonDir === undefined) return own;
    return { root: mainRootOf(commonDir), worktreeRoot: dir, worktree: basename(gitDir), commonDir };
  }
  const root = isBelow(dir, gitDir) ? mainRootOf(gitDir) : dir;
  return { ...own, root, commonDir: gitDir };
}

/** Whether a git directory keeps its history in another one, as a linked worktree's does. */
const isLinked = (gitDir: string): boolean => lstatOf(join(gitDir, "commondir")) !== undefined;

/** The repository of a linked worktree, if its list of worktrees names this folder. */
function commonDirOfWorktree(dir: string, gitDir: string): string | undefined {
  const named = pointerIn(join(gitDir, "commondir"), /^(.+)$/);
  const commonDir = named === undefined ? undefined : realPath(named);
  if (commonDir === undefined || gitDir !== join(commonDir, "worktrees", basename(gitDir))) return undefined;
  const back = pointerIn(join(gitDir, "gitdir"), /^(.+)$/);
  const isListed = back !== undefined && basename(back) === ".git" && realPath(dirname(back)) === dir;
  return isListed && hasHead(commonDir) ? commonDir : undefined;
}

const isBelow = (dir: string, path: string): boolean => path.startsWith(join(dir, sep));

/** The path in a one-line file, relative to that file's folder. */
function pointerIn(file: string, form: RegExp): string | undefined {
  const target = form.exec(textOf(file)?.trimEnd() ?? "")?.[1];
  return target === undefined ? undefined : resolve(dirname(file), target);
}

const hasHead = (gitDir: string): boolean => existsSync(join(gitDir, "HEAD"));

/** Whether a folder is itself a git directory, such as a bare repository. Git checks for the same three names. */
function isRepository(dir: string): boolean {
  if (!hasHead(dir) || isLinked(dir)) return false;
  return ["objects", "refs"].every((name) => statOf(join(dir, name))?.isDirectory());
}

/**
 * The folder that every worktree of a repository recognises as its root. Only the common git directory is known to all of them, so it
 * decides: its parent if it is called `.git`; the worktree in its config if that folder leads back here (a submodule); otherwise (a bare
 * repository) the directory itself.
 */
function mainRootOf(commonDir: string): string {
  if (basename(commonDir) === ".git") return dirname(commonDir);
  for (const file of ["config.worktree", "config"]) {
    const named = coreWorktreeIn(textOf(join(commonDir, file)) ?? "");
    const root = named && realPath(resolve(commonDir, named));
    if (root && gitDirOf(root) === commonDir) return root;
  }
  return commonDir;
}

/** The value of `core.worktree` in a git config. Git quotes and escapes it if necessary. */
function coreWorktreeIn(config: string): string | undefined {
  let section = "";
  for (const line of config.split("\n")) {
    section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.toLowerCase() ?? section;
    const value = /^\s*worktree\s*=\s*(.+?)\s*$/i.exec(line)?.[1];
    if (section === "core" && value) return value.replace(/^"(.*)"$/, "$1").replace(/\\(.)/g, "$1");
  }
  return undefined;
}

/**
 * Outside git, the nearest folder above with a memory owns everything below it. The home folder and folders above it do not count: one
 * forgotten memory there would swallow every project of the user.
 */
function plainFolder(start: string, env: NodeJS.ProcessEnv): LocatedProject {
  const home = homeOf(env);
  const realHome = home === undefined ? undefined : realPath(home);
  const owner = lstatOf(start)?.uid;
  let root = start;
  for (const dir of foldersUpwards(start)) {
    if (realHome !== undefined && isAtOrAbove(dir, realHome)) break;
    if (!hasMemory(dir, owner)) continue;
    root = dir;
    break;
  }
  return { root, worktreeRoot: root, worktree: "main" };
}

const isAtOrAbove = (dir: string, home: string): boolean => !/^\.\.(?:$|[\\/])/.test(relative(dir, home));

/** A stranger's memory in a shared folder such as /tmp is not ours. */
function hasMemory(dir: string, ownerOfStart: number | undefined): boolean {
  const memory = lstatOf(join(dir, MEMORY_FOLDER));
  if (!memory || memory.isFile()) return false;
  return memory.uid === ownerOfStart || memory.uid === process.geteuid?.();
}

const homeOf = (env: NodeJS.ProcessEnv): string | undefined => env.HOME || env.USERPROFILE || undefined;

const realPath = (path: string): string | undefined => unlessUnusable(() => realpathSync.native(path));
const statOf = (path: string): Stats | undefined =>
  unlessUnusable(() => statSync(path, { throwIfNoEntry: false }));
const lstatOf = (path: string): Stats | undefined =>
  unlessUnusable(() => lstatSync(path, { throwIfNoEntry: false }));

function textOf(file: string): string | undefined {
  const stat = statOf(file);
  const isReadable = stat?.isFile() && stat.size <= GIT_FILE_BYTES_MAX;
  return isReadable ? unlessUnusable(() => readFileSync(file, "utf8")) : undefined;
}
