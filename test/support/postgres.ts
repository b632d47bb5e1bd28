import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import type { TestContext } from "vitest";
import { EMPTY_SPOOL } from "../../src/adapters/disk/empty-spool.ts";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { readAddress } from "../../src/adapters/postgres/address.ts";
import { openPostgresStore } from "../../src/adapters/postgres/store.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import type { Store } from "../../src/ports/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { NO_BINARIES, type PostgresServer, postgresBinaries, startPostgres } from "./postgres-server.ts";
import { SERVER_FOLDER_VARIABLE } from "./postgres-setup.ts";
import { TEST_SEAL } from "./seal.ts";
import { spoolName } from "./stores.ts";

export const hasPostgres = postgresBinaries() !== undefined;

/** Skips a test with a message if the platform has no PostgreSQL binaries. */
export function needsPostgres(context: TestContext): void {
  if (!hasPostgres) context.skip(NO_BINARIES);
}

type RunningServer = Pick<PostgresServer, "port" | "password" | "pid">;

let running: Promise<string> | undefined;

/** The address of the one server of this test run. The first test file that asks for it starts the server. */
export function postgresUrl(): Promise<string> {
  running ??= startOrFind();
  return running;
}

async function startOrFind(): Promise<string> {
  const folder = process.env[SERVER_FOLDER_VARIABLE];
  if (folder === undefined)
    throw new Error("The folder of the server is made by test/support/postgres-setup.ts");
  const file = join(folder, "server.json");
  try {
    mkdirSync(join(folder, "starting"));
  } catch {
    for (;;) {
      const known = readServer(file);
      if (known) return urlOf(known);
      await sleep(20);
    }
  }
  const { port, password, pid } = await startPostgres({ folder });
  writeFileSync(file, JSON.stringify({ port, password, pid }));
  return urlOf({ port, password, pid });
}

const urlOf = ({ port, password }: RunningServer): string =>
  `postgres://tidemark:${password}@127.0.0.1:${port}/postgres`;

export function readServer(file: string): RunningServer | undefined {
  try {
    const text = readFileSync(file, "utf8");
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

let projects = 0;

/** The name of a project that no other test of this run uses. */
export function newProject(): string {
  projects += 1;
  return `test-${process.pid}-${projects}`;
}

export type PostgresPlace = {
  readonly project: string;
  readonly spoolFolder: string;
  readonly waitMs?: number;
};

export async function openTestStore({
  project,
  spoolFolder,
  waitMs = 10_000,
}: PostgresPlace): Promise<Store> {
  const { store } = await openPostgresStore({
    address: await readAddress(await postgresUrl(), () => project),
    spool: openSpool({ folder: ownedFolder(spoolFolder), name: spoolName(), now: Date.now, seal: TEST_SEAL }),
    sha256,
    waitMs,
    connections: 2,
  });
  return store;
}

/** Runs SQL as the owner of the database, to look behind the store. */
export async function asOwner<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(await postgresUrl(), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

let databases = 0;
let template: Promise<string> | undefined;

const urlOfDatabase = async (name: string): Promise<string> =>
  (await postgresUrl()).replace(/\/postgres$/, `/${name}`);

/** Makes an empty database with all tables, which tests copy instead of making their own tables. */
async function makeTemplate(): Promise<string> {
  const name = `template_${process.pid}`;
  await asOwner((sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  const address = await readAddress(await urlOfDatabase(name), () => "none");
  const options = { spool: EMPTY_SPOOL, sha256, waitMs: 10_000, connections: 1 };
  const { store } = await openPostgresStore({ address, ...options });
  await store.close();
  return name;
}

/** Makes a database that no other test of this run uses; returns the address that a user would write. */
export async function newDatabase(): Promise<string> {
  databases += 1;
  const name = `stage_${process.pid}_${databases}`;
  template ??= makeTemplate();
  const from = await template;
  await asOwner((sql) => sql.unsafe(`CREATE DATABASE ${name} TEMPLATE ${from}`));
  return urlOfDatabase(name);
}

/** Drops the database and ends its connections. */
export async function dropDatabase(url: string): Promise<void> {
  await asOwner((sql) => sql.unsafe(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`));
}
