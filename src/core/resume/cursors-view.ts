import { seenTurn } from "../extract/activity/seen-turn.ts";
import { editedFiles, isEdit } from "../extract/activity/tool-sort.ts";
import { isReadable } from "../sessions/sessions-view.ts";
import type { Position, Recorded } from "../tape/event.ts";
import type { Projection, Rows } from "../tape/projection.ts";
import { SEMANTIC } from "../tape/semantic-types.ts";
import { iso } from "../time.ts";

export const DELTA = { given: "delta.given", acknowledged: "delta.acknowledged" } as const;
const TURN = "turn.recorded";

/** A place on the tape, by its number and by the hash it has there. */
export type TapePlace = { readonly position: Position; readonly hash: string };

/** How far an agent has been told, when that was, and where its worktree then stood. */
export type Reached = {
  readonly up_to: TapePlace;
  readonly at: string;
  readonly head?: string;
  /** The session that was told; absent when somebody said so outright. */
  readonly session?: string;
};

/** What a session was told; it counts once the session has said something after that. */
type GivenRange = Reached & { readonly session: string; readonly given_at: Position };

/** Where one agent is in one worktree. */
export type CursorRow = {
  readonly agent: string;
  readonly worktree: string;
  readonly reached?: Reached;
  /** Told, and not known to be read. */
  readonly given: readonly GivenRange[];
};

/** Whether a session that was told something has spoken since. */
export type HeardRow = { readonly session: string; readonly given_at: Position; readonly heard_at: Position };

/** Who last changed a file, by writer. */
export type FileRow = { readonly path: string; readonly by: readonly FileTouch[] };
export type FileTouch = { readonly agent: string; readonly worktree: string; readonly at: Position };

/** The files that one agent changed in one worktree, last changed last. */
export type TouchedRow = { readonly paths: readonly string[] };

/** Rows that only their key finds. */
type KeyedRow = HeardRow | FileRow | TouchedRow;
type CursorRows = Rows<CursorRow | KeyedRow>;

/** Starts that nobody followed up: more than that and the oldest is taken for lost. */
const GIVEN_MAX = 20;
const PATHS_MAX = 100;
const TOUCHES_MAX = 10;

type Who = { readonly agent: string; readonly worktree: string };

const nameOf = ({ agent, worktree }: Who): string => JSON.stringify([agent, worktree]);
export const cursorKey = (who: Who): string => `cursor ${nameOf(who)}`;
export const touchedKey = (who: Who): string => `touched ${nameOf(who)}`;
export const heardKey = (session: string): string => `session ${session}`;
export const fileKey = (path: string): string => `file ${path}`;

/**
 * How far each agent has been told, in each worktree. Being told is not having read: a session that was told something
 * and never said a word has crashed, and its agent is told again.
 */
export const cursorsView: Projection<CursorRow, KeyedRow> = {
  shape: "rows",
  name: "cursors",
  version: 2,
  types: [...Object.values(DELTA), TURN, ...SEMANTIC],
  keysOf: (event) => {
    const session = event.session === undefined ? [] : [heardKey(event.session)];
    if (!isReadable(event)) return [cursorKey(event.writer), ...session];
    const files = filesIn(event);
    return files.length === 0 ? session : [...session, touchedKey(event.writer), ...files.map(fileKey)];
  },
  evolve: (rows, event) => {
    if (isReadable(event)) return new Map([...heard(rows, event), ...touched(rows, event)]);
    // Two machines may have an agent of one name in folders of one name: where one of them is, is where it was told here.
    if (event.payload?.elsewhere === true && rows.get(cursorKey(event.writer))) return new Map();
    return event.type === DELTA.given ? given(rows, event) : acknowledged(rows, event);
  },
  facetsOf: (row) => ({
    kind: "given" in row ? "cursor" : "",
    status: "",
    rank: "given" in row ? (row.reached?.up_to.position ?? 0) : 0,
  }),
};

const filesIn = (event: Recorded): readonly string[] => {
  const turn = event.type === TURN ? seenTurn(event) : undefined;
  return turn && isEdit(turn) ? editedFiles(turn) : [];
};

