import {
  FORGOTTEN_SUBJECT,
  type Phrase,
  phrasesIn,
  withoutForgottenPayload,
} from "../../core/forget/phrases.ts";
import { linkHash, payloadText, type Sha256 } from "../../core/tape/chain.ts";
import { checkFollows } from "../../core/tape/check-follows.ts";
import type { Draft, Payload, Position, StoredEvent } from "../../core/tape/event.ts";
import { eventOfRow } from "../../core/tape/event-row.ts";
import { storableId } from "../../core/tape/plain-id.ts";
import { type ForeignEvent, mergeEach, type TranslatePosition } from "../../core/tape/rebase-positions.ts";
import { storable } from "../../core/tape/storable.ts";
import type { Slice, StoredPosition, TapeEnd } from "../../ports/store.ts";
import type { Connection } from "./connection.ts";
import type { SqlRow } from "./driver.ts";
import { storeCorrupt } from "./failures.ts";
import { headOf } from "./identity.ts";
import { epochOf } from "./views.ts";

/** The events table. All writes run inside the caller's transaction. */
export type Tape = {
  readonly insert: (events: readonly Draft[]) => StoredPosition[];
  /** Events of another tape, with the positions they have there. */
  readonly merge: (events: readonly StoredEvent[], positionHere: TranslatePosition) => StoredPosition[];
  /** The position of a recorded event: its own, or that of an older one with the same key. */
  readonly find: (event: Draft) => StoredPosition | undefined;
  readonly end: () => TapeEnd;
  readonly lastOf: (subject: string) => Position;
  readonly read: (after: Position, limit: number, types?: readonly string[]) => Slice;
  readonly eventsAt: (positions: readonly Position[]) => StoredEvent[];
  readonly history: (subject: string) => StoredEvent[];
  readonly known: (keys: readonly string[]) => Set<string>;
  readonly sessionEvents: (session: string, after: Position, limit: number) => StoredEvent[];
  readonly sessionTail: (session: string, upTo: Position, limit: number) => StoredEvent[];
  /** Appends events of the same tape unchanged. */
  readonly extend: (events: readonly StoredEvent[]) => void;
  readonly erase: (ids: readonly string[]) => void;
  /** Replaces or erases payloads of events. Their hashes stay the same. */
  readonly rewrite: (changes: readonly Rewrite[]) => void;
};

export type Rewrite = { readonly id: string; readonly payload: Payload | null };

