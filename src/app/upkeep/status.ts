import type { Config } from "../../core/config/config.ts";
import type { StalenessCounts } from "../../core/freshness/warning.ts";
import { KIND_NAMES, kindOf } from "../../core/items/kinds.ts";
import type { AliasRow } from "../../core/project/project-view.ts";
import type { Recording } from "../../core/recording/recording.ts";
import type { SessionRow } from "../../core/sessions/sessions-view.ts";
import { iso } from "../../core/time.ts";
import type { ForeignMemory } from "../../ports/ownership.ts";
import type { Intake } from "../../ports/store.ts";
import type { UsageHealth } from "../../ports/usage.ts";
import { dirtyReasons } from "../briefing/working-memory.ts";
import { type WaitingCounts, waitingCounts } from "../review/waiting-for-review.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { BriefDeps, MemoryDeps, OwnFileDeps, ProjectDeps } from "../runtime/deps.ts";
import { folderName } from "../runtime/identify.ts";
import { lastSessions, sessionsAtWork } from "../sessions/last-sessions.ts";
import { staleReport } from "../staleness/stale.ts";
import { type EmbedderStatus, embedderStatus } from "./embedder-status.ts";
import { type LostTail, lostTail } from "./lost-tail.ts";
import { type TrackedMemory, trackedMemory } from "./tracked-memory.ts";

export type Status = Intake & {
  readonly project: {
    readonly name: string;
    readonly root: string;
    readonly worktree: string;
    readonly known_as: readonly AliasRow[];
  };
  readonly memory: MemoryLocation;
  readonly tape: { readonly events: number; readonly hash: string };
  /** Live items by kind; kinds without any are left out. */
  readonly items: { readonly [kind: string]: number };
  readonly sessions: { readonly total: number; readonly active: number; readonly last?: SessionRow };
  /** Present if the memory came from elsewhere and is not used. */
  readonly foreign_memory?: ForeignMemory;
  /** Present if acknowledged events are missing on the tape. */
  readonly lost_tail?: LostTail;
  /** Present if git tracks files of the memory: the command that stops it. */
  readonly tracked?: TrackedMemory;
  /** Present if a file in the memory folder names a server. Nobody follows it. */
  readonly foreign_store_note?: string;
  /** Numbers of sessions to be read, and of those that failed too often. */
  readonly worker: { readonly due: number; readonly waiting: number; readonly dead: number };
  /** Numbers of entries that wait for a person. */
  readonly review: WaitingCounts;
  /** Numbers of doubtful items, by age or by changed code. */
  readonly stale: StalenessCounts;
  readonly working: WorkingState;
  /** Whether disuse can be computed, and how much usage is stored. */
  readonly usage: UsageHealth;
  /** The state of the embedder, if one is configured. */
  readonly embedder?: EmbedderStatus;
  /** Whether anything is recorded here, and if not, why. Absent if that is unknown. */
  readonly recording?: Recording;
  /** Whether sessions get a brief when they start. */
  readonly inject: Config["memory"]["inject"];
  readonly agent: string;
  readonly clock_fixed_at?: string;
};

/** The state of the published pages of working memory. */
export type WorkingState = {
  readonly pages: number;
  readonly last?: { readonly session: string; readonly published_at: string };
  /** Pages with changes since, the last published first, and the reasons. */
  readonly out_of_date: readonly { readonly session: string; readonly reasons: readonly string[] }[];
};

/** Number of pages that are checked. */
const PAGES_MAX = 5;

export type MemoryLocation = {
  readonly folder: string;
  readonly exists: boolean;
  readonly bytes: number;
  /** Address of the memory on a server. */
  readonly server?: string;
};

export async function memoryLocation({ project, vault }: ProjectDeps & OwnFileDeps): Promise<MemoryLocation> {
  const { memoryDir: folder, hasMemory: exists, server } = project;
  return { folder, exists, bytes: exists ? await vault.size() : 0, ...(server !== undefined && { server }) };
}

