import { MemoryError } from "../core/failure.ts";
import { ratingsOf } from "../core/freshness/ratings.ts";
import type { ItemRow } from "../core/items/items-view.ts";
import { type Act, type UndoDirection, undoAct, withConsequences } from "../core/items/life.ts";
import type { Position, Recorded } from "../core/tape/event.ts";
import { upcastAll } from "../core/tape/read.ts";
import { itemBy, itemsByIds } from "./items.ts";
import { catchUp, decideAndCommit, type World } from "./world.ts";

export type UndoInput = { readonly id?: string | undefined; readonly redo: boolean };

export type Undone = {
  readonly item: ItemRow;
  /** What was taken back: the type of the event and where it lies. */
  readonly undid: string;
  readonly position: Position;
  /** What had followed from it and was taken back with it. */
  readonly together: readonly ItemRow[];
  /** What had followed from it but was changed again since, and stays as it is. */
  readonly left: readonly ItemRow[];
};

/** How many of the last changed items are looked at for the caller's own last act. */
const LOOK_BACK_MAX = 100;

type Way = { readonly row: ItemRow; readonly act: Act; readonly target: Recorded };
type Group = { readonly way: Way; readonly followers: readonly Way[]; readonly left: readonly string[] };

/** Takes back the last act on an item, or the caller's own last act on any item, with all that followed from it. */
export async function undo(world: World, input: UndoInput): Promise<Undone> {
  const direction: UndoDirection = input.redo ? "redo" : "undo";
  let group: Group | undefined;
  await decideAndCommit(world, async () => {
    const way =
      input.id === undefined
        ? await lastOwn(world, direction)
        : await wayBack(world, await itemBy(world, input.id), direction);
    if (!way) throw nothing(input);
    group = await groupOf(world, await causeOf(world, way, direction), direction);
    const following = group.followers.map(({ act }) => act);
    return {
      acts: withConsequences(group.way.act, following),
      seen: [group.way, ...group.followers].map(({ row }) => row),
    };
  });
  if (!group) throw nothing(input);
  const { way, followers, left } = group;
  await catchUp(world, "items");
  return {
    item: await itemBy(world, way.row.id),
    undid: way.target.type,
    position: way.target.position,
    together: await itemsByIds(
      world,
      followers.map(({ row }) => row.id),
    ),
    left: await itemsByIds(world, left),
  };
}

function nothing(input: UndoInput): MemoryError {
  const what = input.redo ? "redo" : "undo";
  const whose =
    input.id === undefined
      ? "you did nothing to an item here that still stands"
      : `nothing is left on ${input.id}`;
  return new MemoryError("input.nothing_to_undo", `Nothing to ${what}: ${whose}.`, {
    field: "id",
    fix: input.id === undefined ? "Name an item: tidemark undo ID" : "Look at it: tidemark get ID",
  });
}

async function wayBack(world: World, row: ItemRow, direction: UndoDirection): Promise<Way | undefined> {
  const history = upcastAll(await world.store.history(row.id));
  const act = undoAct(history, direction, world.clock.now());
  const target = act && history.find((event) => event.position === act.payload.undoes);
  return act && target ? { row, act, target } : undefined;
}

/** What merely followed from an act on another item is taken back there, so that the two never part. */
async function causeOf(world: World, way: Way, direction: UndoDirection): Promise<Way> {
  const because = way.target.payload?.because;
  if (typeof because !== "string") return way;
  const [cause] = await itemsByIds(world, [because]);
  const first = cause && (await wayBack(world, cause, direction));
  return first && isSameCommit(first.target, way.target) ? first : way;
}

/** Events of one commit lie side by side, and the first of them names all that follow. */
function isSameCommit(first: Recorded, other: Recorded): boolean {
  const subjects = namedBy(first);
  const distance = other.position - first.position;
  return subjects.includes(other.subject ?? "") && distance > 0 && distance <= subjects.length;
}

const namedBy = (event: Recorded): readonly string[] => (event.payload?.with as string[] | undefined) ?? [];

async function groupOf(world: World, way: Way, direction: UndoDirection): Promise<Group> {
  const rows = await itemsByIds(world, namedBy(way.target));
  const followers: Way[] = [];
  const left: string[] = [];
  for (const row of rows) {
    const back = await wayBack(world, row, direction);
    if (back && isSameCommit(way.target, back.target)) followers.push(back);
    else left.push(row.id);
  }
  return { way, followers, left };
}

async function lastOwn(world: World, direction: UndoDirection): Promise<Way | undefined> {
  await catchUp(world, "items");
  const { rows } = await world.store.select(world.views.items, {
    order: "newest",
    limit: LOOK_BACK_MAX,
    offset: 0,
  });
  const { agent } = world.writer;
  let last: Way | undefined;
  for (const row of rows as unknown as readonly ItemRow[]) {
    if (!isTouchedBy(row, agent) || (last && row.position < last.target.position)) continue;
    const way = await wayBack(world, row, direction);
    if (way && way.target.writer.agent === agent && way.target.position > (last?.target.position ?? 0))
      last = way;
  }
  return last;
}

/** Whoever rated an item did something to it, though nothing of it changed. */
const isTouchedBy = (row: ItemRow, agent: string): boolean =>
  row.changed_by === agent || ratingsOf(row).at(-1)?.by === agent;
