import { expect, onTestFinished } from "vitest";
import { EMPTY_SPOOL } from "../../src/adapters/disk/empty-spool.ts";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { MIGRATIONS, type Migration } from "../../src/adapters/postgres/schema/migrate.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import type { Store } from "../../src/ports/store.ts";
import { assertChain, readAll, turn } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { scenario } from "../scenarios/scenario.ts";
import { asOwner, dropDatabase, needsPostgres, postgresUrl } from "../support/postgres.ts";

/** The migrations of the previous version, without the newest step. */
const BEFORE = MIGRATIONS.slice(0, -1);
const addition = (name: string, oldestProgram: number): Migration => ({
  text: `CREATE TABLE ${name} (project_id text PRIMARY KEY);`,
  oldestProgram,
});
const NEXT = [...MIGRATIONS, addition("one_more", MIGRATIONS.length)];
const BREAKING = [...NEXT, addition("another", NEXT.length + 1)];

scenario("team.two-versions", async (_, context) => {
  needsPostgres(context);
  const name = `versions_${process.pid}`;
  await asOwner((sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  const url = (await postgresUrl()).replace(/\/postgres$/, `/${name}`);
  onTestFinished(() => dropDatabase(url));
  const address = await readAddress(url, () => "shared");
  const open = async (migrations: readonly Migration[]): Promise<Store> => {
    const options = { spool: EMPTY_SPOOL, sha256, waitMs: 30_000, connections: 2 };
    const { store } = await openPostgresStore({ address, migrations, ...options });
    onTestFinished(store.close);
    return store;
  };
  const writers = [await open(BEFORE)];
  const acknowledged: string[] = [];
  const isOver = { now: false };
  const write = async (store: Store, writer: number): Promise<void> => {
    for (let n = 0; !isOver.now; n++) {
      const id = `w${writer}-${n}`;
      await store.tape.append([turn(id)]);
      acknowledged.push(id);
    }
  };
  const writing = writers.map(write);
  const moreThan = async (count: number): Promise<void> => {
    while (acknowledged.length < count) await new Promise(setImmediate);
  };
  await moreThan(20);
  for (const version of [MIGRATIONS, NEXT, MIGRATIONS, BREAKING]) {
    writing.push(write(await open(version), writing.length));
    await moreThan(acknowledged.length + 20);
  }
  // A program of the previous version can open the database after a compatible step, but not after this one.
  await expect(open(BEFORE)).rejects.toMatchObject({ code: "store.newer" });
  await expect(open(MIGRATIONS)).rejects.toMatchObject({ code: "store.newer" });
  isOver.now = true;
  await Promise.all(writing);
  const last = await open(BREAKING);
  expect((await readAll(last)).map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  await assertChain(last);
});
