import { seenTurn } from "../../core/extract/activity/seen-turn.ts";
import { digestSession, type SessionDigest } from "../../core/sessions/session-digest.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isTurn } from "../../core/tape/turn-speaker.ts";
import { ownPath } from "../active-context/gather-work.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps } from "../runtime/deps.ts";

/** Number of events read from the start of a session, which has the first request, and from its end. */
const HEAD_EVENTS = 20;
const TAIL_EVENTS = 200;
/** Maximum number of sessions searched for the last one. */
const SESSIONS_MAX = 200;

/** The digest of one session, computed from its tape. */
export async function sessionDigest(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  session: SessionRow,
): Promise<SessionDigest> {
  const { store } = deps;
  const head = await store.events.sessionEvents(session.id, 0, HEAD_EVENTS);
  const tail = await store.events.sessionTail(session.id, session.last_position, TAIL_EVENTS);
  const events = new Map([...head, ...tail].map((event) => [event.position, event] as const));
  const turns = upcastAll([...events.values()])
    .filter(isTurn)
    .filter(({ payload }) => payload);
  return digestSession({
    session,
    turns: turns.map(seenTurn),
    pathOf: (path) => ownPath(deps, path),
  });
}

/** The digest of the last session that had turns, apart from the one that is beginning. */
export async function lastSessionDigest(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  beginning: string | undefined,
): Promise<SessionDigest | undefined> {
  await catchUp(deps, "sessions");
  const selection = { order: "newest", limit: SESSIONS_MAX, offset: 0 } as const;
  const rows = (await deps.store.views.select(deps.views.sessions, selection)).rows;
  const heard = rows.filter(({ id, turns }) => turns > 0 && id !== beginning);
  const [last] = heard.sort(
    (a, b) => Date.parse(b.last_at) - Date.parse(a.last_at) || b.last_position - a.last_position,
  );
  return last && sessionDigest(deps, last);
}
