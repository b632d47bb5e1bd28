import { MemoryError } from "../../core/failure.ts";
import { ratingsOf } from "../../core/freshness/ratings.ts";
import { ITEM_ACTS } from "../../core/items/item.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import {
  type Act,
  type ItemEvent,
  isItemEvent,
  stepsToRestore,
  type UndoDirection,
  undoAct,
  withConsequences,
} from "../../core/items/life.ts";
import type { Suggestion } from "../../core/suggestion.ts";
import type { Position } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { catchUp, decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";
import { findItem, itemsByIds } from "./find-item.ts";

export type UndoInput = { readonly id?: string | undefined; readonly redo: boolean };

export type Undone = {
  readonly item: ItemRow;
  /** The type and position of the event that was undone. */
  readonly undid: string;
  readonly position: Position;
  /** Consequences that were undone with it. */
  readonly together: readonly ItemRow[];
  /** Consequences that were changed again since, and therefore stay. */
  readonly left: readonly ItemRow[];
  /** The command that reverts this undo. */
  readonly reverse: string;
};

/** Maximum number of recently changed items searched for the caller's own last act. */
const LOOK_BACK_MAX = 100;

type Way = { readonly row: ItemRow; readonly act: Act; readonly target: ItemEvent };
type Group = { readonly way: Way; readonly followers: readonly Way[]; readonly left: readonly string[] };

/** Undoes the last act on an item, or the caller's own last act on any item, with all its consequences. */
export async function undo(deps: WriteDeps, input: UndoInput): Promise<Undone> {
  const direction: UndoDirection = input.redo ? "redo" : "undo";
  let group: Group | undefined;
  await decideAndCommit(deps, async () => {
    const way =
      input.id === undefined
        ? await lastOwn(deps, direction)
        : await wayBack(deps, await findItem(deps, input.id), direction);
    if (!way) throw await nothingToUndo(deps, input);
    // If the caller names a notice, only the notice is undone, not the statement that raised it.
    const isNotice = input.id !== undefined && isRaised(way);
    const cause = isNotice ? way : await causeOf(deps, way, direction);
    group = await groupOf(deps, cause, direction);
    const following = group.followers.map(({ act }) => act);
    return {
      acts: withConsequences(group.way.act, following),
      seen: [group.way, ...group.followers].map(({ row }) => row),
    };
  });
  if (!group) throw await nothingToUndo(deps, input);
  const { way, followers, left } = group;
  await catchUp(deps, "items");
  const item = await findItem(deps, way.row.id);
  return {
    item,
    reverse: deps.command({ verb: "undo", words: [item.label], options: { redo: !input.redo } }),
    undid: way.target.type,
    position: way.target.position,
    together: await itemsByIds(
      deps,
      followers.map(({ row }) => row.id),
    ),
    left: await itemsByIds(deps, left),
  };
}

/** Kinds that Tidemark raises about statements. */
const NOTICES: readonly string[] = ["edge", "insight"];

const isRaised = ({ row, target }: Way): boolean =>
  target.type === ITEM_ACTS.created && NOTICES.includes(row.kind);

async function nothingToUndo(deps: MemoryDeps, { id, redo }: UndoInput): Promise<MemoryError> {
  const what = redo ? "redo" : "undo";
  if (id === undefined) {
    const message = `Nothing to ${what}: you have made no change here that could be undone.`;
    return new MemoryError("input.nothing_to_undo", message, {
      field: "id",
      fix: { to: "Name an item", verb: "undo", words: ["ID"] },
    });
  }
  const { removed, label } = await findItem(deps, id);
  const back = removed ? await stepsBack(deps, id) : undefined;
  const state = back === undefined ? "" : " It is archived.";
  return new MemoryError("input.nothing_to_undo", `Nothing to ${what} on ${label}.${state}`, {
    field: "id",
    fix:
      back === undefined ? { to: "Show it", verb: "get", words: [label] } : { to: "To restore it", ...back },
  });
}

/** The commands that restore an archived item, whatever was done to it; undefined if that is impossible. */
export async function stepsBack(deps: MemoryDeps, id: string): Promise<Suggestion | undefined> {
  const { id: whole, label } = await findItem(deps, id);
  const steps = stepsToRestore(upcastAll(await deps.store.events.history(whole)), deps.clock.now());
  return steps?.reduceRight<Suggestion | undefined>(
    (next, direction) => ({
      ...{ verb: "undo", words: [label], options: { redo: direction === "redo" } },
      ...(next && { next }),
    }),
    undefined,
  );
}

/** The error for an act on an archived item, with the way to restore it. */
export async function archivedItem(
  deps: MemoryDeps,
  { id, label }: ItemRow,
  act: string,
): Promise<MemoryError> {
  const back = await stepsBack(deps, id);
  return new MemoryError("input.illegal_transition", `${label} is archived, so it cannot ${act}.`, {
    field: "id",
    ...(back === undefined ? {} : { fix: { to: "To restore it", ...back } }),
  });
}

async function wayBack(deps: MemoryDeps, row: ItemRow, direction: UndoDirection): Promise<Way | undefined> {
  const history = upcastAll(await deps.store.events.history(row.id)).filter(isItemEvent);
  const act = undoAct(history, direction, deps.clock.now());
  const target = act && history.find((event) => event.position === act.payload.undoes);
  return act && target ? { row, act, target } : undefined;
}

/** A consequence of an act on another item is undone with that act, so that the two never separate. */
async function causeOf(deps: MemoryDeps, way: Way, direction: UndoDirection): Promise<Way> {
  const because = way.target.payload?.because;
  if (because === undefined) return way;
  const [cause] = await itemsByIds(deps, [because]);
  const first = cause && (await wayBack(deps, cause, direction));
  return first && isSameCommit(first.target, way.target) ? first : way;
}

/** Events of one commit are adjacent on the tape, and the first of them names all that follow. */
function isSameCommit(first: ItemEvent, other: ItemEvent): boolean {
  const subjects = namedBy(first);
  const distance = other.position - first.position;
  return subjects.includes(other.subject ?? "") && distance > 0 && distance <= subjects.length;
}

const namedBy = (event: ItemEvent): readonly string[] => event.payload?.with ?? [];

async function groupOf(deps: MemoryDeps, way: Way, direction: UndoDirection): Promise<Group> {
  const rows = await itemsByIds(deps, namedBy(way.target));
  const followers: Way[] = [];
  const left: string[] = [];
  for (const row of rows) {
    const back = await wayBack(deps, row, direction);
    if (back && isSameCommit(way.target, back.target)) followers.push(back);
    else left.push(row.id);
  }
  return { way, followers, left };
}

async function lastOwn(deps: WriteDeps, direction: UndoDirection): Promise<Way | undefined> {
  await catchUp(deps, "items");
  const { rows } = await deps.store.views.select(deps.views.items, {
    order: "newest",
    limit: LOOK_BACK_MAX,
    offset: 0,
  });
  const { agent, process } = deps.writer;
  /** Over the network two tokens may have the same name. */
  const isOwn = ({ writer }: ItemEvent): boolean =>
    writer.agent === agent && (deps.remote === undefined || writer.process === process);
  let last: Way | undefined;
  for (const row of rows) {
    if (!isTouchedBy(row, agent) || (last && row.position < last.target.position)) continue;
    const way = await wayBack(deps, row, direction);
    if (way && isOwn(way.target) && way.target.position > (last?.target.position ?? 0)) last = way;
  }
  return last;
}

/** A rating is an act on an item, although it changes nothing in it. */
export const isTouchedBy = (row: ItemRow, agent: string): boolean =>
  row.changed_by === agent || ratingsOf(row).at(-1)?.by === agent;
