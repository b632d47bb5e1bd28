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
  /** An empty folder of its own. */
  readonly folder: string;
  /** The bundled worker. */
  readonly worker: string;
  readonly writers: number;
  readonly readers: number;
  /** How many processes are killed before the rest may end. */
  readonly kills: number;
  readonly seed: number;
};

export type KillReport = {
  readonly kills: number;
  readonly acknowledged: number;
  readonly on_tape: number;
  /** Acknowledged and not on the tape. */
  readonly lost: readonly string[];
  readonly duplicated: readonly string[];
  /** What workers or the reopened store complained of. */
  readonly errors: readonly string[];
  readonly integrity: string;
};

/** A victim is killed after at most this many more lines; most die in the middle of a write. */
const LINES_MAX = 12;
/** More than any worker gets to write before it is killed. */
const ENDLESS = 1_000_000;

/**
 * Writers and readers on one store, killed at random without warning and started again, until there were
 * enough kills. A victim dies a random number of its own lines after it was chosen: no clock is asked, and
 * where in its work it is by then is up to the machine.
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
      // A worker that ends by itself has said why; starting it again would only hide that.
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
    // A line torn by a kill is kept aside; more of them than kills would be something else.
    errors: rejected > kills ? [...errors, `${rejected} lines were kept aside`] : errors,
    integrity,
  };
}

/** Opens the store when all the dead have been quiet for long, so that nothing of theirs is left out. */
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

/** Mulberry32: small, and the same from the same seed everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