/** The state of the memory, on one screen. */
export async function status(deps: BriefDeps): Promise<Status> {
  await catchUp(deps, "items", "sessions", "project");
  const { store, views, project, clock } = deps;
  const { position, hash } = await store.tape.end();
  const embedder = embedderStatus(deps);
  const aliases = await store.views.select(views.project, { order: "oldest", limit: 20, offset: 0 });
  return {
    project: {
      name: folderName(project.root),
      root: project.root,
      worktree: project.worktree,
      known_as: aliases.rows,
    },
    memory: await memoryLocation(deps),
    tape: { events: position, hash },
    items: await liveCounts(deps),
    sessions: await sessionCounts(deps),
    ...(await store.upkeep.intake()),
    ...(await groundOf(deps)),
    worker: await workerCounts(deps),
    review: await waitingCounts(deps),
    stale: (await staleReport(deps)).counts,
    working: await workingState(deps),
    usage: deps.usage.health(),
    ...(embedder === undefined ? {} : { embedder }),
    ...(deps.consent === undefined ? {} : { recording: deps.consent.recording }),
    inject: deps.config.memory.inject,
    agent: deps.writer.agent,
    ...(clock.fixedAt === undefined ? {} : { clock_fixed_at: iso(clock.fixedAt) }),
  };
}

type GroundField = "foreign_memory" | "lost_tail" | "tracked" | "foreign_store_note";

/** Problems with the origin of the memory. */
async function groundOf(deps: MemoryDeps & ProjectDeps): Promise<Pick<Status, GroundField>> {
  const foreign = deps.ownership?.foreign;
  const lost = await lostTail(deps);
  const tracked = trackedMemory(deps);
  const note = deps.ownership?.foreignStoreNote();
  return {
    ...(note === undefined ? {} : { foreign_store_note: note }),
    ...(foreign ? { foreign_memory: foreign } : {}),
    ...(lost ? { lost_tail: lost } : {}),
    ...(tracked ? { tracked } : {}),
  };
}

async function workingState(deps: MemoryDeps & ProjectDeps & OwnFileDeps): Promise<WorkingState> {
  const published = Object.entries(deps.project.hasMemory ? deps.working.state() : {}).sort(
    ([, a], [, b]) => b.published_at - a.published_at || b.position - a.position,
  );
  const [last] = published;
  const out_of_date: { session: string; reasons: readonly string[] }[] = [];
  for (const [session, { position }] of published.slice(0, PAGES_MAX)) {
    const reasons = await dirtyReasons(deps, position);
    if (reasons.length > 0) out_of_date.push({ session, reasons });
  }
  return {
    pages: published.length,
    ...(last ? { last: { session: last[0], published_at: iso(last[1].published_at) } } : {}),
    out_of_date,
  };
}

export async function liveCounts(deps: MemoryDeps): Promise<Status["items"]> {
  const counts: Record<string, number> = {};
  for (const kind of KIND_NAMES) {
    const selection = {
      kinds: [kind],
      statuses: kindOf(kind).live,
      order: "newest",
      limit: 0,
      offset: 0,
    } as const;
    const { total } = await deps.store.views.select(deps.views.items, selection);
    if (total > 0) counts[kind] = total;
  }
  return counts;
}

/** An import records many sessions at once: the last one recorded is not the last one active. */
const LATEST_MAX = 100;

async function sessionCounts(deps: MemoryDeps): Promise<Status["sessions"]> {
  const { rows, total } = await lastSessions(deps, { limit: LATEST_MAX });
  const [last] = rows;
  return { total, active: (await sessionsAtWork(deps)).length, ...(last ? { last } : {}) };
}

async function workerCounts({ store, views }: MemoryDeps): Promise<Status["worker"]> {
  const of = async (kind: string) =>
    (await store.views.select(views.sessions, { kinds: [kind], order: "oldest", limit: 0, offset: 0 })).total;
  return { due: await of("due"), waiting: await of("failed"), dead: await of("dead") };
}
