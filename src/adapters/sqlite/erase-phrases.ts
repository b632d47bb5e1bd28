import { FORGOTTEN_SUBJECT, phrasesIn, restoresForgotten } from "../../core/forget/phrases.ts";
import { isItemAct } from "../../core/items/item.ts";
import { FORGOTTEN } from "../../core/items/items-view.ts";
import type { StoredEvent } from "../../core/tape/event.ts";
import { versionOf } from "../../core/tape/versions.ts";
import type { Connection } from "./connection.ts";
import { recordedOf, sqliteTape } from "./tape.ts";
import type { VaultOptions } from "./vault.ts";

type Erasing = { readonly connection: Connection } & Pick<VaultOptions, "sha256" | "stamp">;

/** Erases forgotten statements from a tape that came from a backup or a damaged file, whatever their ids. Runs in a transaction. */
export function erasePhrases({ connection, sha256, stamp }: Erasing): void {
  const tape = sqliteTape(connection, sha256);
  const phrases = phrasesIn(tape.history(FORGOTTEN_SUBJECT));
  if (phrases.length === 0) return;
  const ids = new Set<string>();
  const items = new Set<string>();
  const rows = connection.sql("SELECT * FROM events WHERE payload IS NOT NULL ORDER BY position");
  for (const row of rows.iterate()) {
    const event = recordedOf(row);
    if (!restoresForgotten(sha256, event, phrases)) continue;
    ids.add(event.id);
    if (isActOnItem(event)) items.add(event.subject ?? "");
  }
  // An item is forgotten whole.
  for (const item of items) for (const { id } of tape.history(item)) ids.add(id);
  if (ids.size === 0) return;
  const payload = { events: [...ids], items: [...items], tombstones: [] };
  tape.insert([{ ...stamp(), type: FORGOTTEN, version: versionOf(FORGOTTEN), payload }]);
  tape.erase([...ids]);
}

const isActOnItem = ({ type, subject }: StoredEvent): boolean => subject !== undefined && isItemAct(type);
