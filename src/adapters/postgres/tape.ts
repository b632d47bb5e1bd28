import { FORGOTTEN_SUBJECT, type Phrase, phrasesIn } from "../../core/forget/phrases.ts";
import { payloadText, type Sha256 } from "../../core/tape/chain.ts";
import { checkFollows } from "../../core/tape/check-follows.ts";
import type { Draft, Payload, Position, StoredEvent } from "../../core/tape/event.ts";
import { eventOfRow } from "../../core/tape/event-row.ts";
import { storableId } from "../../core/tape/plain-id.ts";
import { mergeEach } from "../../core/tape/rebase-positions.ts";
import { storable } from "../../core/tape/storable.ts";
import type { EventStore, Merge, StoredPosition, TapeEnd } from "../../ports/store.ts";
import { type Connection, numberArray, type Query, type SqlRow, textArray } from "./connection.ts";
import { corruptError } from "./failures.ts";
import { type KnownEvents, planTape, type TapePlan } from "./tape-plan.ts";

/** The tape of the project while this transaction holds its head, so that nobody else can write to it. */
export type LockedTape = {
  readonly epoch: number;
  readonly insert: (events: readonly Draft[]) => Promise<StoredPosition[]>;
  readonly merge: (merge: Omit<Merge, "erase">) => Promise<StoredPosition[]>;
  /** Appends events of the same tape unchanged. */
  readonly extend: (events: readonly StoredEvent[]) => Promise<void>;
  /** The last position of each subject; zero if the tape has none. */
  readonly lastOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Position>>;
  /** The positions of events that are already on the tape, by their own ids. */
  readonly find: (events: readonly Pick<Draft, "id">[]) => Promise<StoredPosition[]>;
  readonly rewrite: (
    changes: readonly { readonly id: string; readonly payload: Payload | null }[],
  ) => Promise<void>;
};

export type LockOptions = {
  readonly project: string;
  readonly sha256: Sha256;
  readonly phrases: PhraseMemory;
  /** Also waits for views that are being published, and blocks further ones: for erasing. */
  readonly isErasing: boolean;
  /** The events that will be inserted, as far as known. */
  readonly events: readonly Draft[];
};

/** Locks the head of the tape. The holder writes. Positions become visible in order, because the lock is held until the end. */
export async function lockTape(query: Query, options: LockOptions): Promise<LockedTape> {
  const { project, sha256 } = options;
  // Sent together: each statement sees the state after the one before it, so the lock is held for a shorter time.
  const [[head], ahead, phrases] = await Promise.all([
    lockedHead(query, options),
    knownEvents(query, { project, ...namesOf(options.events.map(storable)) }),
    options.phrases(query, project),
  ]);
  let tail: TapeEnd = { position: Number(head?.position), hash: String(head?.hash) };
  let known = ahead;
  const write = async (
    events: readonly (Draft | StoredEvent)[],
    put: (plan: TapePlan) => StoredPosition[],
  ) => {
    const asked = { project, sha256, tail, known, phrases, events: events.map(storable), put };
    const { plan, placed } = await plannedWith(query, asked);
    // Nobody waits for the answer: if a row is refused, the transaction fails.
    insertRows(query, project, plan).catch(() => {});
    // Rows that were written meanwhile were not looked up.
    known = NOTHING_KNOWN;
    tail = plan.end();
    return placed;
  };
  return {
    epoch: Number(head?.epoch),
    insert: (events) => write(events, (plan) => events.map(plan.put)),
    merge: ({ events, positionHere }) =>
      write(events, ({ put, hasKey }) =>
        mergeEach(events, { positionHere, hasKey: (key) => hasKey(storableId(key)), put }),
      ),
    extend: async (events) => {
      checkFollows(sha256, tail, events);
      await write([], (plan) => {
        events.forEach(plan.add);
        return [];
      });
    },
    lastOf: async (subjects) => {
      const rows = await query(
        `SELECT subject, (SELECT max(position) FROM events WHERE project_id = $1 AND subject = given.subject) AS last
         FROM unnest($2::text::text[]) AS given (subject)`,
        project,
        textArray(subjects.map(storableId)),
      );
      const last = new Map(rows.map((row) => [String(row.subject), Number(row.last)]));
      return new Map(subjects.map((subject) => [subject, last.get(storableId(subject)) ?? 0]));
    },
    find: async (events) => {
      const { ids } = await knownEvents(query, {
        project,
        ids: events.map(({ id }) => storableId(id)),
        keys: [],
      });
      return [...ids.values()].flatMap((found) => (found ? [{ ...found, isNew: true }] : []));
    },
    rewrite: async (changes) => {
      const rows = changes.map(({ id, payload }) => ({
        id: storableId(id),
        payload: payload === null ? null : payloadText(payload),
      }));
      await query(
        `UPDATE events SET payload = changed.payload
         FROM json_to_recordset($2::text::json) AS changed (id text, payload text)
         WHERE project_id = $1 AND events.id = changed.id`,
        project,
        JSON.stringify(rows),
      );
    },
  };
}

