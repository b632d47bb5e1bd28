import { chmodSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, readAll, turn } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { asOwner, needsPostgres, newProject, openTestStore } from "../support/postgres.ts";
import { type PostgresServer, startPostgres, stopPostgres } from "../support/postgres-server.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { spoolName } from "../support/stores.ts";

function newSpool(): string {
  const spool = join(mkdtempSync(join(tmpdir(), "tidemark-spool-")), "spool");
  mkdirSync(spool, { mode: 0o700 });
  return spool;
}

const HANDLES = 4;
const WRITES = 60;

/** Kills the server and all its processes at once, and starts it again on the same data. */
async function killAndRestart(server: PostgresServer, folder: string): Promise<PostgresServer> {
  await stopPostgres(server, "SIGKILL");
  return startPostgres({ folder, isDurable: true, port: server.port });
}

scenario("team.server-killed", async (_, context) => {
  needsPostgres(context);
  const folder = mkdtempSync(join(tmpdir(), "tidemark-killed-"));
  chmodSync(folder, 0o755);
  let server = await startPostgres({ folder, isDurable: true });
  onTestFinished(() => stopPostgres(server));
  const open = async (): Promise<Store> => {
    const spool = openSpool({
      folder: ownedFolder(newSpool()),
      name: spoolName(),
      now: Date.now,
      seal: TEST_SEAL,
    });
    const address = await readAddress(server.url(), () => "killed");
    return (await openPostgresStore({ address, spool, sha256, waitMs: 60_000, connections: 1 })).store;
  };
  const stores = await Promise.all(Array.from({ length: HANDLES }, open));
  const acknowledged: string[] = [];
  const write = async (store: Store, name: number): Promise<void> => {
    for (let n = 0; n < WRITES; n++) {
      const id = `w${name}-${n}`;
      const [placed] = await store.tape.append([turn(id)]);
      expect(placed).toMatchObject({ id, isNew: true });
      acknowledged.push(id);
    }
  };
  const writing = Promise.all(stores.map(write));
  while (acknowledged.length < (HANDLES * WRITES) / 3) await new Promise(setImmediate);
  server = await killAndRestart(server, folder);
  await writing;
  const [store] = stores;
  if (store === undefined) throw new Error("no store");
  const ids = (await readAll(store)).map(({ id }) => id);
  expect(acknowledged).toHaveLength(HANDLES * WRITES);
  expect(ids.toSorted()).toEqual(acknowledged.toSorted());
  await assertChain(store);
  for (const each of stores) await each.close();
});

scenario("team.wakes-others", async (_, context) => {
  needsPostgres(context);
  const place = { project: newProject(), spoolFolder: newSpool() };
  const [one, other] = [await openTestStore(place), await openTestStore(place)];
  let stop: (() => Promise<void>) | undefined;
  const woken = new Promise<void>((resolve) => {
    void other.tape.watch?.(resolve).then(async (stopWatching) => {
      stop = stopWatching;
      await one.tape.append([turn("a")]);
    });
  });
  await woken;
  expect((await other.tape.end()).position).toBe(1);
  await stop?.();
  for (const store of [one, other]) await store.close();
});

/** Callers wait for their turn to write, so a transaction for only a few of them would delay all others. */
test("concurrent callers of one process that write repeatedly share each transaction", async (context) => {
  needsPostgres(context);
  const project = newProject();
  const store = await openTestStore({ project, spoolFolder: newSpool() });
  const [agents, writes] = [16, 8];
  const agent = async (name: number): Promise<void> => {
    for (let n = 0; n < writes; n++) await store.tape.append([turn(`a${name}-${n}`)]);
  };
  await Promise.all(Array.from({ length: agents }, (_, name) => agent(name)));
  await store.close();
  const transactions = await asOwner(async (sql) => {
    const [row] = await sql`
      SELECT count(DISTINCT xmin::text) AS n, count(*) AS events FROM tidemark.events WHERE project_id = ${project}`;
    return { n: Number(row?.n), events: Number(row?.events) };
  });
  expect(transactions).toEqual({ n: writes, events: agents * writes });
});
