import { seenTurn } from "../extract/activity/seen-turn.ts";
import { editedFiles, isEdit } from "../extract/activity/tool-sort.ts";
import { ITEM_ACT_TYPES, type ItemActType } from "../items/item.ts";
import { isReadable, type ReadableEvent, SESSION_EVENTS } from "../sessions/sessions-view.ts";
import type { EventOf, Position, Recorded } from "../tape/event.ts";
import { type Projection, type RowKey, type Rows, rowAt, rowKey } from "../tape/projection.ts";
import { SEMANTIC } from "../tape/semantic/semantic-types.ts";
import { iso } from "../time.ts";

export const DELTA = { given: "delta.given", acknowledged: "delta.acknowledged" } as const;
const TURN = "turn.recorded";

/** A position on the tape, together with its hash. */
export type TapePlace = { readonly position: Position; readonly hash: string };

/** An agent's read position, the time, and the commit of its worktree at that time. */
export type ReadPosition = {
  readonly up_to: TapePlace;
  readonly at: string;
  readonly head?: string;
  /** The session that was shown the changes; absent for an explicit acknowledgement. */
  readonly session?: string;
};

/** A delta that was given to a session. It counts as read after the session has a later turn. */
type GivenRange = ReadPosition & { readonly session: string; readonly given_at: Position };

/** The read position of one agent in one worktree. */
export type CursorRow = {
  readonly agent: string;
  readonly worktree: string;
  readonly reached?: ReadPosition;
  /** Deltas that were given and are not known to be read. */
  readonly given: readonly GivenRange[];
  /** Sessions of an agent that has not received a delta yet, each with its start. */
  readonly begun: readonly GivenRange[];
  /** The first item that the agent itself recorded or changed after it last received a delta. */
  readonly acted_at: Position;
};

/** Whether a session that received changes has had a turn since. */
export type HeardRow = {
  readonly session: string;
  readonly given_at: Position;
  readonly heard_at: Position;
  readonly ended_at?: Position;
};

/** The last writers who changed a file. */
export type FileRow = { readonly path: string; readonly by: readonly FileTouch[] };
export type FileTouch = { readonly agent: string; readonly worktree: string; readonly at: Position };

/** The files that one agent changed in one worktree, most recent last. */
export type TouchedRow = { readonly paths: readonly string[] };

/** Rows that are found only by their key. */
type KeyedRow = HeardRow | FileRow | TouchedRow;
type CursorRows = Rows<CursorRow | KeyedRow>;

/** Maximum number of given deltas without a later turn. If there are more, the oldest is dropped. */
const GIVEN_MAX = 20;
const PATHS_MAX = 100;
const TOUCHES_MAX = 10;
/** A session recorded this long after it began was imported, so it moves no cursor. */
const IMPORTED_AFTER_MS = 24 * 60 * 60 * 1000;

type CursorOwner = { readonly agent: string; readonly worktree: string };

const nameOf = ({ agent, worktree }: CursorOwner): string => JSON.stringify([agent, worktree]);
export const cursorKey = (who: CursorOwner): RowKey<CursorRow> => rowKey(`cursor ${nameOf(who)}`);
export const touchedKey = (who: CursorOwner): RowKey<TouchedRow> => rowKey(`touched ${nameOf(who)}`);
export const heardKey = (session: string): RowKey<HeardRow> => rowKey(`session ${session}`);
export const fileKey = (path: string): RowKey<FileRow> => rowKey(`file ${path}`);

type CursorEventType =
  | (typeof DELTA)[keyof typeof DELTA]
  | typeof SESSION_EVENTS.started
  | typeof SESSION_EVENTS.ended
  | ItemActType
  | ReadableEvent["type"];

/**
 * The read position of each agent in each worktree. A given delta counts as read once its session has a later turn: a session without one
 * has crashed, and its agent gets the delta again. An agent without a host records no turns. If it records items before its session ends,
 * or ends its session itself, it has read the delta. If it began and ended a session, it was here.
 */
