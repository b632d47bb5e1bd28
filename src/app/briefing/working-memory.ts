import { type FoldedThreads, foldThreads } from "../../core/bundle/fold-threads.ts";
import { type FittedPage, WORKING_SECTIONS, workingMemory } from "../../core/bundle/working.ts";
import { MemoryError } from "../../core/failure.ts";
import { FORGOTTEN, type ItemRow } from "../../core/items/items-view.ts";
import { type KindName, kindOf } from "../../core/items/kinds.ts";
import { isItemEvent, itemOf } from "../../core/items/life.ts";
import { CHANGING_TYPES } from "../../core/resume/changes-view.ts";
import { isDailyDue, type PublishedPage } from "../../core/sessions/refresh.ts";
import type { Position } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { THREAD_LINKED } from "../../core/threads/threads-view.ts";
import { iso } from "../../core/time.ts";
import { itemsByIds } from "../items/find-item.ts";
import { topicPages } from "../items/topics.ts";
import { catchUp, mayRecord } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, OwnFileDeps, ProjectDeps, WriteDeps } from "../runtime/deps.ts";
import { findSession } from "../sessions/find-session.ts";
import { newestStatements } from "../threads/newest-statements.ts";

/** Items read for one kind: more than any page shows, so that the best ones are among them. */
const PER_KIND_MAX = 200;
/** Item events that are checked for reasons why a page is out of date. */
const REASONS_LOOK_MAX = 200;
const REASONS_MAX = 8;
/** Number of pages that are kept. A session with this many newer ones ended long ago. */
const PAGES_MAX = 200;
/** Longer than any publishing takes. */
const LEASE_MS = 10_000;

export type WorkingInput = { readonly session?: string | undefined };

export type WorkingPage = FittedPage & {
  readonly session: string;
  /** The path of the page's file; absent if there is no memory folder. */
  readonly path?: string;
  readonly published_at?: string;
  /** Why it was rewritten; empty if it was up to date. */
  readonly refreshed_for: readonly string[];
};

/** The working memory of a session, by default the most recent one. It is rewritten if it was out of date. */
export async function working(
  deps: WriteDeps & ProjectDeps & OwnFileDeps,
  input: WorkingInput,
): Promise<WorkingPage> {
  const session = await sessionNamed(deps, input.session);
  const refreshed_for = mayRecord(deps) ? await refreshWorking(deps, session) : [];
  const page = await pageOf(deps, session);
  const published = deps.project.hasMemory ? deps.working.state()[session] : undefined;
  return {
    session,
    ...page,
    refreshed_for,
    ...(published ? { path: deps.working.pathOf(session), published_at: iso(published.published_at) } : {}),
  };
}

async function sessionNamed(deps: MemoryDeps, name: string | undefined): Promise<string> {
  if (name !== undefined) return (await findSession(deps, name, "session")).id;
  await catchUp(deps, "sessions");
  const selection = { order: "newest", limit: 50, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.sessions, selection);
  const sessions = rows;
  const last = [...sessions].sort((a, b) => b.last_position - a.last_position)[0];
  if (last) return last.id;
  throw new MemoryError("input.unknown_id", "No session has been recorded here yet.", {
    field: "session",
    fix: { to: "Working memory belongs to a session", verb: "session start" },
  });
}

/**
 * Rewrites a session's page if something on it changed, if the daily refresh is due, or if the file was modified. Returns the reasons. If
 * another process is writing the same page, that process does it.
 */
export async function refreshWorking(
  deps: WriteDeps & OwnFileDeps,
  session: string,
): Promise<readonly string[]> {
  const reasons = await reasonsToRefresh(deps, session);
  if (reasons.length === 0) return [];
  const lease = {
    name: `working ${session}`,
    owner: deps.writer.process,
    until: deps.clock.now() + LEASE_MS,
  };
  if (!(await deps.store.leases.claim(lease, deps.clock.now()))) return [];
  try {
    const { position } = await deps.store.tape.end();
    const { text } = await pageOf(deps, session);
    if (deps.working.read(session) !== text) deps.working.write(session, text);
    deps.crashPoint("working.written");
    note(deps, session, { published_at: deps.clock.now(), position, hash: deps.sha256(text) });
    return reasons;
  } finally {
    await deps.store.leases.release(lease);
  }
}

/** Rewrites published pages that are out of date, the most recently published first. */
export async function republish(deps: WriteDeps & ProjectDeps & OwnFileDeps): Promise<void> {
  if (!mayRecord(deps)) return;
  for (const session of newestFirst(deps.working.state()).slice(0, PAGES_MAX))
    await refreshWorking(deps, session);
}

