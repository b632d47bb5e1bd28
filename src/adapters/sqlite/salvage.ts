import { isObject } from "../../core/fields.ts";
import { forgottenEventIds, type RedactedEvent, redactedEventsIn } from "../../core/tape/audit.ts";
import { GENESIS, linkHash, type Sha256 } from "../../core/tape/chain.ts";
import { refusalReason } from "../../core/tape/check.ts";
import type { Payload, Position, StoredEvent } from "../../core/tape/event.ts";
import type { Driver, SqlRow } from "./driver.ts";
import { type Cell, rowsInFile } from "./pages.ts";
import { tapeSchema } from "./schema/001-tape.ts";
import { recordedOf } from "./tape.ts";

/** The readable part of a damaged file, in a separate database that is deleted when closed. */
export type DamagedTape = {
  /** Undamaged events, in the order of the damaged tape and with its positions. */
  readonly intact: () => Generator<ReadableEvent>;
  /** The last position that was found, even if its event is unreadable. */
  readonly last: () => Position;
  readonly close: () => void;
};

/** An event, and whether the chain proves its ids and times. Its payload is proved by its own hash. */
export type ReadableEvent = { readonly event: StoredEvent; readonly isProved: boolean };

const COLUMNS = [
  ...["position", "id", "type", "version", "at", "recorded_at", "agent", "host", "process", "worktree"],
  ...["session", "subject", "key", "payload_hash", "hash", "payload"],
];
const TEXTS = ["id", "type", "agent", "host", "process", "worktree", "payload_hash", "hash"];
const NUMBERS = ["version", "at", "recorded_at"];
const TEXTS_OR_NONE = ["session", "subject", "key", "payload"];

/** Reads all readable events of a database file, which is opened read-only. */
export function openDamagedTape(driver: Driver, sha256: Sha256, path: string): DamagedTape {
  const db = driver.open("");
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;");
  db.exec(tapeSchema.replaceAll(" UNIQUE", ""));
  // Of two images of one event, the one without a payload counts: the other is from before it was forgotten.
  const keep = db.prepare(
    `INSERT INTO events (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map(() => "?").join(", ")})
     ON CONFLICT (position) DO UPDATE SET payload = NULL WHERE excluded.payload IS NULL`,
  );
  const forgotten = new Set<string>();
  const redacted = new Map<string, string>();
  db.exec("BEGIN");
  for (const cell of rowsInFile(path, COLUMNS.length)) {
    const row = eventRowOf(cell);
    if (!row) continue;
    keep.run(...COLUMNS.map((column) => row[column] ?? null));
    for (const id of namedBy(sha256, row).forgotten) forgotten.add(id);
    for (const { id, print } of namedBy(sha256, row).redacted) redacted.set(id, print);
  }
  db.exec("COMMIT");
  const rows = () => db.prepare("SELECT * FROM events ORDER BY position").iterate();
  const last = () => Number(db.prepare("SELECT max(position) AS last FROM events").get()?.last ?? 0);
  return { intact: () => sift(rows(), { sha256, forgotten, redacted }), last, close: () => db.close() };
}

/** The row as a row of the tape, if it has that shape. */
function eventRowOf({ rowId, values }: Cell): SqlRow | undefined {
  if (values.length !== COLUMNS.length || values[0] !== null || rowId < 1) return undefined;
  const row: SqlRow = Object.fromEntries(
    COLUMNS.map((column, i) => [column, i === 0 ? rowId : (values[i] ?? null)]),
  );
  const isEvent =
    TEXTS.every((column) => typeof row[column] === "string") &&
    NUMBERS.every((column) => Number.isSafeInteger(row[column])) &&
    TEXTS_OR_NONE.every((column) => row[column] === null || typeof row[column] === "string");
  return isEvent ? row : undefined;
}

type NamedEvents = { readonly forgotten: readonly string[]; readonly redacted: readonly RedactedEvent[] };

const NAMING = ["payload.forgotten", "payload.redacted"];

/** The events that a row declares forgotten, or cleaned of secrets. */
function namedBy(sha256: Sha256, row: SqlRow): NamedEvents {
  const isNaming = row.payload !== null && NAMING.includes(String(row.type));
  if (!isNaming || sha256(String(row.payload)) !== row.payload_hash) return { forgotten: [], redacted: [] };
  const event = recordedOf(row);
  return { forgotten: forgottenEventIds(event), redacted: redactedEventsIn(event) };
}