export const cursorsView: Projection<CursorRow, KeyedRow, CursorEventType> = {
  shape: "rows",
  name: "cursors",
  version: 6,
  types: [
    ...Object.values(DELTA),
    SESSION_EVENTS.started,
    SESSION_EVENTS.ended,
    ...ITEM_ACT_TYPES,
    TURN,
    ...SEMANTIC,
  ],
  keysOf: (event) => {
    const session = event.session === undefined ? [] : [heardKey(event.session)];
    if (!isReadable(event)) return [cursorKey(event.writer), ...session];
    const files = filesIn(event);
    return files.length === 0 ? session : [...session, touchedKey(event.writer), ...files.map(fileKey)];
  },
  evolve: (rows, event) => {
    if (isReadable(event)) return new Map([...firstTurnHeard(rows, event), ...filesTouched(rows, event)]);
    if (event.type === SESSION_EVENTS.started) return begun(rows, event);
    if (event.type === SESSION_EVENTS.ended) return sessionEnded(rows, event);
    if (event.type !== DELTA.given && event.type !== DELTA.acknowledged) return agentActed(rows, event);
    // Two machines may have an agent of the same name in folders of the same name. This machine's own deltas decide where the agent is.
    // Sessions that only began do not count, because they may have come with the same merge.
    if (event.payload?.elsewhere === true && wasTold(cursorRow(rows, event))) return new Map();
    return event.type === DELTA.given ? given(rows, event) : deltaAcknowledged(rows, event);
  },
  facetsOf: (row) => ({
    kind: "given" in row ? "cursor" : "",
    status: "",
    rank: "given" in row ? (row.reached?.up_to.position ?? 0) : 0,
  }),
};

const filesIn = (event: ReadableEvent): readonly string[] => {
  const turn = event.type === TURN ? seenTurn(event) : undefined;
  return turn && isEdit(turn) ? editedFiles(turn) : [];
};

const heardRow = (rows: CursorRows, session: string | undefined): HeardRow | undefined =>
  session === undefined ? undefined : rowAt(rows, heardKey(session));

const cursorRow = (rows: CursorRows, { writer }: Recorded): CursorRow | undefined =>
  rowAt(rows, cursorKey(writer));

const wasTold = (row: CursorRow | undefined): boolean =>
  row !== undefined && (row.reached !== undefined || row.given.length > 0);

function cursorOf(rows: CursorRows, event: Recorded): CursorRow {
  const { agent, worktree } = event.writer;
  return cursorRow(rows, event) ?? { agent, worktree, given: [], begun: [], acted_at: 0 };
}

type ToldRange = { readonly up_to: TapePlace; readonly head?: string };

function reachedOf(event: Recorded, { up_to, head }: ToldRange): ReadPosition {
  return {
    up_to,
    at: iso(event.at),
    ...(head === undefined ? {} : { head }),
    ...(event.session === undefined ? {} : { session: event.session }),
  };
}

/**
 * A delta without a session has no later turn that could confirm it, so it only records where an agent was first met. Everything up to the
 * giver's `from` counts as read.
 */
function given(rows: CursorRows, event: EventOf<typeof DELTA.given>): CursorRows {
  if (event.payload === null) return new Map();
  const told = event.payload;
  const row = cursorOf(rows, event);
  const reached = reachedOf(event, told);
  const { session } = event;
  if (session === undefined)
    return row.reached || told.from
      ? new Map()
      : new Map<string, CursorRow | KeyedRow>([[cursorKey(event.writer), { ...row, reached }]]);
  const read = row.given.findLast(({ up_to }) => up_to.hash === told.from?.hash);
  const open = read === undefined ? row.given : row.given.slice(row.given.indexOf(read) + 1);
  const next: CursorRow = {
    ...row,
    ...(read === undefined ? {} : { reached: asReached(read) }),
    given: [...open, { ...reached, session, given_at: event.position }].slice(-GIVEN_MAX),
  };
  const before = heardRow(rows, session);
  const waits: HeardRow = { heard_at: 0, ...before, session, given_at: event.position };
  return new Map<string, CursorRow | KeyedRow>([
    [cursorKey(event.writer), next],
    [heardKey(session), waits],
  ]);
}

function asReached({ given_at, ...reached }: GivenRange): ReadPosition {
  return reached;
}

