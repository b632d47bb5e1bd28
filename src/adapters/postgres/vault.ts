import { MemoryError } from "../../core/failure.ts";
import type { Vault } from "../../ports/vault.ts";
import type { Connection } from "./connection.ts";

/** The parts of a vault that a server has. Backups and repairs are the server's own task. */
export type ServerVault = Pick<
  Vault,
  "backup" | "restore" | "salvage" | "integrity" | "compact" | "size" | "exists"
>;

/** Events whose payloads are measured to estimate the size of a tape. */
const MEASURED_EVENTS = 1000;
/** Approximate size of an event besides its payload, including indexes. */
const EVENT_BYTES = 600;

export function postgresVault({ query, write, project, server }: Connection): ServerVault {
  const refuse = (what: string, fix: string): Promise<never> =>
    Promise.reject(
      new MemoryError("input.invalid", `The memory is on the PostgreSQL server ${server}. ${what}`, { fix }),
    );
  return {
    backup: () =>
      refuse(
        "Its backups are made by the server.",
        "Run pg_dump --schema=tidemark there, or write this project's tape to files: tidemark export DIR",
      ),
    restore: () =>
      refuse(
        "A backup is restored on the server.",
        "Run pg_restore there, or add the events of an export: tidemark import DIR",
      ),
    salvage: () => refuse("A damaged database is mended on the server.", "Restore the server's own backup."),
    // The chain of the tape and every view are checked as in any store. Pages and indexes are the server's task.
    integrity: async () => [],
    // A vacuum would leave the bytes of erased rows in the free space of their pages, so the tables are rewritten.
    compact: () =>
      write(async (own) => {
        await own("SET LOCAL statement_timeout = 0");
        await own("SELECT rewrite_tables()");
      }),
    size: async () => {
      const [row] = await query(
        `SELECT head.position AS events, coalesce(avg(octet_length(last.payload)), 0) AS bytes
         FROM projects AS head LEFT JOIN LATERAL (SELECT payload FROM events
           WHERE project_id = head.project_id ORDER BY position DESC LIMIT $2) AS last ON true
         WHERE head.project_id = $1 GROUP BY head.position`,
        ...[project, MEASURED_EVENTS],
      );
      return Math.round(Number(row?.events ?? 0) * (Number(row?.bytes ?? 0) + EVENT_BYTES));
    },
    exists: async () => true,
  };
}
