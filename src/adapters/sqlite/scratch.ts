import { assert } from "../../core/failure.ts";
import type { View } from "../../core/tape/projection.ts";
import type { Scratch } from "../../ports/store.ts";
import type { Connection } from "./connection.ts";
import type { Driver, Statement } from "./driver.ts";
import { rowsSchema } from "./schema/views.ts";
import { checkpointOf, clearView, type PassTarget, publishPass, rowsOf, scanView } from "./views.ts";

export type SqliteScratch = Scratch & {
  /** Replaces the stored view by this build. */
  readonly replace: (
    connection: Connection,
    view: View,
    target: PassTarget,
  ) => Promise<"adopted" | "conflict">;
};

/** Rows arrive in the order of the tape and are stored in the order of their keys. With too little memory the disk does the sorting. */
const CACHE_KB = 64 * 1024;

/** Views in a nameless temporary database: SQLite deletes it by itself, even when the process is killed. */
export function openScratch(driver: Driver): SqliteScratch {
  const db = driver.open("");
  db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${CACHE_KB};`);
  db.exec(rowsSchema);
  // A scratch build is never queried by facet, and maintaining that index is a third of its cost.
  db.exec("DROP INDEX view_rows_by_facet");
  const statements = new Map<string, Statement>();
  const sql = (text: string): Statement => {
    const statement = statements.get(text) ?? db.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  let epoch: number | undefined;
  const target: PassTarget = { sql, hasWords: false, epoch: () => epoch ?? 0 };
  return {
    checkpoint: async (view) => checkpointOf(sql, view),
    rows: async (view, keys) => rowsOf(sql, view, keys),
    publish: async (pass) => {
      db.exec("BEGIN");
      if (pass.epoch !== epoch) {
        // Rows collected so far may contain forgotten words: they are deleted, and the pass with them.
        for (const table of ["view_checkpoints", "view_rows", "search_docs"]) db.exec(`DELETE FROM ${table}`);
        epoch = pass.epoch;
      }
      const outcome = publishPass(target, pass);
      db.exec("COMMIT");
      return outcome;
    },
    scan: async (view, afterKey, limit) => scanView(sql, view, { afterKey, limit }),
    replace: async (connection, view, into) => {
      assert(view.shape === "rows", `a scratch build of ${view.name} has no words to put in place`);
      return connection.write(() => {
        if (epoch !== undefined && epoch !== into.epoch()) return "conflict";
        clearView(into, view);
        const insert = into.sql(
          "INSERT INTO view_rows (view, key, kind, status, rank, body) VALUES (?, ?, ?, ?, ?, ?)",
        );
        for (const row of sql("SELECT * FROM view_rows WHERE view = ? ORDER BY key").iterate(view.name)) {
          insert.run(
            view.name,
            ...["key", "kind", "status", "rank", "body"].map((column) => row[column] ?? ""),
          );
        }
        into
          .sql(
            `INSERT INTO view_checkpoints (view, version, position, rows, rank_sum)
             SELECT ?, ?, ?, count(*), coalesce(sum(rank), 0) FROM view_rows WHERE view = ?`,
          )
          .run(view.name, view.version, checkpointOf(sql, view), view.name);
        return "adopted";
      }, "rebuildable");
    },
    close: async () => {
      statements.clear();
      db.close();
    },
  };
}
