import { RULES_VERSION } from "../extract/rules-version.ts";
import type { EventOf, Instant, Position, Recorded } from "../tape/event.ts";
import type { Facets, Projection } from "../tape/projection.ts";
import { isSemantic, SEMANTIC, type SemanticType } from "../tape/semantic/semantic-types.ts";
import { iso } from "../time.ts";
import { ATTEMPTS_MAX, TURNS_BEFORE_DUE } from "./limits.ts";

/** One conversation of one agent, how far it has been read, and whether that is due. */
export type SessionRow = {
  readonly id: string;
  readonly agent: string;
  readonly host: string;
  readonly worktree: string;
  readonly status: "active" | "sleeping" | "ended";
  readonly started_at: string;
  readonly last_at: string;
  /** When something of it was last recorded, by the recorder's clock: idleness runs from here. */
  readonly recorded_at: Instant;
  readonly turns: number;
  /** Which part of the conversation runs: compaction opens the next one. */
  readonly span: number;
  readonly previous?: string;
  readonly last_position: Position;
  /** Where its last turn or semantic event lies. */
  readonly last_turn: Position;
  /** Turns and semantic events after the checkpoint. */
  readonly unread: number;
  /** The position up to which they have been read, by the rules of this version. */
  readonly checkpoint: Position;
  /** The position of the last of them when it was marked; null while nothing is pending. */
  readonly due_at: Position | null;
  /** The last semantic event that nobody has read; whoever asks next reads it first. */
  readonly stated_at: Position | null;
  readonly attempts: number;
  /** Not before this instant after a failure. */
  readonly retry_at: Instant | null;
  readonly error?: string;
  /** The last thing a worker did to it; of two workers that saw the same, one commits. */
  readonly worked_at: Position;
};

export const SESSION_EVENTS = {
  started: "session.started",
  slept: "session.slept",
  woke: "session.woke",
  compacted: "session.compacted",
  reset: "session.reset",
  ended: "session.ended",
  marked: "session.marked",
  read: "session.read",
  failed: "session.failed",
  retried: "session.retried",
} as const;

const TURN = "turn.recorded";

/** What a worker reads of a session. */
export type ReadableEvent = EventOf<typeof TURN | SemanticType>;

export const isReadable = (event: Recorded): event is ReadableEvent => isReadableType(event.type);
export const isReadableType = (type: string): boolean => type === TURN || isSemantic(type);

type SessionEventType = (typeof SESSION_EVENTS)[keyof typeof SESSION_EVENTS] | typeof TURN | SemanticType;
type SessionEvent = EventOf<SessionEventType>;

/** Raised when the fold changes meaning. */
const FOLD_VERSION = 3;

/**
 * Sessions by id. It reads headers, and payloads only of what hosts and workers say about a session, so
 * that a forgotten turn still counts as one.
 */
export const sessionsView: Projection<SessionRow, never, SessionEventType> = {
  shape: "rows",
  name: "sessions",
  // Other rules make other readings count.
  version: FOLD_VERSION + RULES_VERSION,
  types: [...Object.values(SESSION_EVENTS), TURN, ...SEMANTIC],
  keysOf: (event) => (event.session === undefined ? [] : [event.session]),
  evolve: (rows, event) => {
    if (event.session === undefined) return new Map();
    const before = rows.get(event.session);
    return new Map([[event.session, step(before ?? startSession(event, event.session), event)]]);
  },
  facetsOf,
};

/** A turn or a semantic event of a session nobody has heard of starts it. */
function startSession(event: SessionEvent, id: string): SessionRow {
  const { agent, host, worktree } = event.writer;
  const previous = event.type === SESSION_EVENTS.started ? event.payload?.previous : undefined;
  return {
    id,
    agent,
    host,
    worktree,
    status: "active",
    started_at: iso(event.at),
    last_at: iso(event.at),
    recorded_at: event.recordedAt,
    turns: 0,
    span: 1,
    ...(previous === undefined ? {} : { previous }),
    last_position: event.position,
    last_turn: 0,
    unread: 0,
    checkpoint: 0,
    due_at: null,
    stated_at: null,
    attempts: 0,
    retry_at: null,
    worked_at: 0,
  };
}

function step(row: SessionRow, event: SessionEvent): SessionRow {
  switch (event.type) {
    case SESSION_EVENTS.read:
      return read(row, event);
    case SESSION_EVENTS.failed:
      return recordFailure(row, event);
    case SESSION_EVENTS.retried:
      return { ...clearError(row), worked_at: event.position };
    case SESSION_EVENTS.marked:
      return markDue(row);
    default:
      return updateState({ ...row, ...touchSession(row, event) }, event);
  }
}

