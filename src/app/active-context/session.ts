import { parse } from "../../core/active-context/document/parse.ts";
import { currentTaskId } from "../../core/active-context/document/read.ts";
import {
  hereKey,
  SESSION_WRITTEN,
  type SessionFileRow,
  sessionFileKey,
  type WorktreeRow,
} from "../../core/active-context/registry/contexts-view.ts";
import { ACTIVE_FILE, sessionPath } from "../../core/active-context/registry/file-names.ts";
import { pathBelow } from "../../core/active-context/registry/path-below.ts";
import type { SessionStep } from "../../core/active-context/registry/session-file.ts";
import { withSessionLink } from "../../core/active-context/registry/session-link.ts";
import {
  nextSessionFileName,
  parseSessionFileName,
} from "../../core/active-context/registry/session-name.ts";
import { stepsFrom } from "../../core/active-context/registry/session-steps.ts";
import { checkTaskId } from "../../core/active-context/registry/task-id.ts";
import { redactDeep } from "../../core/redact/redact-deep.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import type { Instant, Position, Recorded } from "../../core/tape/event.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { iso } from "../../core/time.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";
import { eventsBeforeTurning } from "./gather-work.ts";
import { type ContextWriting, contextText, writeWithRetry } from "./write.ts";

/** Maximum number of events of one session read at once; the rest is read the next time. */
const EVENTS_MAX = 5_000;
const PAGE = 500;
/** Number of earlier events read to find the continuing request and the last failed command. */
const BEFORE_MAX = 100;
/** A conversation that ended long before, as an import brings, is not work on the current task. */
const RECENT_MS = 24 * 60 * 60 * 1000;
/** Maximum number of sessions checked when a task is left. */
const SESSIONS_MAX = 50;
/** Maximum number of files of one day whose front matter is read to find the open one. */
const FILES_READ_MAX = 30;

export const SESSION_FILE = { name: "session file", field: "file" } as const;

export type AppendedSteps = { readonly file: string; readonly steps: number };

/** Appends a session's new steps to its session file, and links that file from the active context if there is one. */
export async function appendSessionFile(deps: TaskDeps, session: string): Promise<AppendedSteps | undefined> {
  if ((await deps.contextFiles.read(ACTIVE_FILE)).outcome === "absent") return undefined;
  return writeWithRetry(deps, SESSION_FILE, async () => {
    const next = await nextOf(deps, session);
    return next ? { result: next.appended, writing: next.writing } : { result: undefined };
  });
}

/** Does the same for every session of this worktree with new events, before its task is left. */
export async function appendSessionFiles(deps: TaskDeps): Promise<readonly AppendedSteps[]> {
  await catchUp(deps, "sessions");
  const selection = { order: "newest", limit: SESSIONS_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.sessions, selection);
  const all: AppendedSteps[] = [];
  for (const { id } of rows) {
    const appended = await appendSessionFile(deps, id);
    if (appended) all.push(appended);
  }
  return all;
}

/** Ended sessions whose files do not say so yet: nothing else would read those sessions again. */
export async function endedSessions(deps: WriteDeps): Promise<readonly string[]> {
  await catchUp(deps, "sessions", "contexts");
  const { store, views, writer } = deps;
  const selection = { kinds: ["file"], order: "newest", limit: SESSIONS_MAX, offset: 0 } as const;
  const files = (await store.views.select(views.contexts, selection)).rows;
  const sessions = await store.views.rows(
    views.sessions,
    files.map(({ session }) => session),
  );
  return files.flatMap(({ session: id, up_to }) => {
    const session = sessions.get(id);
    const isOver = session?.status === "ended" && session.worktree === writer.worktree;
    return isOver && session.last_position > up_to ? [id] : [];
  });
}

/** Today's open session file of a task, or the text of a new one. */
export type OpenFile = { readonly path: string; readonly before?: string; readonly text: string };

export async function sessionFileOf(deps: MemoryDeps & ContextDeps, task: string): Promise<OpenFile> {
  const now = deps.clock.now();
  const file = await openToday(deps, { task, at: now, taken: new Set() });
  return openFile(deps, { task, at: now, file });
}

type Next = {
  readonly appended: AppendedSteps | undefined;
  readonly writing: ContextWriting;
};

