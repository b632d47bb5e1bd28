import { RULES_VERSION } from "../extract/rules-version.ts";
import type { EventOf, Instant, Position, Recorded } from "../tape/event.ts";
import type { Facets, Projection } from "../tape/projection.ts";
import { isSemantic, SEMANTIC, type SemanticType } from "../tape/semantic/semantic-types.ts";
import { iso } from "../time.ts";
import { ATTEMPTS_MAX, TURNS_BEFORE_DUE } from "./limits.ts";

/** One conversation of one agent: its state, how far it has been read, and whether it is due. */
export type SessionRow = {
  readonly id: string;
  readonly agent: string;
  readonly host: string;
  readonly worktree: string;
  readonly status: "active" | "sleeping" | "ended";
  readonly started_at: string;
  readonly last_at: string;
  /** When an event of the session was last recorded, by the recorder's clock. Idle time is measured from here. */
  readonly recorded_at: Instant;
  readonly turns: number;
  /** The current part of the conversation. Each compaction begins the next part. */
  readonly span: number;
  readonly previous?: string;
  readonly last_position: Position;
  /** The position of its last turn or semantic event. */
  readonly last_turn: Position;
  /** Number of turns and semantic events after the checkpoint. */
  readonly unread: number;
  /** The position up to which its turns have been read, by the rules of this version. */
  readonly checkpoint: Position;
  /** The position of its last turn or semantic event when it was marked as due; null if it is not due. */
  readonly due_at: Position | null;
  /** The position of the last semantic event that is unread; null if there is none. The next caller that asks reads it first. */
  readonly stated_at: Position | null;
  readonly attempts: number;
  /** After a failure, it is not tried again before this instant. */
  readonly retry_at: Instant | null;
  readonly error?: string;
  /** The position of the last worker event. Of two workers that saw the same position, only one commits. */
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

/** The events of a session that a worker reads. */
export type ReadableEvent = EventOf<typeof TURN | SemanticType>;

export const isReadable = (event: Recorded): event is ReadableEvent => isReadableType(event.type);
export const isReadableType = (type: string): boolean => type === TURN || isSemantic(type);

type SessionEventType = (typeof SESSION_EVENTS)[keyof typeof SESSION_EVENTS] | typeof TURN | SemanticType;
type SessionEvent = EventOf<SessionEventType>;

/** Increased when the fold changes meaning. */
const FOLD_VERSION = 3;

/**
 * Sessions by id. The view reads headers, and it reads payloads only of events from hosts and workers about a session. So a forgotten turn
 * still counts as a turn.
 */
export const sessionsView: Projection<SessionRow, never, SessionEventType> = {
  shape: "rows",
  name: "sessions",
  // The view also depends on the extraction rules, because only readings by the current rules count.
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

/** A turn or a semantic event of an unknown session starts it. */
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

/** Falling asleep is not activity: idle time still counts from the host's last event. */
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

/** A program records a fact so that it is read, so a single semantic event marks the session as due. */
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

/** Marks the session as due. The mark never moves back, and without unread events there is nothing to mark. */
function markDue(row: SessionRow): SessionRow {
  return row.unread === 0 ? row : { ...row, due_at: Math.max(row.due_at ?? 0, row.last_turn) };
}

/**
 * The mark is removed only if it is the one that the reader saw: events that arrived meanwhile keep the session due. A reading by another
 * version of the rules leaves everything unread, so that the session is read again.
 */
function read(row: SessionRow, event: EventOf<typeof SESSION_EVENTS.read>): SessionRow {
  const { up_to = 0, turns = 0, mark = 0, rules } = event.payload ?? {};
  if (rules !== RULES_VERSION) return { ...markDue(clearError(row)), worked_at: event.position };
  // A reading cannot have read beyond its own event, whatever its payload says.
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

export const hasGivenUp = (row: SessionRow): boolean => row.attempts >= ATTEMPTS_MAX;

/** Due sessions are found with the oldest mark first, and failed ones by the time of their next try. */
function facetsOf(row: SessionRow): Facets {
  if (row.due_at === null) return { kind: "quiet", status: row.status, rank: row.recorded_at };
  if (hasGivenUp(row)) return { kind: "dead", status: row.status, rank: row.due_at };
  if (row.retry_at !== null) return { kind: "failed", status: row.status, rank: row.retry_at };
  return { kind: "due", status: row.status, rank: row.due_at };
}

/** Sessions with the latest activity first. An import records old sessions late, so their positions on the tape say little. */
export const byLastActivity = (one: SessionRow, other: SessionRow): number =>
  Date.parse(other.last_at) - Date.parse(one.last_at) || other.last_position - one.last_position;
