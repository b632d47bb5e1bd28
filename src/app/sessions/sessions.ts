import { includesRole } from "../../core/access/roles.ts";
import type { Bundle } from "../../core/bundle/bundle.ts";
import type { Pressure } from "../../core/bundle/intent.ts";
import { MemoryError } from "../../core/failure.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { redactedHead } from "../../core/redact/redacted-head.ts";
import type { SessionDigest } from "../../core/sessions/session-digest.ts";
import { hasGivenUp, SESSION_EVENTS, type SessionRow } from "../../core/sessions/sessions-view.ts";
import type { Position } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { iso } from "../../core/time.ts";
import { giveBundle } from "../briefing/ledger.ts";
import { refreshWorking } from "../briefing/working-memory.ts";
import { handoffCreate } from "../plans/handoffs.ts";
import { openWork } from "../plans/open-work.ts";
import { acknowledgeGiven } from "../resume/cursor.ts";
import type { Delta } from "../resume/delta.ts";
import { agentNews, give } from "../resume/resume.ts";
import { catchUp, newDraft } from "../runtime/decide-and-commit.ts";
import type {
  ContextDeps,
  ItemDeps,
  MemoryDeps,
  ModelDeps,
  OwnFileDeps,
  ProjectDeps,
  RankingDeps,
  WorkerDeps,
  WriteDeps,
} from "../runtime/deps.ts";
import type { PageCounts } from "../runtime/scan-rows.ts";
import { type EmbedderStatus, embedderStatus } from "../upkeep/embedder-status.ts";
import { findSession, sessionIdOnTape } from "./find-session.ts";
import { lastSessions } from "./last-sessions.ts";
import { type ModelStatus, modelStatus } from "./model-spending.ts";

export type SessionPage = PageCounts & { readonly sessions: readonly SessionRow[] };

