import { assert } from "../../core/failure.ts";
import type { View } from "../../core/tape/projection.ts";
import type { Scratch } from "../../ports/store.ts";
import type { StoreAddress } from "./address.ts";
import { connect } from "./connection.ts";
import { SCRATCH_TABLES } from "./schema/002-views.ts";
import { checkpointOf, clearView, publishPass, rowsOf, scanView, type ViewSet } from "./views.ts";

export type PostgresScratch = Scratch & {
  /** Replaces the stored view by this build. */
  readonly replace: (view: View) => Promise<"adopted" | "conflict">;
};

/** Views in temporary tables of one exclusive connection. The server drops them with the connection, even if the process is killed. */
export async function openScratch(address: StoreAddress, waitMs: number): Promise<PostgresScratch> {
  const connection = connect(address, { waitMs, connections: 1, isKept: true });
  const { query, write, project } = connection;
  await query.script(
    SCRATCH_TABLES.map(
      (table) =>
        `CREATE TEMPORARY TABLE ${table} (LIKE tidemark.${table} INCLUDING DEFAULTS INCLUDING INDEXES);`,
    ).join("\n"),
  );
  const set: ViewSet = { project, schema: "pg_temp" };
  let epoch: number | undefined;
  return {
    checkpoint: (view) => checkpointOf(query, set, view),
    rows: (view, keys) => rowsOf(query, set, { view, keys }),
    scan: (view, afterKey, limit) => scanView(query, set, { view, afterKey, limit }),
    publish: (pass) =>
      write(async (own) => {
        if (pass.epoch !== epoch) {
          // Rows collected so far may contain forgotten words: they are deleted, and the pass with them.
          for (const table of SCRATCH_TABLES) await own(`DELETE FROM pg_temp.${table}`);
          epoch = pass.epoch;
        }
        return publishPass(own, set, pass);
      }),
    replace: (view) => {
      assert(view.shape === "rows", `a scratch build of ${view.name} has no words to put in place`);
      return write(async (own) => {
        const [head] = await own(
          "SELECT epoch FROM tidemark.projects WHERE project_id = $1 FOR KEY SHARE",
          project,
        );
        if (epoch !== undefined && epoch !== Number(head?.epoch)) return "conflict";
        await clearView(own, { project, schema: "tidemark" }, view);
        for (const table of ["view_rows", "view_checkpoints"])
          await own(
            `INSERT INTO tidemark.${table} SELECT * FROM pg_temp.${table} WHERE project_id = $1 AND view = $2`,
            ...[project, view.name],
          );
        return "adopted";
      });
    },
    close: connection.close,
  };
}
