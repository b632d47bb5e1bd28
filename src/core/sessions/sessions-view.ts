import type { Recorded } from "../tape/event.ts";
import type { Projection, Row, Rows } from "../tape/projection.ts";
import { iso } from "../time.ts";

/** One conversation of one agent, as the tape tells it. */
export type SessionRow = {
  readonly id: string;
  readonly agent: string;
  readonly host: string;
  readonly worktree: string;
  readonly status: "active" | "ended";
  readonly started_at: string;
  readonly last_at: string;
  readonly turns: number;
  readonly last_position: number;
};

/** Sessions by id. It reads headers alone, so that a forgotten turn still counts as one. */
export const sessionsView: Projection = {
  shape: "rows",
  name: "sessions",
  version: 1,
  types: ["session.started", "session.ended", "turn.recorded"],
  keysOf: (event) => (event.session === undefined ? [] : [event.session]),
  evolve,
  facetsOf: (row) => ({ kind: "session", status: String(row.status), rank: Number(row.last_position) }),
};

function evolve(rows: Rows, event: Recorded): Rows {
  const id = event.session;
  if (id === undefined) return new Map();
  const before = rows.get(id) as SessionRow | undefined;
  const next: SessionRow = {
    id,
    agent: before?.agent ?? event.writer.agent,
    host: before?.host ?? event.writer.host,
    worktree: before?.worktree ?? event.writer.worktree,
    started_at: before?.started_at ?? iso(event.at),
    last_at: iso(Math.max(event.at, before ? Date.parse(before.last_at) : event.at)),
    status: event.type === "session.ended" ? "ended" : "active",
    turns: (before?.turns ?? 0) + (event.type === "turn.recorded" ? 1 : 0),
    last_position: event.position,
  };
  return new Map<string, Row>([[id, next]]);
}
