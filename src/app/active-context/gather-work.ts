import { sameTaskId } from "../../core/active-context/registry/task-id.ts";
import { taskRequestIn } from "../../core/active-context/registry/task-request.ts";
import type { GitFacts, WorkFacts } from "../../core/active-context/sync/fill-from-work.ts";
import { recentWorkIn } from "../../core/active-context/sync/recent-work.ts";
import { fromRoot } from "../../core/bundle/call.ts";
import { seenTurn } from "../../core/extract/activity/seen-turn.ts";
import { ITEM_ACTS } from "../../core/items/item.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { isItemEvent, itemOf } from "../../core/items/life.ts";
import { CHANGING_TYPES } from "../../core/resume/changes-view.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { isPersonTurn, isTurn } from "../../core/tape/turn-speaker.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { ContextDeps, MemoryDeps, ProjectDeps, TaskDeps, WriteDeps } from "../runtime/deps.ts";

/** Events read at once, and altogether: older events are in the session files. */
const PAGE = 500;
const EVENTS_MAX = 5000;
/** The number of events read back for a file that was never synced. */
const SPAN_MAX = 50_000;

/** Items extracted from the file itself are not written back to it. */
export const FROM_FILE = "context file ";

export type GatheredWork = {
  readonly known: WorkFacts;
  /** The position up to which the tape was read. */
  readonly upTo: Position;
  /** Where the next task starts: after this position, only sessions that turned to it did any work. */
  readonly nextFrom?: Position;
};

type TaskEvents = Pick<GatheredWork, "nextFrom"> & {
  readonly events: readonly Recorded[];
  /** Where a person first turned to another task. */
  readonly turnedAt?: Position;
};

/**
 * Leaves out the work of sessions after their person turned to another task. That work belongs to no task until the
 * context is switched, and then to the other task.
 */
function eventsOfTask(events: readonly Recorded[], task: string): TaskEvents {
  const away = new Map<string, Position>();
  const own = events.filter((event) => {
    const { session = "", position } = event;
    const said = isTurn(event) && isPersonTurn(event.payload) ? event.payload?.text : undefined;
    const request = taskRequestIn(said ?? "");
    const isOther = request !== undefined && (request.id === undefined || !sameTaskId(request.id, task));
    if (isOther && !away.has(session)) away.set(session, position);
    if (request !== undefined && !isOther) away.delete(session);
    return !away.has(session) || !isTurn(event);
  });
  if (away.size === 0) return { events: own };
  const turnedAt = Math.min(...away.values());
  const lastOwn = own.findLast(isTurn)?.position ?? turnedAt;
  return { events: own, turnedAt, nextFrom: Math.max(turnedAt, lastOwn) };
}

/** Events of a session before its person turned to another task. */
export function eventsBeforeTurning(events: readonly Recorded[], task: string): readonly Recorded[] {
  const { events: own, turnedAt = Infinity } = eventsOfTask(events, task);
  return own.filter(({ position }) => position < turnedAt);
}

/** Work in this worktree after a position, and the state of git. `branch` is the branch that the file names. */
export async function gatherWork(
  deps: TaskDeps,
  {
    after,
    branch,
    task,
  }: { readonly after: Position; readonly branch?: string | undefined; readonly task: string },
): Promise<GatheredWork> {
  await catchUp(deps, "items");
  const { position: end } = await deps.store.tape.end();
  const { events, turnedAt, nextFrom } = eventsOfTask(
    await eventsAfter(deps, Math.max(after, end - SPAN_MAX)),
    task,
  );
  const turns = events.filter(isTurn).map(seenTurn);
  const items = await itemsTouched(deps, events);
  const git = await gitFacts(deps, branch);
  return {
    upTo: turnedAt === undefined ? end : turnedAt - 1,
    ...(nextFrom === undefined ? {} : { nextFrom }),
    known: {
      now: deps.clock.now(),
      happened: recentWorkIn(turns, (path) => ownPath(deps, path)),
      ...(git === undefined ? {} : { git }),
      machine: deps.machine,
      decisions: items.filter(isTold).map(({ created_at, text, label, created_by }) => ({
        at: Date.parse(created_at),
        text,
        label,
        by: created_by,
      })),
      questions: items
        .filter(({ kind, type }) => kind === "note" && type === "question")
        .filter((item) => !isFromFile(item) || !isOpen(item))
        .map((item) => ({ at: Date.parse(item.created_at), text: item.text, isOpen: isOpen(item) })),
    },
  };
}

const isTold = (item: ItemRow): boolean => item.kind === "decision" && isOpen(item) && !isFromFile(item);
const isOpen = ({ status, removed }: ItemRow): boolean => status === "active" && !removed;
const isFromFile = ({ source_key }: ItemRow): boolean => String(source_key ?? "").startsWith(FROM_FILE);

async function eventsAfter(deps: WriteDeps, after: Position): Promise<Recorded[]> {
  const types = ["turn.recorded", ...CHANGING_TYPES];
  const { worktree } = deps.writer;
  const found: Recorded[] = [];
  for (let from = after; ; ) {
    const { events, upTo } = await deps.store.events.read(from, PAGE, types);
    found.push(...upcastAll(events).filter(({ writer, payload }) => writer.worktree === worktree && payload));
    if (events.length < PAGE) return found.slice(-EVENTS_MAX);
    from = upTo;
  }
}

/** Decisions that were made and questions that were asked or settled, in their current state. */
async function itemsTouched(deps: MemoryDeps, events: readonly Recorded[]): Promise<ItemRow[]> {
  const touched = events.filter(isItemEvent);
  const ids = touched
    .filter((event) => itemOf(event).kind === "note" || event.type === ITEM_ACTS.created)
    .map((event) => itemOf(event).id);
  return itemsByIds(deps, [...new Set(ids)]);
}

async function gitFacts(
  deps: ProjectDeps & ContextDeps,
  branch: string | undefined,
): Promise<GitFacts | undefined> {
  const standing = await deps.git.standing();
  if (standing === undefined) return undefined;
  const { changed, ...rest } = standing;
  const isOther = branch !== undefined && branch !== standing.branch;
  const isThere = isOther && (await deps.code?.branches())?.names.has(branch) === true;
  return {
    ...rest,
    changed: changed.filter((path) => !isOurs(deps, path)).length,
    ...(isThere ? { leftBranch: branch } : {}),
  };
}

/** The program's own files do not count as work. */
export const isOurs = ({ contextFiles }: ContextDeps, path: string): boolean =>
  path.startsWith(`${contextFiles.folder}/`) || path.startsWith(".tidemark/");

/** A path relative to the worktree's root; undefined for a path outside. */
export function ownPath(deps: ProjectDeps & ContextDeps, path: string): string | undefined {
  const { root, worktreeRoot } = deps.project;
  const own = fromRoot(path, [worktreeRoot, root]).replace(/^(?:\.\/)+/, "");
  const isOutside = /^(?:[/~]|[A-Za-z]:)/.test(own) || own.split("/").includes("..");
  return isOutside || own === "" || own.length > PATH_MAX || isOurs(deps, own) ? undefined : own;
}

const PATH_MAX = 300;
