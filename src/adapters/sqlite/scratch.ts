import { assert } from "../../core/failure.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { View } from "../../core/tape/projection.ts";
import type { Scratch } from "../../ports/store.ts";
import type { Connection } from "./connection.ts";
import type { Driver, Statement } from "./driver.ts";
import { rowsSchema } from "./schema/views.ts";
import { checkpointOf, clearView, type PassTarget, publishPass, rowsOf, scanView } from "./views.ts";

export type SqliteScratch = Scratch & {
  /** Puts this build of a view in place of the one in the store. */
  readonly replace: (connection: Connection, view: View, target: PassTarget) => Promise<void>;
};

/** Views in a nameless temporary database: SQLite deletes it by itself, even when the process is killed. */
export function openScratch(driver: Driver, sha256: Sha256): SqliteScratch {
  const db = driver.open("");
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
  db.exec(rowsSchema);
  const statements = new Map<string, Statement>();
  const sql = (text: string): Statement => {
    const statement = statements.get(text) ?? db.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const target: PassTarget = { sql, sha256, hasWords: false };
  return {
    checkpoint: async (view) => checkpointOf(sql, view),
    rows: async (view, keys) => rowsOf(sql, view, keys),
    publish: async (pass) => {
      db.exec("BEGIN");
      const outcome = publishPass(target, pass);
      db.exec("COMMIT");
      return outcome;
    },
    scan: async (view, afterKey, limit) => scanView(sql, view, { afterKey, limit }),
    replace: async (connection, view, into) => {
      assert(view.shape === "rows", `a scratch build of ${view.name} has no words to put in place`);
      await connection.write(() => {
        clearView(into, view);
        const insert = into.sql(
          "INSERT INTO view_rows (view, key, kind, status, rank, body) VALUES (?, ?, ?, ?, ?, ?)",
        );
        for (const row of sql("SELECT * FROM view_rows WHERE view = ?").iterate(view.name)) {
          insert.run(
            view.name,
            ...["key", "kind", "status", "rank", "body"].map((column) => row[column] ?? ""),
          );
        }
        into
          .sql("INSERT INTO view_checkpoints (view, version, position) VALUES (?, ?, ?)")
          .run(view.name, view.version, checkpointOf(sql, view));
      }, "rebuildable");
    },
    close: async () => {
      statements.clear();
      db.close();
    },
  };
}
