import { MemoryError } from "../core/failure.ts";
import type { Item } from "../core/items/item.ts";
import type { ItemRow } from "../core/items/items-view.ts";
import { type Act, itemOf, type UndoDirection, undoAct } from "../core/items/life.ts";
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
};

/** How many of the last changed items are looked at for the caller's own last act. */
const LOOK_BACK_MAX = 100;

type Way = { readonly row: ItemRow; readonly act: Act; readonly target: Recorded };

/** Takes back the last act on an item, or the caller's own last act on any item. */
export async function undo(world: World, input: UndoInput): Promise<Undone> {
  const direction: UndoDirection = input.redo ? "redo" : "undo";
  let way: Way | undefined;
  await decideAndCommit(world, async () => {
    way =
      input.id === undefined
        ? await lastOwn(world, direction)
        : await wayBack(world, await itemBy(world, input.id), direction);
    if (!way) throw nothing(input);
    const promotion = direction === "undo" ? await promotionBack(world, way) : undefined;
    return {
      acts: promotion ? [way.act, promotion.act] : [way.act],
      seen: [way.row, ...(promotion ? [promotion.row] : [])],
    };
  });
  if (!way) throw nothing(input);
  return { item: await itemBy(world, way.row.id), undid: way.target.type, position: way.target.position };
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
    if (row.changed_by !== agent || (last && row.position < last.target.position)) continue;
    const way = await wayBack(world, row, direction);
    if (way && way.target.writer.agent === agent && way.target.position > (last?.target.position ?? 0))
      last = way;
  }
  return last;
}

/** Taking back the acceptance of a candidate takes back the unit it became, unless that lives on its own by now. */
async function promotionBack(world: World, { target, act }: Way): Promise<Way | undefined> {
  const before = act.payload.item;
  const after: Item = itemOf(target);
  if (after.promoted_to === undefined || before.promoted_to !== undefined) return undefined;
  const [unit] = await itemsByIds(world, [String(after.promoted_to)]);
  const way = unit && (await wayBack(world, unit, "undo"));
  return way?.act.payload.item.removed ? way : undefined;
}