async function nextOf(deps: TaskDeps, id: string): Promise<Next | undefined> {
  const active = await contextText(deps, ACTIVE_FILE);
  const task = active === undefined ? undefined : currentTaskId(parse(active));
  if (active === undefined || task === undefined || checkTaskId(task) !== undefined) return undefined;
  const known = await knownOf(deps, id);
  if (known === undefined) return undefined;
  const { session, filed, here } = known;
  const after = Math.max(filed?.up_to ?? 0, here?.task === task ? here.since : 0);
  const events = eventsBeforeTurning(await stretchOf(deps, id, after), task);
  const upTo = events.at(-1)?.position;
  if (upTo === undefined) return undefined;
  const isOver = session.status === "ended";
  const steps = await stepsOf(deps, { id, after, events, isOver });
  const own = filed?.task === task ? filed.file : undefined;
  const noting = (file?: string) => [
    {
      type: SESSION_WRITTEN,
      session: id,
      subject: `session file ${id}`,
      payload: { task, ...(file === undefined ? {} : { file }), up_to: upTo },
    },
  ];
  if (steps.length === 0 && (own === undefined || !isOver)) {
    // Nothing to write. The read position is noted only if so much was read that reading it again would cost too much.
    return events.length < EVENTS_MAX
      ? undefined
      : { appended: undefined, writing: { changes: [], events: noting(own) } };
  }
  const at = steps[0]?.at ?? deps.clock.now();
  const file = own ?? (await openToday(deps, { task, at, taken: await filesOfOthers(deps, id) }));
  const open = await openFile(deps, { task, at, ...(file === undefined ? {} : { file }) });
  const text = await growSessionFile(open.text, { steps, isOver, now: deps.clock.now() });
  const name = open.path.slice(open.path.lastIndexOf("/") + 1);
  const changes = [changeOf(open, text), ...(await linkChanges(deps, active, { path: open.path, task }))];
  return {
    appended: { file: `${deps.contextFiles.folder}/${open.path}`, steps: steps.length },
    writing: { changes, events: noting(name) },
  };
}

type KnownSession = {
  readonly session: SessionRow;
  readonly filed: SessionFileRow | undefined;
  readonly here: WorktreeRow | undefined;
};

/** What is known of a session that works in this worktree now; undefined for any other session. */
async function knownOf(deps: WriteDeps, id: string): Promise<KnownSession | undefined> {
  await catchUp(deps, "sessions", "contexts");
  const { store, views, writer } = deps;
  const session = (await store.views.rows(views.sessions, [id])).get(id);
  if (session === undefined || session.worktree !== writer.worktree) return undefined;
  if (Date.parse(session.last_at) < deps.clock.now() - RECENT_MS) return undefined;
  const { worktree } = writer;
  const keys = [sessionFileKey({ worktree, session: id }), hereKey(worktree)] as const;
  const rows = await store.views.rows(views.contexts, keys);
  return { session, filed: rowAt(rows, keys[0]), here: rowAt(rows, keys[1]) };
}

async function stretchOf({ store }: MemoryDeps, id: string, after: Position): Promise<Recorded[]> {
  const events: Recorded[] = [];
  while (events.length < EVENTS_MAX) {
    const page = upcastAll(await store.events.sessionEvents(id, events.at(-1)?.position ?? after, PAGE));
    events.push(...page);
    if (page.length < PAGE) break;
  }
  // Events about the session file itself are not work.
  return events.filter(({ type }) => type !== SESSION_WRITTEN);
}

type SessionPart = {
  readonly id: string;
  readonly after: Position;
  readonly events: readonly Recorded[];
  readonly isOver: boolean;
};

async function stepsOf(
  deps: MemoryDeps & ProjectDeps & ContextDeps,
  { id, after, events, isOver }: SessionPart,
): Promise<SessionStep[]> {
  const before = after === 0 ? [] : upcastAll(await deps.store.events.sessionTail(id, after, BEFORE_MAX));
  const own = [deps.contextFiles.folder, ".tidemark", ".git"];
  const pathOf = (path: string) => pathBelow(path, { root: deps.project.worktreeRoot, own });
  // No single event contains a secret, but two texts joined together may.
  return redactDeep(stepsFrom({ events, before, pathOf, isOver })).value as SessionStep[];
}