const lockedHead = (query: Query, { project, isErasing }: LockOptions) =>
  query(
    `SELECT position, hash, epoch FROM projects WHERE project_id = $1 FOR ${isErasing ? "UPDATE" : "NO KEY UPDATE"}`,
    project,
  );

type PlannedInput = Parameters<typeof planTape>[0] & {
  readonly project: string;
  readonly events: readonly (Draft | StoredEvent)[];
  readonly put: (plan: TapePlan) => StoredPosition[];
};

const NOTHING_KNOWN: KnownEvents = { ids: new Map(), keys: new Map() };

const namesOf = (events: readonly (Draft | StoredEvent)[]) => ({
  ids: events.map(({ id }) => id),
  keys: events.flatMap(({ key }) => key ?? []),
});

/** Plans again while the plan asks for ids or keys that were not looked up, because one event can require another one. */
async function plannedWith(
  query: Query,
  { project, events, put, ...given }: PlannedInput,
): Promise<{ readonly plan: TapePlan; readonly placed: StoredPosition[] }> {
  let { known } = given;
  let { ids, keys } = namesOf(events);
  for (;;) {
    const wanted = {
      ids: ids.filter((id) => !known.ids.has(id)),
      keys: keys.filter((key) => !known.keys.has(key)),
    };
    const found = await knownEvents(query, { project, ...wanted });
    known = { ids: new Map([...known.ids, ...found.ids]), keys: new Map([...known.keys, ...found.keys]) };
    const plan = planTape({ ...given, known });
    const placed = put(plan);
    if (plan.missing.ids.size + plan.missing.keys.size === 0) return { plan, placed };
    [ids, keys] = [[...plan.missing.ids], [...plan.missing.keys]];
  }
}

type LookupKeys = {
  readonly project: string;
  readonly ids: readonly string[];
  readonly keys: readonly string[];
};

/** Looks up each one separately: without statistics the planner would read the whole project instead of using their indexes. */
async function knownEvents(query: Query, { project, ids, keys }: LookupKeys): Promise<KnownEvents> {
  if (ids.length + keys.length === 0) return NOTHING_KNOWN;
  const rows = await query(
    `SELECT found.id, NULL AS key, position FROM unnest($2::text::text[]) AS given (id), LATERAL (
       SELECT * FROM events WHERE project_id = $1 AND id = given.id OFFSET 0) AS found
     UNION ALL
     SELECT found.id, found.key, position FROM unnest($3::text::text[]) AS given (key), LATERAL (
       SELECT * FROM events WHERE project_id = $1 AND key = given.key OFFSET 0) AS found`,
    project,
    textArray(ids),
    textArray(keys),
  );
  const known = {
    ids: new Map<string, StoredPosition | undefined>(ids.map((id) => [id, undefined])),
    keys: new Map<string, StoredPosition | undefined>(keys.map((key) => [key, undefined])),
  };
  for (const row of rows) {
    const place = { id: String(row.id), position: Number(row.position), isNew: false };
    if (row.key === null) known.ids.set(place.id, place);
    else known.keys.set(String(row.key), place);
  }
  return known;
}

const COLUMNS =
  "position, id, type, version, at, recorded_at, agent, host, process, worktree, session, subject, key, payload_hash, hash, payload";

