import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { memoryBinding } from "../src/adapters/binding/memory-binding.ts";
import { ownedFolder } from "../src/adapters/disk/owned-folder.ts";
import { openSpool } from "../src/adapters/spool/spool.ts";
import { chooseDriver } from "../src/adapters/sqlite/driver.ts";
import { openSqliteStore } from "../src/adapters/sqlite/store.ts";
import { sha256 } from "../src/adapters/system/sha256.ts";
import { DEFAULTS } from "../src/core/config/config.ts";
import { sealWith } from "../src/core/seal.ts";
import type { Store } from "../src/ports/store.ts";

/** The path of a memory folder's database. */
export const databaseIn = (folder: string): string => join(folder, "tidemark.db");

/** Opens a store in a folder of the bench, as the program does. */
export async function openStore(folder: string): Promise<Store> {
  const spoolFolder = join(folder, "spool");
  mkdirSync(spoolFolder, { recursive: true });
  const key = [1, 2, 3, 4] as const;
  const state = ownedFolder(join(folder, "state"));
  const bound = memoryBinding({ memoryDir: folder, state, key: () => key, isTracked: () => false });
  bound.claim();
  const name = `${Date.now()}-${randomBytes(5).toString("hex")}`;
  return openSqliteStore({
    driver: await chooseDriver(),
    path: databaseIn(folder),
    spool: openSpool({ folder: ownedFolder(spoolFolder), name, now: Date.now, seal: sealWith(key) }),
    sha256,
    waitMs: DEFAULTS.store.wait_ms,
    binding: bound.store(),
  });
}
