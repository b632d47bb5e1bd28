import type { ReadPosition } from "../../core/resume/cursors-view.ts";
import { type DeltaCommit, isSameAuthor } from "../../core/resume/delta.ts";
import { iso } from "../../core/time.ts";
import type { Commit } from "../../ports/git.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ItemDeps, WriteDeps } from "../runtime/deps.ts";

/** Maximum number of commits that are read. An agent that is further behind needs only the count. */
const COMMITS_MAX = 60;
/** Maximum number of commits that are named. Further ones are counted. */
const TOLD_MAX = 10;
/** Sessions that are read to find the author of a commit. */
const SESSIONS_MAX = 200;

export type CommitNews = {
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
export async function commitNews(deps: ItemDeps, reached: ReadPosition): Promise<CommitNews> {
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
