import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { foreignRows } from "../src/adapters/sqlite/foreign-rows.ts";
import { importHistory } from "../src/app/intake/import-history.ts";
import { catchUp } from "../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../src/app/runtime/deps.ts";
import { type OpenMemory, openMemory } from "../src/open-memory.ts";
import { databaseIn } from "./open-store.ts";
import { say } from "./progress.ts";

/** A temporary memory for the histories of one folder, opened as the program opens it. */
export type Memory = {
  /** The folder of its database. */
  readonly memoryDir: string;
  readonly folder: string;
  readonly histories: string;
};

/** Unpacks the histories and creates an empty project beside them. */
export function memoryOf(pack: string, folder: string): Memory {
  const [histories, project] = [join(folder, "histories"), join(folder, "project")];
  mkdirSync(histories);
  const { status, stderr } = spawnSync("tar", ["-xzf", pack, "-C", histories], { encoding: "utf8" });
  if (status !== 0) throw new Error(`tar could not unpack the histories: ${stderr}`);
  for (const inside of ["objects", "refs/heads"])
    mkdirSync(join(project, ".git", inside), { recursive: true });
  writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  return { folder: project, memoryDir: join(project, ".tidemark"), histories };
}

/** Opens the memory, runs `work` and closes it, so that all data is in the database file. */
export async function inMemory<T>({ folder }: Memory, work: (deps: Deps) => Promise<T>): Promise<T> {
  const opened: OpenMemory = await openMemory({ cwd: folder, env: environmentOf(folder), effect: "writes" });
  try {
    return await work(opened.deps);
  } finally {
    await opened.close();
  }
}

/** The environment without the caller's settings and without a path to another memory. */
function environmentOf(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TIDEMARK_|NODE_|npm_|GIT_)/i.test(name));
  return { ...Object.fromEntries(kept), HOME: folder, XDG_STATE_HOME: join(folder, "state") };
}

export type Imported = { readonly files: number; readonly events: number; readonly seconds: number };

/** Imports the histories in the order of their file names, so that positions are the same in every run. */
export async function importAll(memory: Memory): Promise<Imported> {
  const paths = readdirSync(memory.histories)
    .sort()
    .map((name) => join(memory.histories, name));
  const began = performance.now();
  const { added, broken } = await inMemory(memory, (deps) =>
    importHistory(deps, { paths, host: "claude-code", dry_run: false }),
  );
  if (broken.length > 0) throw new Error(`${broken.length} histories could not be read.`);
  const seconds = (performance.now() - began) / 1000;
  say(`${added} events of ${paths.length} histories imported`);
  return { files: paths.length, events: added, seconds };
}

/**
 * Size of the database after every view has caught up; otherwise postponed updates would count as growth.
 * Counts pages, because the write-ahead log holds some pages that the file lacks, and duplicates of others.
 */
export async function settledBytes(memory: Memory): Promise<number> {
  await inMemory(memory, async (deps) =>
    catchUp(deps, "items", "statements", "topics", "sessions", "project", "spending", "search"),
  );
  const sql = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";
  for await (const { bytes } of foreignRows(await chooseDriver(), databaseIn(memory.memoryDir), sql))
    return Number(bytes);
  throw new Error("The database did not say how large it is.");
}
