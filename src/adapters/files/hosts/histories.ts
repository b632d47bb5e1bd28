import { createReadStream, type Dirent } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isWithin } from "../../../core/recording/may-begin.ts";
import type { Histories, MemoryImporter } from "../../../ports/histories.ts";
import type { HistoryReader, HistorySource } from "../../../ports/host.ts";
import { findProject } from "../project/find-project.ts";
import { linesOf } from "../project/user-files.ts";

export type HistoriesOptions = {
  readonly readers: () => Promise<readonly HistoryReader[]>;
  readonly importers: () => Promise<readonly MemoryImporter[]>;
  readonly env: NodeJS.ProcessEnv;
  /** The project whose sessions are wanted. */
  readonly root: string;
  readonly rows: (path: string, sql: string) => ReturnType<HistorySource["rows"]>;
};

/** Enough to recognise a file, although a first line may contain a whole prompt. */
const HEAD_BYTES = 64 * 1024;
/** Maximum depth of nested folders: hosts nest by project, date and session. */
const DEPTH_MAX = 12;

/** Histories on this machine's disk, opened for reading only. */
export function hostHistories({ readers, importers, env, root, rows }: HistoriesOptions): Histories {
  return {
    readers,
    importers,
    where: { home: env.HOME || env.USERPROFILE || homedir(), env },
    files: (path) => filesBelow(resolve(path), DEPTH_MAX),
    head,
    source: (path) => ({
      path,
      lines: () => linesOf(path, createReadStream(path), { cutsLong: true }),
      rows: (sql) => rows(path, sql),
    }),
    stamp: async (path) => {
      const { size, mtimeMs, ino } = await lstat(path);
      return `${size} ${mtimeMs} ${ino}`;
    },
    isOfProject: (cwd) => isWithin(resolve(cwd), root) || rootOf(cwd, env) === root,
  };
}

/** Files come before folders, so that a session's main file is read before the files of its sub-agents. */
async function* filesBelow(path: string, depth: number): AsyncGenerator<string> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat?.isFile()) yield path;
  if (!stat?.isDirectory() || depth === 0) return;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const isLater = (entry: Dirent) => Number(entry.isDirectory());
  entries.sort((a, b) => isLater(a) - isLater(b) || (a.name < b.name ? -1 : 1));
  for (const { name } of entries) yield* filesBelow(join(path, name), depth - 1);
}

async function head(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = buffer.subarray(0, bytesRead);
    return text.includes(0) ? "" : (text.toString("utf8").split("\n", 1)[0] ?? "");
  } finally {
    await file.close();
  }
}

/** The project of a folder that may no longer exist. */
function rootOf(cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  try {
    return findProject(cwd, env).root;
  } catch {
    return undefined;
  }
}