async function reasonsToRefresh(deps: MemoryDeps & OwnFileDeps, session: string): Promise<readonly string[]> {
  const published = deps.working.state()[session];
  if (published === undefined) return ["first page"];
  const dirty = await dirtyReasons(deps, published.position);
  const { clock, config } = deps;
  const now = clock.now();
  const local = { hour: config.memory.dailyRefreshHourLocal, offsetMinutes: clock.offsetMinutes(now) };
  const file = deps.working.read(session);
  const isIntact = file !== undefined && deps.sha256(file) === published.hash;
  return [
    ...dirty,
    ...(isDailyDue(published.published_at, now, local) ? ["a new day"] : []),
    ...(isIntact ? [] : [file === undefined ? "the file is gone" : "the file was changed"]),
  ];
}

/** A rating does not change the text of a page. */
const DIRTYING = [...CHANGING_TYPES, THREAD_LINKED, FORGOTTEN];
const SHOWN: readonly string[] = WORKING_SECTIONS.flatMap(({ kinds }) => kinds);

/** What happened to the items on a page since it was written. */
export async function dirtyReasons(deps: MemoryDeps, after: Position): Promise<readonly string[]> {
  const { events } = await deps.store.events.read(after, REASONS_LOOK_MAX, DIRTYING);
  const reasons = upcastAll(events).flatMap((event) => {
    if (event.type === THREAD_LINKED) return ["a repeated statement"];
    if (event.type === FORGOTTEN) return ["something forgotten"];
    if (!isItemEvent(event) || event.payload === null || !SHOWN.includes(itemOf(event).kind)) return [];
    return [`${itemOf(event).kind} ${event.type.replace("item.", "")}`];
  });
  return [...new Set(reasons)].slice(0, REASONS_MAX);
}

async function pageOf(deps: MemoryDeps, session: string): Promise<FittedPage> {
  await catchUp(deps, "items");
  const live: LiveByKind = new Map();
  for (const kind of new Set(WORKING_SECTIONS.flatMap(({ kinds }) => kinds))) {
    const selection = { kinds: [kind], statuses: kindOf(kind).live, order: "newest", offset: 0 } as const;
    const { rows, total } = await deps.store.views.select(deps.views.items, {
      ...selection,
      limit: PER_KIND_MAX,
    });
    live.set(kind, { items: rows, total });
  }
  const threads = await foldSections(deps, live);
  const sections = new Map(
    WORKING_SECTIONS.map(({ name, kinds, takes }) => {
      const own = kinds.map((kind) => live.get(kind) ?? { items: [], total: 0 });
      const items = own.flatMap((each) =>
        each.items.filter((item) => takes(item) && (item.quiet !== true || name === "now")),
      );
      // Items that were not read count as left out, so that the page never claims to be complete.
      const unread = own.reduce((sum, { items: read, total }) => sum + total - read.length, 0);
      return [name, { items, total: items.length + unread }];
    }),
  );
  const labels = await labelsOf(deps, live.get("insight")?.items ?? []);
  const { clock, command, config } = deps;
  const topics = await topicPages(deps);
  const input = { session, sections, labels, threads, topics, now: clock.now(), command };
  return workingMemory(input, config.memory.maxWorkingChars);
}

type LiveByKind = Map<KindName, { readonly items: readonly ItemRow[]; readonly total: number }>;

/** Keeps one item of every thread, the one that tells it, and says how. */
async function foldSections(deps: MemoryDeps, live: LiveByKind): Promise<FoldedThreads["threads"]> {
  const all = [...live].map(([kind, { items, total }]) => ({ kind, items, total }));
  const units = all.flatMap(({ kind, items }) => (kindOf(kind).isUnit ? items : []));
  const folded = foldThreads(all, await newestStatements(deps, units));
  for (const { kind, items, total } of folded.live) live.set(kind, { items, total });
  return folded.threads;
}

async function labelsOf(deps: MemoryDeps, insights: readonly ItemRow[]): Promise<Map<string, string>> {
  const ids = insights.flatMap(({ about }) => (Array.isArray(about) ? about.map(String) : []));
  const rows = await itemsByIds(deps, [...new Set(ids)]);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

function note(deps: OwnFileDeps, session: string, published: PublishedPage): void {
  const state = { ...deps.working.state(), [session]: published };
  const [kept, gone] = [newestFirst(state).slice(0, PAGES_MAX), newestFirst(state).slice(PAGES_MAX)];
  for (const old of gone) deps.working.remove(old);
  deps.working.writeState(
    Object.fromEntries(kept.flatMap((name) => (state[name] ? [[name, state[name]]] : []))),
  );
}

const newestFirst = (state: { readonly [session: string]: PublishedPage }): string[] =>
  Object.entries(state)
    .sort(([, a], [, b]) => b.published_at - a.published_at || b.position - a.position)
    .map(([session]) => session);
