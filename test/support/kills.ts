import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, readAll } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { startWorker, type Worker, type WorkerInput } from "./processes.ts";
import { TEST_SEAL } from "./seal.ts";

export type KillOptions = {
  /** A new empty folder. */
  readonly folder: string;
  /** The path of the bundled worker. */
  readonly worker: string;
  readonly writers: number;
  readonly readers: number;
  /** Number of kills after which the remaining processes may end. */
  readonly kills: number;
  readonly seed: number;
};

export type KillReport = {
  readonly kills: number;
  readonly acknowledged: number;
  readonly on_tape: number;
  /** Acknowledged events that are not on the tape. */
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  /** Errors that workers or the reopened store reported. */
  readonly errors: readonly string[];
  readonly integrity: string;
};

/** Maximum number of lines that a chosen process prints before it is killed. Most die in the middle of a write. */
const LINES_MAX = 12;
/** More events than any worker writes before it is killed. */
const ENDLESS = 1_000_000;

/**
 * Runs writers and readers on one store, kills them at random and starts them again, until `kills` is reached. A
 * chosen process dies after a random number of its own output lines, so no clock is used and the machine decides
 * where in its work it dies.
 */
export async function runKills(options: KillOptions): Promise<KillReport> {
  const random = randomFrom(options.seed);
  const workers: Worker[] = [];
  let kills = 0;
  let started = 0;
  const keepOne = async (work: WorkerInput["work"]): Promise<void> => {
    while (kills < options.kills) {
      let left = 1 + Math.floor(random() * LINES_MAX);
      const name = `${work}${started++}`;
      const worker = startWorker(
        options.worker,
        { folder: options.folder, name, work, count: ENDLESS },
        () => {
          left -= 1;
          if (left === 0) worker.child.kill("SIGKILL");
        },
      );
      workers.push(worker);
      const { signal } = await worker.ended;
      if (signal === "SIGKILL") kills += 1;
      // A worker that ends by itself reports why; starting it again would hide the report.
      else return;
    }
  };
  const all = [
    ...Array.from({ length: options.writers }, () => keepOne("write")),
    ...Array.from({ length: options.readers }, () => keepOne("read")),
  ];
  await Promise.all(all);
  return inspected(options.folder, { workers, kills });
}

type Done = { readonly workers: readonly Worker[]; readonly kills: number };

async function inspected(folder: string, { workers, kills }: Done): Promise<KillReport> {
  const said = workers.flatMap(({ lines }) => lines);
  const acknowledged = said.filter((line) => line.startsWith("ok ")).map((line) => line.slice(3));
  const errors = [
    ...said.filter((line) => line.startsWith("error ")),
    ...workers.map(({ stderr }) => stderr()).filter(Boolean),
  ];
  const store = await openedLater(folder);
  const ids = (await readAll(store, 5000)).map((event) => event.id);
  const there = new Set(ids);
  await assertChain(store).catch((error: Error) => errors.push(error.message));
  const { rejected } = await store.upkeep.intake();
  await store.close();
  const db = (await chooseDriver()).open(join(folder, "tidemark.db"));
  const integrity = db
    .prepare("PRAGMA integrity_check")
    .all()
    .map((row) => String(row.integrity_check))
    .join("; ");
  db.close();
  return {
    kills,
    acknowledged: acknowledged.length,
    on_tape: ids.length,
    lost: acknowledged.filter((id) => !there.has(id)),
    duplicated: ids.filter((id, n) => ids.indexOf(id) !== n),
    // Each kill can leave one torn line, which is set aside. More such lines are an error.
    errors: rejected > kills ? [...errors, `${rejected} lines were kept aside`] : errors,
    integrity,
  };
}

/** Opens the store with a clock far enough ahead that the spool files of all killed writers are drained. */
async function openedLater(folder: string): Promise<Store> {
  const spool = join(folder, "spool");
  mkdirSync(spool, { recursive: true });
  return openSqliteStore({
    driver: await chooseDriver(),
    path: join(folder, "tidemark.db"),
    spool: openSpool({
      folder: ownedFolder(spool),
      name: "99999999999999-last",
      now: () => Date.now() + 3_600_000,
      seal: TEST_SEAL,
    }),
    sha256,
    waitMs: 30_000,
  });
}

/** Mulberry32, a small generator that gives the same numbers for the same seed on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
