import type { LeaseStore } from "../../ports/store.ts";
import type { Connection } from "./connection.ts";

/** Leases in a table of their own. They are not on the tape: what they protect is decided by the tape itself. */
export function postgresLeases({ query, write, project }: Connection): LeaseStore {
  return {
    claim: ({ name, owner, until }, now) =>
      write(async (own) => {
        // What dead workers left. A row that another worker is about to take is passed over, not waited for.
        await own(
          `DELETE FROM leases WHERE project_id = $1 AND name IN (
             SELECT name FROM leases WHERE project_id = $1 AND until <= $2 FOR UPDATE SKIP LOCKED)`,
          ...[project, now],
        );
        const taken = await own(
          `INSERT INTO leases (project_id, name, owner, until) VALUES ($1, $2, $3, $4)
           ON CONFLICT (project_id, name) DO UPDATE SET owner = excluded.owner, until = excluded.until
             WHERE leases.owner = excluded.owner OR leases.until <= $5 RETURNING name`,
          ...[project, name, owner, until, now],
        );
        return taken.length === 1;
      }),
    release: async ({ name, owner }) => {
      await query(
        "DELETE FROM leases WHERE project_id = $1 AND name = $2 AND owner = $3",
        ...[project, name, owner],
      );
    },
    leased: async (now) => {
      const rows = await query("SELECT name FROM leases WHERE project_id = $1 AND until > $2", project, now);
      return new Set(rows.map((row) => String(row.name)));
    },
  };
}