type SalvageFacts = {
  readonly sha256: Sha256;
  readonly forgotten: ReadonlySet<string>;
  /** Hashes of redacted payloads, by event id. */
  readonly redacted: ReadonlyMap<string, string>;
};

/** Hashes that the next event may contain: the stored one, and the one that was originally computed. */
type Tail = { readonly position: Position; readonly hashes: readonly string[] };

/** Returns undamaged events. Each event is compared with its predecessor and, if its own hash may be damaged, with its successor. */
function* sift(rows: Iterable<SqlRow>, known: SalvageFacts): Generator<ReadableEvent> {
  let tail: Tail = { position: 0, hashes: [GENESIS] };
  let row: SqlRow | undefined;
  for (const next of withEnd(rows)) {
    if (row) {
      const { event, isProved, hashes } = judgeRow(row, next, { tail, known });
      if (event) yield { event, isProved };
      tail = { position: Number(row.position), hashes };
    }
    row = next;
  }
}

function* withEnd<T>(rows: Iterable<T>): Generator<T | undefined> {
  yield* rows;
  yield undefined;
}

type Judged = {
  readonly event: StoredEvent | undefined;
  readonly isProved: boolean;
  readonly hashes: readonly string[];
};

function judgeRow(
  row: SqlRow,
  next: SqlRow | undefined,
  { tail, known }: { tail: Tail; known: SalvageFacts },
): Judged {
  const { sha256 } = known;
  const text = row.payload === null ? null : String(row.payload);
  const own = text === null ? undefined : sha256(text);
  const isRedacted = own !== undefined && known.redacted.get(String(row.id)) === own.slice(0, 32);
  const payloadHash = own === undefined || isRedacted ? String(row.payload_hash) : own;
  const header = { ...recordedOf({ ...row, payload: null }), payloadHash };
  const hasTail = tail.position === header.position - 1;
  const computed = hasTail ? tail.hashes.map((hash) => linkHash(sha256, hash, header)) : [];
  const hashes = [header.hash, ...computed];
  const isLinked = computed.includes(header.hash) || isRestedOn(sha256, computed, next);
  const isWhole =
    isLinked || (payloadHash === row.payload_hash && (!hasTail || isExplained(header, next, known)));
  if (!isWhole || (text === null && !known.forgotten.has(header.id)))
    return { event: undefined, isProved: isLinked, hashes };
  const payload = text === null || known.forgotten.has(header.id) ? null : payloadOf(text);
  const event: StoredEvent = { ...header, payload: payload ?? null };
  const isLost = payload === undefined || !isReadable(event, isLinked);
  return { event: isLost ? undefined : event, isProved: isLinked, hashes };
}

/**
 * Versions without id checks hashed half a surrogate pair or a NUL unchanged, while the database stored a replacement character or cut the
 * id at the NUL. The payload of such an event is intact, so it is kept. A cut leaves no trace except in the next event's hash. If something
 * was forgotten, that is not enough, because forgotten events are identified by their ids.
 */
function isExplained(
  header: StoredEvent,
  next: SqlRow | undefined,
  { sha256, forgotten }: SalvageFacts,
): boolean {
  const { id, type, writer, session = "", subject = "", key = "" } = header;
  if ([id, type, ...Object.values(writer), session, subject, key].some((name) => name.includes("\ufffd")))
    return true;
  return forgotten.size === 0 && (next === undefined || isRestedOn(sha256, [header.hash], next));
}

function isRestedOn(sha256: Sha256, hashes: readonly string[], next: SqlRow | undefined): boolean {
  if (!next) return false;
  const after = recordedOf({ ...next, payload: null });
  return hashes.some((hash) => linkHash(sha256, hash, after) === after.hash);
}

function payloadOf(text: string): Payload | undefined {
  try {
    const payload: unknown = JSON.parse(text);
    return isObject(payload) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** An unknown type is damage, unless the chain proves that a newer Tidemark wrote it: then salvage stops. */
function isReadable(event: StoredEvent, isProved: boolean): boolean {
  try {
    return event.payload === null || refusalReason({ ...event, payload: event.payload }) === undefined;
  } catch (error) {
    if (isProved) throw error;
    return false;
  }
}
