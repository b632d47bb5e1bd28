import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemoryError } from "../../core/failure.ts";
import { GENESIS } from "../../core/tape/chain.ts";
import type { Store } from "../../ports/store.ts";
import { isSomethingAt } from "../disk/database-file.ts";
import { EMPTY_SPOOL } from "../disk/empty-spool.ts";
import { checkedCopy } from "./check-backup.ts";
import { connect } from "./connection.ts";
import { headOf, setIdentity } from "./identity.ts";
import { openSqliteStore } from "./store.ts";
import type { VaultOptions } from "./vault.ts";
import { clearAllViews } from "./views.ts";

/** Opens a checked copy without its views, which could contain statements that no event on the tape makes. */
export async function examine<T>(
  options: VaultOptions,
  use: (copy: Store) => Promise<T>,
): Promise<T | undefined> {
  const { driver, sha256, waitMs, path } = options;
  if (!isSomethingAt(path)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "tidemark-adopt-"));
  try {
    const copy = join(folder, "copy.db");
    await checkedCopy(options, path, copy);
    const connection = await connect(driver, copy, { waitMs });
    try {
      refuseStrangeParts(connection.sql);
      await connection.write(() => clearAllViews(connection.sql));
    } finally {
      connection.close();
    }
    const store = await openSqliteStore({ driver, sha256, waitMs, path: copy, spool: EMPTY_SPOOL });
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The database gets our id in one transaction. Until the binding is recorded, it stays foreign. */
export async function adopt({ driver, path, waitMs, binding }: VaultOptions): Promise<void> {
  if (!isSomethingAt(path)) {
    binding?.accept({ position: 0, hash: GENESIS });
    return;
  }
  const connection = await connect(driver, path, { waitMs });
  try {
    const { sql } = connection;
    refuseStrangeParts(sql);
    const head = await connection.write(() => {
      clearAllViews(sql);
      // Read positions of foreign spools and foreign leases do not concern us.
      for (const table of ["spool_read", "leases"]) sql(`DELETE FROM ${table}`).run();
      if (binding) setIdentity(sql, binding.id);
      return headOf(sql);
    });
    binding?.accept(head);
  } finally {
    connection.close();
  }
}

/** Our schema has no triggers and no SQL views. A stranger's would run whenever we write. */
function refuseStrangeParts(sql: Parameters<typeof headOf>[0]): void {
  const found = sql("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')").all();
  if (found.length === 0) return;
  throw new MemoryError(
    "input.invalid",
    `The database has parts that no Tidemark makes: ${found.map(({ name }) => JSON.stringify(name)).join(", ")}. It was not adopted.`,
    { fix: "Move the memory folder away, and create a new memory: tidemark init" },
  );
}
