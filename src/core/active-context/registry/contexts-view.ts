import type { PayloadOf } from "../../tape/catalogue.ts";
import type { EventOf, Position } from "../../tape/event.ts";
import { type Projection, type RowKey, type Rows, rowAt, rowKey } from "../../tape/projection.ts";
import { iso } from "../../time.ts";
import type { ArchiveStatus } from "./archive.ts";

export const CONTEXT_WRITTEN = "context.written";
export const SESSION_WRITTEN = "context.session_written";

type ContextWrittenPayload = PayloadOf<typeof CONTEXT_WRITTEN>;

/** The subject of all events about a worktree's active context; each worktree has one. */
export const contextSubject = (worktree: string): string => `context ${worktree}`;

/** The current context of one worktree, as it was last written. */
export type WorktreeRow = Omit<ContextWrittenPayload, "put_away" | "left"> & {
  readonly worktree: string;
  readonly at: string;
  readonly position: Position;
  /** The position at which the task became the current one. */
  readonly since: Position;
};

/** The state of one task. */
export type TaskRow = {
  readonly task: string;
  readonly plan: string;
  readonly status: "active" | ArchiveStatus;
  readonly worktree: string;
  readonly at: string;
  /** Finished steps that were moved out of the file. */
  readonly put_away: readonly string[];
};

/** The session file of a session, and the position up to which it is written. */
export type SessionFileRow = PayloadOf<typeof SESSION_WRITTEN> & {
  readonly session: string;
  readonly at: string;
};

type ContextRow = SessionFileRow | WorktreeRow | TaskRow;
type ContextRows = Rows<ContextRow>;

type OfSession = { readonly worktree: string; readonly session: string };
export const sessionFileKey = ({ worktree, session }: OfSession): RowKey<SessionFileRow> =>
  rowKey(`file ${worktree} ${session}`);

export const hereKey = (worktree: string): RowKey<WorktreeRow> => rowKey(`here ${worktree}`);
/** Two ids that differ only in case share a file, so they are one task. */
export const taskKey = (task: string): RowKey<TaskRow> => rowKey(`task ${task.toLowerCase()}`);

/** The maximum number of steps of a plan. */
const PUT_AWAY_MAX = 100;

/** The current task of each worktree, and the state of all other tasks. */
export const contextsView: Projection<
  SessionFileRow,
  WorktreeRow | TaskRow,
  typeof CONTEXT_WRITTEN | typeof SESSION_WRITTEN
> = {
  shape: "rows",
  name: "contexts",
  version: 1,
  types: [CONTEXT_WRITTEN, SESSION_WRITTEN],
  keysOf: (event) => {
    const { worktree } = event.writer;
    if (event.type === SESSION_WRITTEN)
      return event.session === undefined ? [] : [sessionFileKey({ worktree, session: event.session })];
    const said = event.payload;
    if (said === null) return [];
    const tasks = [said.task, ...(said.left ?? []).map(({ task }) => task)];
    return [hereKey(worktree), ...tasks.map(taskKey)];
  },
  evolve: (rows, event) => {
    if (event.type === SESSION_WRITTEN) return addFile(event);
    return event.payload === null ? new Map() : writeContext(rows, event, event.payload);
  },
  facetsOf: (row) => ({
    kind: "hash" in row ? "here" : "session" in row ? "file" : "task",
    status: "status" in row ? row.status : "",
    rank: Date.parse(row.at),
  }),
};

function addFile({ payload, session, writer, position, at }: EventOf<typeof SESSION_WRITTEN>): ContextRows {
  if (payload === null || session === undefined) return new Map();
  const row: SessionFileRow = { ...payload, up_to: Math.min(payload.up_to, position), session, at: iso(at) };
  return new Map<string, ContextRow>([[sessionFileKey({ worktree: writer.worktree, session }), row]]);
}

function writeContext(
  rows: ContextRows,
  event: EventOf<typeof CONTEXT_WRITTEN>,
  said: ContextWrittenPayload,
): ContextRows {
  const { put_away = [], left = [], ...rest } = said;
  const { worktree } = event.writer;
  const at = iso(event.at);
  // A payload may claim a later position, but nothing after this event has been read.
  const upTo = Math.min(said.up_to, event.position);
  const last = rowAt(rows, hereKey(worktree));
  const since = last?.task === said.task ? last.since : event.position;
  const here: WorktreeRow = { ...rest, up_to: upTo, worktree, at, position: event.position, since };
  const before = rowAt(rows, taskKey(said.task));
  const away = [...new Set([...(before?.put_away ?? []), ...put_away])].slice(-PUT_AWAY_MAX);
  const own: TaskRow = {
    task: said.task,
    plan: said.plan,
    status: said.status,
    worktree,
    at,
    put_away: away,
  };
  const gone = left.map(({ task, plan, status }): [string, ContextRow] => {
    const old = rowAt(rows, taskKey(task));
    const row: TaskRow = { task, plan, status, worktree, at, put_away: old?.put_away ?? [] };
    return [taskKey(task), row];
  });
  return new Map<string, ContextRow>([[hereKey(worktree), here], ...gone, [taskKey(said.task), own]]);
}
