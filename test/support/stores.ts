import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileCalls } from "../../src/adapters/disk/file-calls.ts";
import { ownedFolder } from "../../src/adapters/disk/owned-folder.ts";
import { openMemoryStore } from "../../src/adapters/memory-store/store.ts";
import { openSpool } from "../../src/adapters/spool/spool.ts";
import { chooseDriver, type Driver } from "../../src/adapters/sqlite/driver.ts";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import type { Store } from "../../src/ports/store.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import { onPostgres } from "./on-postgres.ts";
import { TEST_SEAL } from "./seal.ts";

export type PlaceOptions = {
  readonly driver?: Driver;
  readonly calls?: FileCalls;
  readonly now?: () => number;
  readonly waitMs?: number;
};

/** A folder with one SQLite store, on which several handles can be opened. */
export type Place = {
  readonly folder: string;
  readonly database: string;
  readonly spool: string;
  readonly open: (options?: PlaceOptions) => Promise<Store>;
  readonly remove: () => void;
};

let handles = 0;

export function newPlace(defaults: PlaceOptions = {}): Place {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-store-"));
  const database = join(folder, "tidemark.db");
  const spool = join(folder, "spool");
  mkdirSync(spool, { mode: 0o700 });
  return {
    folder,
    database,
    spool,
    open: async (options = {}) => {
      const { driver, calls, now = Date.now, waitMs = 10_000 } = { ...defaults, ...options };
      return openSqliteStore({
        driver: driver ?? (await chooseDriver()),
        path: database,
        spool: openSpool({ folder: ownedFolder(spool, calls), name: spoolName(), now, seal: TEST_SEAL }),
        sha256,
        waitMs,
      });
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A name that no other handle has, and that sorts by the order of opening, like the names of real processes. */
export function spoolName(): string {
  handles += 1;
  return `${String(handles).padStart(8, "0")}-${process.pid}`;
}

/** A kind of store, for tests that must hold for all kinds. */
export type StoreKind = { readonly name: string; readonly open: () => Promise<Store> };

/** Makes stores in folders that `removeAll` deletes. */
export function storeKinds(): { readonly kinds: readonly StoreKind[]; readonly removeAll: () => void } {
  const places: Place[] = [];
  const { openStore: openOnPostgres } = onPostgres;
  const open = (): Promise<Store> => {
    const place = newPlace();
    places.push(place);
    return place.open();
  };
  return {
    kinds: [
      { name: "memory", open: async () => openMemoryStore(sha256) },
      { name: "SQLite", open },
      ...(openOnPostgres ? [{ name: "PostgreSQL", open: () => openOnPostgres() }] : []),
    ],
    removeAll: () => {
      for (const place of places.splice(0)) place.remove();
    },
  };
}