function deltaAcknowledged(rows: CursorRows, event: EventOf<typeof DELTA.acknowledged>): CursorRows {
  if (event.payload === null) return new Map();
  const reached = reachedOf(event, event.payload);
  const row = cursorOf(rows, event);
  const given = row.given.filter(({ up_to }) => up_to.position > reached.up_to.position);
  return new Map<string, CursorRow | KeyedRow>([
    [cursorKey(event.writer), { ...row, reached, given, begun: [] }],
  ]);
}

/** Records the start of a session whose agent has no cursor yet. If the session has a later event, the agent's cursor begins here. */
function begun(rows: CursorRows, event: EventOf<typeof SESSION_EVENTS.started>): CursorRows {
  const { session, position, hash, payload } = event;
  const row = cursorOf(rows, event);
  const isImported = event.recordedAt - event.at > IMPORTED_AFTER_MS;
  if (session === undefined || row.reached || isImported || payload?.elsewhere) return new Map();
  const head = payload?.commit === undefined ? {} : { head: payload.commit };
  const reached = reachedOf(event, { up_to: { position, hash }, ...head });
  const start: GivenRange = { ...reached, session, given_at: position };
  const unheard: HeardRow = { session, given_at: position, heard_at: 0 };
  return new Map<string, CursorRow | KeyedRow>([
    [cursorKey(event.writer), { ...row, begun: [...row.begun, start].slice(-GIVEN_MAX) }],
    [heardKey(session), heardRow(rows, session) ?? unheard],
  ]);
}

function sessionEnded(rows: CursorRows, { session, position }: Recorded): CursorRows {
  const row = heardRow(rows, session);
  if (row === undefined) return new Map();
  return new Map<string, CursorRow | KeyedRow>([[heardKey(row.session), { ...row, ended_at: position }]]);
}

/** Acts of an agent in its own name. Together with the end of its session they show that it read the delta. */
function agentActed(rows: CursorRows, event: Recorded): CursorRows {
  const row = cursorRow(rows, event);
  const last = Math.max(row?.given.at(-1)?.given_at ?? 0, row?.begun.at(-1)?.given_at ?? 0);
  if (row === undefined || last <= row.acted_at) return new Map();
  return new Map<string, CursorRow | KeyedRow>([
    [cursorKey(event.writer), { ...row, acted_at: event.position }],
  ]);
}

/** The first turn of a session after it received changes. Later turns change nothing. */
function firstTurnHeard(rows: CursorRows, { session, position }: Recorded): CursorRows {
  const row = heardRow(rows, session);
  if (row === undefined || row.heard_at > row.given_at) return new Map();
  return new Map<string, CursorRow | KeyedRow>([[heardKey(row.session), { ...row, heard_at: position }]]);
}

function filesTouched(rows: CursorRows, event: ReadableEvent): CursorRows {
  const paths = filesIn(event);
  if (paths.length === 0) return new Map();
  const { agent, worktree } = event.writer;
  const own = rowAt(rows, touchedKey(event.writer))?.paths ?? [];
  const all = [...own.filter((path) => !paths.includes(path)), ...paths].slice(-PATHS_MAX);
  const out = new Map<string, CursorRow | KeyedRow>([[touchedKey(event.writer), { paths: all }]]);
  for (const path of paths) {
    const before = rowAt(rows, fileKey(path))?.by ?? [];
    const others = before.filter((touch) => nameOf(touch) !== nameOf(event.writer));
    const by = [...others, { agent, worktree, at: event.position }].slice(-TOUCHES_MAX);
    out.set(fileKey(path), { path, by });
  }
  return out;
}

/** The read position of an agent, given the later turns of its sessions. */
export function readPositionIn(
  row: CursorRow | undefined,
  heardOf: (session: string) => HeardRow | undefined,
): ReadPosition | undefined {
  if (row === undefined) return undefined;
  const isRead = ({ session, given_at }: GivenRange): boolean => {
    const { heard_at = 0, ended_at = 0 } = heardOf(session) ?? {};
    return heard_at > given_at || (row.acted_at > given_at && ended_at > row.acted_at);
  };
  const read = row.given.findLast(isRead);
  if (read !== undefined) return asReached(read);
  if (row.reached !== undefined) return row.reached;
  const here = row.begun.find((start) => isRead(start) || heardOf(start.session)?.ended_at !== undefined);
  return here === undefined ? undefined : asReached(here);
}