export type SessionListInput = {
  readonly status?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

/** Sessions by the time of their last event, latest first. */
export async function sessionList(deps: MemoryDeps, input: SessionListInput): Promise<SessionPage> {
  await catchUp(deps, "sessions");
  const { rows, total } = await lastSessions(deps, {
    ...(input.status === undefined ? {} : { statuses: [input.status] }),
    limit: SESSIONS_MAX,
  });
  const sessions = rows.slice(input.offset, input.offset + input.limit);
  return { sessions, returned: sessions.length, total, has_more: input.offset + sessions.length < total };
}

/** Sessions are sorted in memory, so their number is limited. */
const SESSIONS_MAX = 2000;

export type ShownTurn = {
  readonly position: Position;
  readonly at: string;
  readonly role: string;
  readonly text: string;
  readonly tool?: string;
  /** Whether the text is Tidemark's own and came back through a host. */
  readonly own?: true;
};

export type ShownSession = {
  readonly session: SessionRow;
  /** What was asked, done and left open; absent for a session without turns. */
  readonly digest?: SessionDigest;
  readonly turns: readonly ShownTurn[];
  readonly left_out: number;
};

/** One session and its last turns. */
export async function sessionShow(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  input: { readonly id: string; readonly limit: number },
): Promise<ShownSession> {
  const session = await findSession(deps, input.id);
  const turns: ShownTurn[] = [];
  for (let after = 0; ; ) {
    const events = upcastAll(await deps.store.events.sessionEvents(session.id, after, PAGE));
    for (const event of events) {
      if (event.type !== "turn.recorded") continue;
      const { role = "", text = "(forgotten)", tool, own } = event.payload ?? {};
      turns.push({
        position: event.position,
        at: iso(event.at),
        role,
        text,
        ...(tool === undefined ? {} : { tool }),
        ...(own === undefined ? {} : { own }),
      });
      if (turns.length > input.limit) turns.shift();
    }
    if (events.length < PAGE) break;
    after = events.at(-1)?.position ?? after;
  }
  const { sessionDigest } = await import("./session-digest.ts");
  const digest = session.turns === 0 ? {} : { digest: await sessionDigest(deps, session) };
  return { session, ...digest, turns, left_out: session.turns - turns.length };
}

const PAGE = 500;

export type StartedSession = {
  readonly session: string;
  readonly bundle?: Bundle;
  /** Changes since this agent was last here. */
  readonly delta?: Delta;
};

export type SessionStartInput = {
  readonly include_context: boolean;
  /** The session's id in the host. A known session is continued. */
  readonly session?: string | undefined;
};

/** Starts a session for a program without a host integration. */
export async function sessionStart(deps: WorkerDeps, input: SessionStartInput): Promise<StartedSession> {
  const session = input.session === undefined ? deps.ids.next("ses") : sessionIdOnTape(deps, input.session);
  await catchUp(deps, "sessions");
  const isKnown = (await deps.store.views.rows(deps.views.sessions, [session])).size > 0;
  if (!isKnown) await begin(deps, session);
  return { session, ...(input.include_context ? await giveBrief(deps, session) : {}) };
}

async function begin(deps: ItemDeps, session: string): Promise<void> {
  const head = await deps.git.head();
  const payload = {
    cwd: deps.project.root,
    ...(head?.branch === undefined ? {} : { branch: redactedHead(head.branch, 200) }),
    ...(head === undefined ? {} : { commit: head.commit }),
  };
  await deps.store.tape.append([newDraft(deps, { type: SESSION_EVENTS.started, session, payload })]);
}

/** A brief with the changes that are new to its agent; the session's next turn marks them as read. */
export async function giveBrief(
  deps: WorkerDeps,
  session: string | undefined,
  limits: { readonly budget?: number | undefined; readonly pressure?: Pressure | undefined } = {},
): Promise<{ readonly bundle: Bundle; readonly delta: Delta }> {
  const news = await agentNews(deps);
  const bundle = await giveBundle(deps, "brief", { session, news, ...limits });
  await give(deps, news, session);
  return { bundle, delta: news.delta };
}

export type SessionEndInput = {
  readonly id: string;
  readonly reason?: string | undefined;
  /** Whether to create a handoff from what the session did. */
  readonly handoff: boolean;
};

export type EndedSession = SessionRow & {
  /** Open work of the session's agent. */
  readonly open_work: readonly ItemRow[];
  readonly handoff?: ItemRow;
};

/** The session to end. Over the network a contributor ends only sessions that were begun with the same token. */
export async function sessionToEnd(deps: WriteDeps, given: string, field = "id"): Promise<SessionRow> {
  const session = await findSession(deps, given, field);
  const { remote, writer } = deps;
  if (remote === undefined || includesRole(remote.role, "curator")) return session;
  const [first] = await deps.store.events.sessionEvents(session.id, 0, 1);
  if (first?.writer.process === writer.process) return session;
  throw new MemoryError("input.forbidden", "Somebody else started this session.", {
    field,
    fix: "A contributor can end only their own sessions; a curator can end all.",
  });
}

/** Ends a session, which makes it due for reading. */
export async function sessionEnd(
  deps: ItemDeps & OwnFileDeps,
  input: SessionEndInput,
): Promise<EndedSession> {
  const { id } = await sessionToEnd(deps, input.id);
  const payload = input.reason === undefined ? {} : { reason: input.reason };
  await deps.store.tape.append([newDraft(deps, { type: SESSION_EVENTS.ended, session: id, payload })]);
  await acknowledgeGiven(deps, id);
  await refreshWorking(deps, id);
  const session = await findSession(deps, id);
  const left = input.handoff ? await handoffCreate(deps, { from_session: id }) : undefined;
  return {
    ...session,
    open_work: await openWork(deps, session),
    ...(left === undefined ? {} : { handoff: left.item }),
  };
}

export type WorkerStatus = {
  readonly due: number;
  /** Failed sessions that will be retried. */
  readonly waiting: readonly SessionRow[];
  /** Sessions that failed too often: a person must check them. */
  readonly dead: readonly SessionRow[];
  /** Today's state of the model, if one is configured. */
  readonly model?: ModelStatus;
  /** The state of the embedder. */
  readonly embedder?: EmbedderStatus;
};

/** Sessions that wait to be read, and sessions that could not be read. */
export async function workerStatus(deps: MemoryDeps & RankingDeps & ModelDeps): Promise<WorkerStatus> {
  await catchUp(deps, "sessions");
  const page = { order: "oldest", limit: 100, offset: 0 } as const;
  const of = (kind: string) => deps.store.views.select(deps.views.sessions, { ...page, kinds: [kind] });
  const [due, waiting, dead] = [await of("due"), await of("failed"), await of("dead")];
  const model = await modelStatus(deps);
  const embedder = embedderStatus(deps);
  return {
    due: due.total,
    waiting: waiting.rows,
    dead: dead.rows,
    ...(model === undefined ? {} : { model }),
    ...(embedder === undefined ? {} : { embedder }),
  };
}

/** Lets the worker retry a failed session at once. */
export async function workerRetry(deps: WriteDeps, input: { readonly id: string }): Promise<SessionRow> {
  const session = await findSession(deps, input.id);
  if (session.attempts === 0 && !hasGivenUp(session)) {
    throw new MemoryError("input.invalid", `Session ${session.id} has not failed.`, {
      field: "id",
      fix: { to: "To list failed sessions", verb: "worker status" },
    });
  }
  const retried = { type: SESSION_EVENTS.retried, session: session.id, subject: session.id, payload: {} };
  await deps.store.tape.append([newDraft(deps, retried)]);
  return findSession(deps, session.id);
}
