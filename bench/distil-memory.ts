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

/** A memory of the bench's own over the histories of one folder, opened as the program opens it. */
export type Memory = {
  /** Where its database lies. */
  readonly memoryDir: string;
  readonly folder: string;
  readonly histories: string;
};

/** Unpacks the histories and makes an empty project beside them. */
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

/** Opens the memory for a piece of work, and closes it so that all of it is in its file. */
export async function inMemory<T>({ folder }: Memory, work: (deps: Deps) => Promise<T>): Promise<T> {
  const opened: OpenMemory = await openMemory({ cwd: folder, env: environmentOf(folder), effect: "writes" });
  try {
    return await work(opened.deps);
  } finally {
    await opened.close();
  }
}

/** Nothing of whoever runs the bench: neither settings nor a folder of another memory. */
function environmentOf(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(TIDEMARK_|NODE_|npm_|GIT_)/i.test(name));
  return { ...Object.fromEntries(kept), HOME: folder, XDG_STATE_HOME: join(folder, "state") };
}

export type Imported = { readonly files: number; readonly events: number; readonly seconds: number };

/** Imports every history in the order of their names, so that positions are the same each time. */
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
 * Bytes of the database with every view caught up: otherwise it would seem to grow by what was put off. It is asked
 * for its pages, because a log that lies beside it holds some of them and others twice.
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
