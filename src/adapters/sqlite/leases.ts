import type { Instant } from "../../core/tape/event.ts";
import type { Lease, LeaseStore } from "../../ports/store.ts";
import type { Connection } from "./connection.ts";
import { withSqliteErrors } from "./failures.ts";

/** Leases in a table of their own. They are not on the tape: what they protect is decided by the tape itself. */
export function sqliteLeases({ sql, write }: Connection): LeaseStore {
  const claim = ({ name, owner, until }: Lease, now: Instant): boolean => {
    // Leases of dead workers would otherwise stay for ever, for sessions that are never due again.
    sql("DELETE FROM leases WHERE until <= ?").run(now);
    const held = sql("SELECT owner, until FROM leases WHERE name = ?").get(name);
    if (held && held.owner !== owner) return false;
    sql("INSERT OR REPLACE INTO leases (name, owner, until) VALUES (?, ?, ?)").run(name, owner, until);
    return true;
  };
  const release = ({ name, owner }: Pick<Lease, "name" | "owner">): void => {
    sql("DELETE FROM leases WHERE name = ? AND owner = ?").run(name, owner);
  };
  return {
    claim: (lease, now) => write(() => claim(lease, now), "rebuildable"),
    release: (lease) => write(() => release(lease), "rebuildable"),
    leased: async (now) =>
      withSqliteErrors(() => {
        const rows = sql("SELECT name FROM leases WHERE until > ?").all(now);
        return new Set(rows.map((row) => String(row.name)));
      }),
  };
}