async function growSessionFile(
  text: string,
  { steps, isOver, now }: { steps: readonly SessionStep[]; isOver: boolean; now: Instant },
): Promise<string> {
  const files = await import("../../core/active-context/registry/session-file.ts");
  const appended = steps.reduce(files.appendToSession, text);
  if (!isOver) return appended;
  const meta = files.readSessionFile(appended);
  const last = steps.at(-1)?.title;
  const summary = `${count(meta?.files_changed ?? 0, "file")} changed, ${count(meta?.commits ?? 0, "commit")}.${last === undefined ? "" : ` Last: ${last}`}`;
  const summed = files.hasSummary(appended) ? appended : files.setSessionSummary(appended, summary, now);
  return files.completeSession(summed, now);
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? "" : "s"}`;

type TaskWanted = { readonly task: string; readonly at: Instant };

/** Today's session file of the task that belongs to no other session; undefined if there is none. */
async function openToday(
  deps: ContextDeps,
  { task, at, taken }: TaskWanted & { readonly taken: ReadonlySet<string> },
): Promise<string | undefined> {
  const date = iso(at).slice(0, 10);
  const today = (await deps.contextFiles.list("session_history")).filter(
    (name) => parseSessionFileName(name)?.date === date && !taken.has(name),
  );
  if (today.length === 0) return undefined;
  const { readSessionFile } = await import("../../core/active-context/registry/session-file.ts");
  for (const name of today.slice(-FILES_READ_MAX).toReversed()) {
    const found = await deps.contextFiles.read(sessionPath(name));
    const meta = found.outcome === "read" ? readSessionFile(found.text) : undefined;
    if (meta?.task_id === task && meta.status === "in-progress") return name;
  }
  return undefined;
}

async function openFile(
  deps: MemoryDeps & ContextDeps,
  { task, at, file }: TaskWanted & { file?: string | undefined },
): Promise<OpenFile> {
  const { newSessionFile } = await import("../../core/active-context/registry/session-file.ts");
  const names = await deps.contextFiles.list("session_history");
  const name = file ?? nextSessionFileName(names, iso(at).slice(0, 10));
  const before = await contextText(deps, sessionPath(name));
  return {
    path: sessionPath(name),
    ...(before === undefined ? {} : { before }),
    text: before ?? newSessionFile({ name, taskId: task, started: at }),
  };
}

/** Names of session files that belong to other sessions. */
async function filesOfOthers(deps: MemoryDeps, id: string): Promise<ReadonlySet<string>> {
  const selection = { kinds: ["file"], order: "newest", limit: SESSIONS_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.contexts, selection);
  const others = rows.filter(({ session }) => session !== id);
  return new Set(others.flatMap(({ file }) => file ?? []));
}

export const changeOf = ({ path, before }: OpenFile, after: string): ContextChange =>
  before === undefined ? { path, after } : { path, before, after };

/** Links a session file from the active context, once. A person's edits since the last sync still count as edits. */
export async function linkChanges(
  deps: ContextDeps,
  active: string,
  { path, task }: { readonly path: string; readonly task: string },
): Promise<ContextChange[]> {
  const link = { path: `${deps.contextFiles.folder}/${path}`, task };
  const after = withSessionLink(active, link);
  if (after === active) return [];
  const base = await deps.contextFiles.base(ACTIVE_FILE);
  return [
    {
      path: ACTIVE_FILE,
      before: active,
      after,
      ...(base === undefined || base === active ? {} : { base: withSessionLink(base, link) }),
    },
  ];
}

/** Moves finished steps that no longer fit into the file to today's session file of the task. */
export async function moveToSessionFile(
  deps: MemoryDeps & ContextDeps,
  task: string,
  texts: readonly string[],
): Promise<ContextChange> {
  const { appendToSession } = await import("../../core/active-context/registry/session-file.ts");
  const file = await sessionFileOf(deps, task);
  const notes = texts.map((done) => `done: ${done}`);
  const step = { at: deps.clock.now(), title: "Moved out of the active context", notes };
  return changeOf(file, appendToSession(file.text, step));
}