function cursorOf(rows: CursorRows, { writer }: Recorded): CursorRow {
  const { agent, worktree } = writer;
  return (rows.get(cursorKey(writer)) as CursorRow | undefined) ?? { agent, worktree, given: [] };
}

type ToldRange = { readonly up_to: TapePlace; readonly head?: string; readonly from?: TapePlace };

function reachedOf(event: Recorded, { up_to, head }: ToldRange): Reached {
  return {
    up_to,
    at: iso(event.at),
    ...(head === undefined ? {} : { head }),
    ...(event.session === undefined ? {} : { session: event.session }),
  };
}

/**
 * Without a session nobody will ever follow up: that only tells where an agent was met first. What the giver took to
 * be read by then is read.
 */
function given(rows: CursorRows, event: Recorded): CursorRows {
  if (event.payload === null) return new Map();
  const told = event.payload as ToldRange;
  const row = cursorOf(rows, event);
  const reached = reachedOf(event, told);
  const { session } = event;
  if (session === undefined)
    return row.reached
      ? new Map()
      : new Map<string, CursorRow | KeyedRow>([[cursorKey(event.writer), { ...row, reached }]]);
  const read = row.given.findLast(({ up_to }) => up_to.hash === told.from?.hash);
  const open = read === undefined ? row.given : row.given.slice(row.given.indexOf(read) + 1);
  const next: CursorRow = {
    ...row,
    ...(read === undefined ? {} : { reached: asReached(read) }),
    given: [...open, { ...reached, session, given_at: event.position }].slice(-GIVEN_MAX),
  };
  const before = rows.get(heardKey(session)) as HeardRow | undefined;
  const waits: HeardRow = { session, given_at: event.position, heard_at: before?.heard_at ?? 0 };
  return new Map<string, CursorRow | KeyedRow>([
    [cursorKey(event.writer), next],
    [heardKey(session), waits],
  ]);
}

function asReached({ given_at, ...reached }: GivenRange): Reached {
  return reached;
}

function acknowledged(rows: CursorRows, event: Recorded): CursorRows {
  if (event.payload === null) return new Map();
  const reached = reachedOf(event, event.payload as ToldRange);
  return new Map<string, CursorRow | KeyedRow>([
    [cursorKey(event.writer), { ...cursorOf(rows, event), reached, given: [] }],
  ]);
}

/** The first word of a session after it was told something; the words after that say nothing more. */
function heard(rows: CursorRows, { session, position }: Recorded): CursorRows {
  const row = session === undefined ? undefined : (rows.get(heardKey(session)) as HeardRow | undefined);
  if (row === undefined || row.heard_at > row.given_at) return new Map();
  return new Map<string, CursorRow | KeyedRow>([[heardKey(row.session), { ...row, heard_at: position }]]);
}

function touched(rows: CursorRows, event: Recorded): CursorRows {
  const paths = filesIn(event);
  if (paths.length === 0) return new Map();
  const { agent, worktree } = event.writer;
  const own = (rows.get(touchedKey(event.writer)) as TouchedRow | undefined)?.paths ?? [];
  const all = [...own.filter((path) => !paths.includes(path)), ...paths].slice(-PATHS_MAX);
  const out = new Map<string, CursorRow | KeyedRow>([[touchedKey(event.writer), { paths: all }]]);
  for (const path of paths) {
    const before = (rows.get(fileKey(path)) as FileRow | undefined)?.by ?? [];
    const others = before.filter((touch) => nameOf(touch) !== nameOf(event.writer));
    const by = [...others, { agent, worktree, at: event.position }].slice(-TOUCHES_MAX);
    out.set(fileKey(path), { path, by });
  }
  return out;
}

/** How far an agent has been told and has read, given what was heard of the sessions that were told. */
export function reachedIn(
  row: CursorRow | undefined,
  isHeard: (given: GivenRange) => boolean,
): Reached | undefined {
  const read = row?.given.findLast(isHeard);
  return read === undefined ? row?.reached : asReached(read);
}
