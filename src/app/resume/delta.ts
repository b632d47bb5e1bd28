import type { ItemRow } from "../../core/items/items-view.ts";
import { KIND_NAMES, type KindName } from "../../core/items/kinds.ts";
import { type ChangesRow, rankAfter } from "../../core/resume/changes-view.ts";
import { fileKey, type ReadPosition, type TapePlace, touchedKey } from "../../core/resume/cursors-view.ts";
import {
  type ChangeAuthor,
  type ChangedFile,
  type ChangedItem,
  changesByOthers,
  countsOf,
  type DeltaCommit,
  type DeltaCounts,
  type DeltaItem,
  evidenceTurns,
  isSameAuthor,
  summaryOf,
  type TapeRange,
  withItemText,
} from "../../core/resume/delta.ts";
import { DIGEST_SORTS, digestOf } from "../../core/resume/digest.ts";
import type { News } from "../../core/resume/news-lines.ts";
import type { Position } from "../../core/tape/event.ts";
import { rowAt } from "../../core/tape/projection.ts";
import { iso } from "../../core/time.ts";
import type { Commit } from "../../ports/git.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { markedItems } from "../threads/marked-items.ts";

/** Items of one kind that are read for one delta: those that changed last. */
const PER_KIND_MAX = 200;
/** A line seldom costs less, so no more items are read than could be told. */
const TOKENS_PER_LINE = 12;

/** The changes since an agent was here. */
export type Delta = Pick<News, "items" | "items_left_out" | "commits" | "commits_left_out" | "files"> & {
  readonly agent: string;
  readonly worktree: string;
  /** Why there is no delta: the agent was never here, or its read position is unreadable. */
  readonly cursor: "set" | "none" | "unreadable";
  /** This agent's session since which changes are told; null if it had none. */
  readonly since_session: string | null;
  readonly since_position: Position;
  readonly since_at: string;
  readonly up_to_position: Position;
  readonly summary: string;
  readonly counts: DeltaCounts;
  readonly unseen_event_count: number;
  /** Number of changed items that were not read because there were too many. */
  readonly not_read: number;
};

/** A delta, and what to record when an agent is given it. */
export type DeltaReading = {
  readonly delta: Delta;
  readonly upTo: TapePlace;
  readonly head: string | undefined;
};

/** What others changed since an agent's last visit, limited to the items that fit into the token budget. */
export async function deltaSince(
  deps: ItemDeps,
  reached: ReadPosition,
  tokens = deps.config.delta.tokens,
): Promise<DeltaReading> {
  const upTo = await deps.store.tape.end();
  const window = { after: reached.up_to.position, upTo: upTo.position };
  await catchUp(deps, "changes", "items", "cursors");
  const changed = await changedRows(deps, window);
  const speakers = await speakersAt(deps, evidenceTurns(changed.rows, window));
  const news = changesByOthers(changed.rows, speakers, { who: deps.writer, window });
  const items = await withTheirWords(deps, news.slice(0, Math.ceil(tokens / TOKENS_PER_LINE)));
  const made = await commitNews(deps, reached);
  const files = await changedFiles(deps, window, made.files);
  const delta: Delta = {
    ...headOf(deps, "set", upTo),
    since_session: reached.session ?? null,
    since_position: window.after,
    since_at: reached.at,
    ...told(news, made),
    items,
    items_left_out: news.length - items.length,
    files,
    unseen_event_count: news.reduce((sum, { events }) => sum + events, made.commits.length + made.left_out),
    not_read: changed.notRead,
  };
  return { delta, upTo, head: made.head };
}

/** The digest for an agent that is new here, or whose read position is unknown. */
export async function digest(deps: ItemDeps, cursor: "none" | "unreadable"): Promise<DeltaReading> {
  const upTo = await deps.store.tape.end();
  await catchUp(deps, "items");
  const live = new Map<KindName, readonly ItemRow[]>();
  for (const { kind, statuses } of DIGEST_SORTS) {
    const selection = {
      kinds: [kind],
      statuses,
      order: "newest",
      limit: DIGEST_LOOK_MAX,
      offset: 0,
    } as const;
    const { rows } = await deps.store.views.select(deps.views.items, selection);
    live.set(kind, await markedItems(deps, rows));
  }
  const head = (await deps.git.head())?.commit;
  const items = digestOf(live, deps.writer);
  const delta: Delta = {
    ...headOf(deps, cursor, upTo),
    since_session: null,
    since_position: 0,
    since_at: iso(deps.clock.now()),
    ...told(items, { commits: [], left_out: 0 }),
    items,
    items_left_out: 0,
    files: [],
    unseen_event_count: 0,
    not_read: 0,
  };
  return { delta, upTo, head };
}

/** Enough to find those that are addressed to this agent. */
const DIGEST_LOOK_MAX = 50;

const headOf = ({ writer }: WriteDeps, cursor: Delta["cursor"], upTo: TapePlace) => ({
  agent: writer.agent,
  worktree: writer.worktree,
  cursor,
  up_to_position: upTo.position,
});

const told = (
  items: readonly { readonly kind: KindName }[],
  made: Pick<CommitNews, "commits" | "left_out">,
) => ({
  summary: summaryOf(items, made.commits.length + made.left_out),
  counts: countsOf(items),
  commits: made.commits,
  commits_left_out: made.left_out,
});