/** Falling asleep is not activity: idleness goes on from what the host last did. */
function touchSession(row: SessionRow, event: SessionEvent) {
  if (event.type === SESSION_EVENTS.slept) return { last_position: event.position };
  return {
    last_at: iso(Math.max(event.at, Date.parse(row.last_at))),
    recorded_at: Math.max(event.recordedAt, row.recorded_at),
    last_position: event.position,
  };
}

/** The state that the host reported, or that follows from idleness. A turn makes any session active. */
function updateState(row: SessionRow, event: SessionEvent): SessionRow {
  if (isSemantic(event.type)) return markByProgram(row, event);
  switch (event.type) {
    case TURN: {
      const next: SessionRow = {
        ...row,
        status: "active",
        turns: row.turns + 1,
        unread: row.unread + 1,
        last_turn: event.position,
      };
      return next.unread > TURNS_BEFORE_DUE ? markDue(next) : next;
    }
    case SESSION_EVENTS.slept:
      return markDue({ ...row, status: row.status === "ended" ? "ended" : "sleeping" });
    case SESSION_EVENTS.compacted:
      return markDue({ ...row, span: row.span + 1 });
    case SESSION_EVENTS.reset:
    case SESSION_EVENTS.ended:
      return markDue({ ...row, status: "ended" });
    default:
      return { ...row, status: "active" };
  }
}

/** A program that records a fact wants it read: one is enough to mark the session. */
function markByProgram(row: SessionRow, event: SessionEvent): SessionRow {
  const { position } = event;
  return markDue({
    ...row,
    status: "active",
    unread: row.unread + 1,
    last_turn: position,
    stated_at: position,
  });
}

/** Marking keeps the larger position; with nothing unread there is nothing to mark. */
function markDue(row: SessionRow): SessionRow {
  return row.unread === 0 ? row : { ...row, due_at: Math.max(row.due_at ?? 0, row.last_turn) };
}

/**
 * The mark goes only if it is the one the reader saw: what came meanwhile keeps the session due. A reading
 * by other rules leaves everything unread, so that the session is distilled again.
 */
function read(row: SessionRow, event: EventOf<typeof SESSION_EVENTS.read>): SessionRow {
  const { up_to = 0, turns = 0, mark = 0, rules } = event.payload ?? {};
  if (rules !== RULES_VERSION) return { ...markDue(clearError(row)), worked_at: event.position };
  // Whatever a payload says, nothing was read beyond this event.
  const checkpoint = Math.max(row.checkpoint, Math.min(up_to, event.position));
  return {
    ...clearError(row),
    checkpoint,
    stated_at: (row.stated_at ?? 0) > checkpoint ? row.stated_at : null,
    unread: Math.max(0, row.unread - turns),
    due_at: row.due_at === mark ? null : row.due_at,
    worked_at: event.position,
  };
}

function recordFailure(row: SessionRow, event: EventOf<typeof SESSION_EVENTS.failed>): SessionRow {
  const { attempt = row.attempts + 1, retry_at, error } = event.payload ?? {};
  return {
    ...row,
    attempts: attempt,
    retry_at: retry_at === undefined ? null : Date.parse(retry_at),
    ...(error === undefined ? {} : { error }),
    worked_at: event.position,
  };
}

function clearError(row: SessionRow): SessionRow {
  const { error, ...rest } = row;
  return { ...rest, attempts: 0, retry_at: null };
}

export const isDead = (row: SessionRow): boolean => row.attempts >= ATTEMPTS_MAX;

/** Due sessions are found oldest mark first, failed ones by when they may be tried again. */
function facetsOf(row: SessionRow): Facets {
  if (row.due_at === null) return { kind: "quiet", status: row.status, rank: row.recorded_at };
  if (isDead(row)) return { kind: "dead", status: row.status, rank: row.due_at };
  if (row.retry_at !== null) return { kind: "failed", status: row.status, rank: row.retry_at };
  return { kind: "due", status: row.status, rank: row.due_at };
}

/** Last heard of first. An import brings old sessions late, so their places on the tape say little. */
export const byLastHeard = (one: SessionRow, other: SessionRow): number =>
  Date.parse(other.last_at) - Date.parse(one.last_at) || other.last_position - one.last_position;