async function insertRows(query: Query, project: string, plan: TapePlan): Promise<void> {
  if (plan.rows.length === 0) return;
  const { position, hash } = plan.end();
  await Promise.all([
    query(
      `INSERT INTO events (project_id, ${COLUMNS}) SELECT $1, ${COLUMNS} FROM json_to_recordset($2::text::json) AS given (
         position bigint, id text, type text, version integer, at bigint, recorded_at bigint, agent text, host text,
         process text, worktree text, session text, subject text, key text, payload_hash text, hash text, payload text)`,
      project,
      JSON.stringify(plan.rows),
    ),
    query("UPDATE projects SET position = $2, hash = $3 WHERE project_id = $1", ...[project, position, hash]),
  ]);
}

/** Forgotten phrases, read again only if more was forgotten. */
export type PhraseMemory = (query: Query, project: string) => Promise<readonly Phrase[]>;

export function phraseMemory(): PhraseMemory {
  let last = 0;
  let phrases: readonly Phrase[] = [];
  return async (query, project) => {
    const [newest] = await query(
      "SELECT max(position) AS last FROM events WHERE project_id = $1 AND subject = $2",
      ...[project, FORGOTTEN_SUBJECT],
    );
    const position = Number(newest?.last ?? 0);
    if (position === last) return phrases;
    const rows = await query(
      "SELECT * FROM events WHERE project_id = $1 AND subject = $2 ORDER BY position",
      ...[project, FORGOTTEN_SUBJECT],
    );
    [last, phrases] = [position, phrasesIn(rows.map(storedEvent))];
    return phrases;
  };
}

const storedEvent = (row: SqlRow): StoredEvent => eventOfRow(row, corruptError);

/** Reads the tape. Each method is one statement, so it sees one state of the tape. */
export function eventReader({ query, project }: Connection): EventStore {
  const all = async (text: string, ...values: readonly (string | number)[]): Promise<StoredEvent[]> =>
    (await query(text, project, ...values)).map(storedEvent);
  return {
    read: async (after, limit, types) => {
      const rows = await query(
        `SELECT head.epoch, head.position AS up_to, found.* FROM projects AS head LEFT JOIN LATERAL (
           SELECT * FROM events WHERE project_id = head.project_id AND position > $2 AND position <= head.position
             AND ($4::text IS NULL OR type = ANY ($4::text::text[])) ORDER BY position LIMIT $3
         ) AS found ON true WHERE head.project_id = $1 ORDER BY found.position`,
        ...[project, after, limit, types === undefined ? null : textArray(types)],
      );
      const upTo = Number(rows[0]?.up_to ?? 0);
      const events = rows.filter(({ position }) => position !== null).map(storedEvent);
      const isAll = events.length < limit;
      const epoch = Number(rows[0]?.epoch ?? 0);
      return { events, upTo: isAll ? upTo : (events.at(-1)?.position ?? upTo), epoch };
    },
    eventsAt: (positions) =>
      all(
        "SELECT * FROM events WHERE project_id = $1 AND position = ANY ($2::text::bigint[]) ORDER BY position",
        numberArray(positions),
      ),
    history: (subject) =>
      all(
        "SELECT * FROM events WHERE project_id = $1 AND subject = $2 ORDER BY position",
        storableId(subject),
      ),
    sessionEvents: (session, after, limit) =>
      all(
        `SELECT * FROM events WHERE project_id = $1 AND session = $2 AND position > $3 ORDER BY position LIMIT $4`,
        ...[storableId(session), after, limit],
      ),
    sessionTail: async (session, upTo, limit) =>
      (
        await all(
          `SELECT * FROM events WHERE project_id = $1 AND session = $2 AND position <= $3
           ORDER BY position DESC LIMIT $4`,
          ...[storableId(session), upTo, limit],
        )
      ).reverse(),
    known: async (keys) => {
      const found = await knownEvents(query, { project, ids: [], keys: keys.map(storableId) });
      return new Set(keys.filter((key) => found.keys.get(storableId(key)) !== undefined));
    },
  };
}

export async function tapeEnd({ query, project }: Connection): Promise<TapeEnd> {
  const [row] = await query("SELECT position, hash FROM projects WHERE project_id = $1", project);
  return { position: Number(row?.position), hash: String(row?.hash) };
}