async function withTheirWords(deps: MemoryDeps, changed: readonly ChangedItem[]): Promise<DeltaItem[]> {
  const ids = changed.map(({ id }) => id);
  const items = new Map(
    (await markedItems(deps, await itemsByIds(deps, ids))).map((item) => [item.id, item]),
  );
  return changed.flatMap((change) => {
    const item = items.get(change.id);
    return item === undefined ? [] : [withItemText(change, item)];
  });
}

/** One query per kind, so that many changes of one kind do not hide those of another. */
async function changedRows(
  { store, views }: MemoryDeps,
  { after }: TapeRange,
): Promise<{ readonly rows: readonly ChangesRow[]; readonly notRead: number }> {
  const rows: ChangesRow[] = [];
  let notRead = 0;
  for (const kind of KIND_NAMES) {
    const selection = {
      kinds: [kind],
      statuses: ["changed"],
      rankMax: rankAfter(after),
      // Ranks count back from the end of the tape.
      order: "oldest",
      limit: PER_KIND_MAX,
      offset: 0,
    } as const;
    const found = await store.views.select(views.changes, selection);
    rows.push(...found.rows);
    notRead += found.total - found.rows.length;
  }
  return { rows, notRead };
}

async function speakersAt(
  { store }: MemoryDeps,
  positions: readonly Position[],
): Promise<Map<Position, ChangeAuthor>> {
  const events = positions.length === 0 ? [] : await store.events.eventsAt(positions);
  return new Map(events.map(({ position, writer }) => [position, writer]));
}

/** Files of this agent that others changed later, in turns or in commits. */
async function changedFiles(
  deps: WriteDeps,
  { after, upTo }: TapeRange,
  committed: ReadonlyMap<string, string>,
): Promise<ChangedFile[]> {
  const { store, views, writer } = deps;
  const key = touchedKey(writer);
  const own = rowAt(await store.views.rows(views.cursors, [key]), key);
  if (own === undefined) return [];
  const rows = await store.views.rows(views.cursors, own.paths.map(fileKey));
  return own.paths.flatMap((path) => {
    const { by = [] } = rowAt(rows, fileKey(path)) ?? {};
    const mine = by.find((touch) => isSameAuthor(touch, writer))?.at ?? 0;
    const other = by.findLast(
      (touch) => !isSameAuthor(touch, writer) && touch.at > Math.max(after, mine) && touch.at <= upTo,
    );
    const author = [...committed].find(([file]) => path === file || path.endsWith(`/${file}`))?.[1];
    const who = other?.agent ?? author;
    return who === undefined ? [] : [{ path, by: who }];
  });
}

/** Maximum number of commits that are read. An agent that is further behind needs only the count. */
const COMMITS_MAX = 60;
/** Maximum number of commits that are named. Further ones are counted. */
const TOLD_MAX = 10;
/** Sessions that are read to find the author of a commit. */
const SESSIONS_MAX = 200;

type CommitNews = {
  readonly commits: readonly DeltaCommit[];
  readonly left_out: number;
  /** Authors of the files that they changed. */
  readonly files: ReadonlyMap<string, string>;
  /** The current commit of the worktree. */
  readonly head: string | undefined;
};

/**
 * Commits on this worktree's branch since a position, except those made while this agent worked here. Git does not know which agent
 * commits, but it knows when.
 */
async function commitNews(deps: ItemDeps, reached: ReadPosition): Promise<CommitNews> {
  const head = (await deps.git.head())?.commit;
  const nothing = { commits: [], left_out: 0, files: new Map<string, string>(), head };
  if (head === undefined || head === reached.head) return nothing;
  const since = commitsSince(await deps.git.log(COMMITS_MAX), reached);
  if (since.length === 0) return nothing;
  const isOwn = await ownTimes(deps);
  const news = since.filter(({ at }) => !isOwn(at));
  return {
    commits: news.slice(0, TOLD_MAX).map(({ commit, subject, author, at }) => ({
      ...{ commit, subject, author },
      at: iso(at),
    })),
    left_out: Math.max(0, news.length - TOLD_MAX),
    files: new Map(news.flatMap(({ files, author }) => files.map((file) => [file, author] as const))),
    head,
  };
}

/** If no commit was recorded, or history was rewritten since, the time is used. */
function commitsSince(log: readonly Commit[], { head, at }: ReadPosition): readonly Commit[] {
  const known = log.findIndex(({ commit }) => commit === head);
  return known >= 0 ? log.slice(0, known) : log.filter((commit) => commit.at > Date.parse(at));
}

async function ownTimes(deps: WriteDeps): Promise<(at: number) => boolean> {
  await catchUp(deps, "sessions");
  const selection = { order: "newest", limit: SESSIONS_MAX, offset: 0 } as const;
  const { rows } = await deps.store.views.select(deps.views.sessions, selection);
  const own = rows.filter((session) => isSameAuthor(session, deps.writer));
  const spans = own.map(({ started_at, last_at }) => [Date.parse(started_at), Date.parse(last_at)] as const);
  return (at) => spans.some(([from, to]) => at >= wholeSecond(from) && at <= to);
}

/** Git's times are in seconds. */
const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;
