import { FORGOTTEN } from "../../core/items/items-view.ts";
import { forgottenEventIds, REDACTED, redactedEventsIn } from "../../core/tape/audit.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import type { Connection } from "./connection.ts";
import { erasePhrases } from "./erase-phrases.ts";
import { writeCopy } from "./swap.ts";
import { recordedOf, sqliteTape } from "./tape.ts";
import type { VaultOptions } from "./vault.ts";
import { clearAllViews } from "./views.ts";

export type Replacement = Pick<VaultOptions, "driver" | "sha256" | "stamp"> & {
  readonly connection: Connection;
  /** A verified database whose tape replaces the connection's. */
  readonly incoming: string;
  /** Where the replaced tape is saved. */
  readonly previous: string;
};

export type TapeReplacement = { readonly events: number; readonly set_aside: number };

/**
 * Replaces the tape inside one transaction, so that processes with the database open continue with the new one. Forgotten words stay
 * forgotten: their tombstones are appended to the new tape.
 */
export async function replaceTape(replacement: Replacement): Promise<TapeReplacement> {
  const { connection, incoming, previous } = replacement;
  writeCopy(connection, previous);
  connection.sql("ATTACH ? AS incoming").run(incoming);
  try {
    return await connection.write(() => {
      saveNewest(replacement);
      return exchange(replacement);
    });
  } finally {
    connection.exec("DETACH incoming");
  }
}

/** Other processes wrote while the copy was made. Now that they cannot, their events are saved too. */
function saveNewest({ driver, connection: { sql }, previous }: Replacement): void {
  const saved = driver.open(previous);
  try {
    saved.exec("PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
    const last = Number(saved.prepare("SELECT max(position) AS last FROM events").get()?.last ?? 0);
    for (const row of sql("SELECT * FROM events WHERE position > ? ORDER BY position").iterate(last)) {
      const columns = Object.keys(row);
      const marks = columns.map(() => "?").join(", ");
      saved
        .prepare(`INSERT INTO events (${columns.join(", ")}) VALUES (${marks})`)
        .run(...columns.map((column) => row[column] ?? null));
    }
    saved.exec("COMMIT");
  } finally {
    saved.close();
  }
}

function exchange({ connection, sha256, stamp }: Replacement): TapeReplacement {
  const { sql } = connection;
  const isMissing = "id NOT IN (SELECT id FROM incoming.events)";
  const missing = Number(
    sql(`SELECT count(*) AS missing FROM main.events WHERE ${isMissing}`).get()?.missing ?? 0,
  );
  const carried = sql(`SELECT * FROM main.events WHERE type IN (?, ?) AND ${isMissing} ORDER BY position`)
    .all(FORGOTTEN, REDACTED)
    .map(recordedOf);
  const clean = redactedPayloads(connection, carried);
  sql("DELETE FROM main.events").run();
  sql(
    `INSERT INTO main.events
     SELECT position, id, type, version, at, recorded_at, agent, host, process, worktree, session, subject, key,
       payload_hash, hash, CASE WHEN id IN (SELECT value FROM json_each(?)) THEN NULL ELSE payload END
     FROM incoming.events ORDER BY position`,
  ).run(JSON.stringify(carried.flatMap(forgottenEventIds)));
  carryForgotten(connection, sha256, carried);
  for (const [id, payload] of clean) sql("UPDATE main.events SET payload = ? WHERE id = ?").run(payload, id);
  erasePhrases({ connection, sha256, stamp });
  clearAllViews(sql);
  const events = Number(sql("SELECT count(*) AS events FROM main.events").get()?.events ?? 0);
  return { events, set_aside: missing - carried.length };
}

/** Payloads from which a scrub removed secrets. The backup still contains the secrets. */
function redactedPayloads({ sql }: Connection, carried: readonly StoredEvent[]): Map<string, string | null> {
  const ids = carried.flatMap(redactedEventsIn).map(({ id }) => id);
  const rows = sql("SELECT id, payload FROM main.events WHERE id IN (SELECT value FROM json_each(?))").all(
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, payload }) => [String(id), payload === null ? null : String(payload)]));
}

/** Appends the events that record erasures, and erases the items they name. Runs in a transaction. */
export function carryForgotten(
  connection: Connection,
  sha256: Sha256,
  forgotten: readonly StoredEvent[],
): void {
  const tape = sqliteTape(connection, sha256);
  // They name the erased item by its id, not by a position.
  tape.merge(forgotten, () => undefined);
  tape.erase(forgotten.flatMap(forgottenEventIds));
}