const INSERT = `INSERT INTO events
  (position, id, type, version, at, recorded_at, agent, host, process, worktree, session, subject, key,
   payload_hash, hash, payload)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function sqliteTape({ sql }: Connection, sha256: Sha256): Tape {
  const end = (): TapeEnd => headOf(sql);
  const known = (event: Draft | ForeignEvent): StoredPosition | undefined => placeOf(sql, event);
  const phrases = forgottenPhrases(sql);
  const inserter = (): ((event: Draft | ForeignEvent) => StoredPosition) => {
    let tail = end();
    let forgotten: readonly Phrase[] | undefined;
    return (given) => {
      const event = storable(given);
      const found = known(event);
      if (found) return found;
      forgotten ??= phrases();
      const [allowed = event, naming] = withoutForgottenPayload(sha256, event, forgotten);
      tail = put(allowed, tail);
      const { position } = tail;
      if (naming && !known(naming)) tail = put(naming, tail);
      return { id: event.id, position, isNew: true };
    };
  };
  const put = (event: Draft | ForeignEvent, tail: TapeEnd): TapeEnd => {
    const position = tail.position + 1;
    const text = event.payload === null ? null : payloadText(event.payload);
    const payloadHash = "payloadHash" in event ? event.payloadHash : sha256(text ?? "");
    const hash = linkHash(sha256, tail.hash, { ...event, position, payloadHash });
    const { agent, host, process, worktree } = event.writer;
    sql(INSERT).run(
      ...[position, event.id, event.type, event.version, event.at, event.recordedAt],
      ...[agent, host, process, worktree, event.session ?? null, event.subject ?? null, event.key ?? null],
      ...[payloadHash, hash, text],
    );
    return { position, hash };
  };
  return {
    insert: (events) => events.map(inserter()),
    merge: (events, positionHere) =>
      mergeEach(events, { positionHere, hasKey: (key) => knownKeys(sql, [key]).size > 0, put: inserter() }),
    find: (given) => {
      const event = storable(given);
      const found = known(event);
      return found && { ...found, isNew: found.id === event.id };
    },
    end,
    lastOf: (subject) =>
      Number(
        sql("SELECT max(position) AS last FROM events WHERE subject = ?").get(storableId(subject))?.last ?? 0,
      ),
    read: (after, limit, types) => {
      const marks = types?.map(() => "?").join(", ");
      const where = marks === undefined ? "" : `AND type IN (${marks})`;
      // Read before the events: if words are erased meanwhile, these events belong to an ended epoch.
      const epoch = epochOf(sql);
      const upTo = end().position;
      const rows = sql(
        `SELECT * FROM events WHERE position > ? AND position <= ? ${where} ORDER BY position LIMIT ?`,
      ).all(...[after, upTo, ...(types ?? []), limit]);
      const events = rows.map(recordedOf);
      return { events, upTo: events.length < limit ? upTo : (events.at(-1)?.position ?? upTo), epoch };
    },
    known: (keys) => knownKeys(sql, keys),
    ...lookups(sql),
    extend: (events) => {
      checkFollows(sha256, end(), events);
      events.reduce((tail, event) => put(event, tail), end());
    },
    ...payloadChanges(sql),
  };
}

function placeOf(sql: Connection["sql"], event: Draft | ForeignEvent): StoredPosition | undefined {
  const byId = sql("SELECT position, id FROM events WHERE id = ?").get(event.id);
  const row =
    byId ??
    (event.key === undefined
      ? undefined
      : sql("SELECT position, id FROM events WHERE key = ?").get(event.key));
  return row && { id: String(row.id), position: Number(row.position), isNew: false };
}

function payloadChanges(sql: Connection["sql"]): Pick<Tape, "erase" | "rewrite"> {
  return {
    erase: (ids) => {
      for (const id of ids) sql("UPDATE events SET payload = NULL WHERE id = ?").run(storableId(id));
    },
    rewrite: (changes) => {
      for (const { id, payload } of changes) {
        const text = payload === null ? null : payloadText(payload);
        sql("UPDATE events SET payload = ? WHERE id = ?").run(text, storableId(id));
      }
    },
  };
}

/** Forgotten phrases, read again only if more was forgotten. */
function forgottenPhrases(sql: Connection["sql"]): () => readonly Phrase[] {
  let last = 0;
  let phrases: readonly Phrase[] = [];
  return () => {
    const newest = sql("SELECT max(position) AS last FROM events WHERE subject = ?").get(FORGOTTEN_SUBJECT);
    const position = Number(newest?.last ?? 0);
    if (position === last) return phrases;
    const rows = sql("SELECT * FROM events WHERE subject = ? ORDER BY position").all(FORGOTTEN_SUBJECT);
    [last, phrases] = [position, phrasesIn(rows.map(recordedOf))];
    return phrases;
  };
}

type Lookups = Pick<Tape, "eventsAt" | "history" | "sessionEvents" | "sessionTail">;

function lookups(sql: Connection["sql"]): Lookups {
  return {
    eventsAt: (positions) =>
      sql("SELECT * FROM events WHERE position IN (SELECT value FROM json_each(?)) ORDER BY position")
        .all(JSON.stringify(positions))
        .map(recordedOf),
    history: (subject) =>
      sql("SELECT * FROM events WHERE subject = ? ORDER BY position")
        .all(storableId(subject))
        .map(recordedOf),
    sessionEvents: (session, after, limit) =>
      sql("SELECT * FROM events WHERE session = ? AND position > ? ORDER BY position LIMIT ?")
        .all(storableId(session), after, limit)
        .map(recordedOf),
    sessionTail: (session, upTo, limit) =>
      sql("SELECT * FROM events WHERE session = ? AND position <= ? ORDER BY position DESC LIMIT ?")
        .all(storableId(session), upTo, limit)
        .map(recordedOf)
        .reverse(),
  };
}

function knownKeys(sql: Connection["sql"], keys: readonly string[]): Set<string> {
  const rows = sql("SELECT key FROM events WHERE key IN (SELECT value FROM json_each(?))").all(
    JSON.stringify(keys.map(storableId)),
  );
  const stored = new Set(rows.map((row) => String(row.key)));
  return new Set(keys.filter((key) => stored.has(storableId(key))));
}

export const recordedOf = (row: SqlRow): StoredEvent => eventOfRow(row, storeCorrupt);
