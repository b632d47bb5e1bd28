import type { ItemRow } from "../core/items/items-view.ts";
import { kindOf } from "../core/items/kinds.ts";
import { type Act, promote, transitionItem } from "../core/items/life.ts";
import { bare, itemBy } from "./items.ts";
import { decideAndCommit, type World } from "./world.ts";

export type TransitionInput = {
  readonly id: string;
  readonly status: string;
  readonly reason?: string | undefined;
};

export type Transitioned = {
  readonly item: ItemRow;
  readonly from: string;
  /** The unit an accepted candidate became. */
  readonly promoted_to?: ItemRow;
};

/** Moves an item to another status. What follows from that goes on the tape in the same commit. */
export async function transition(world: World, input: TransitionInput): Promise<Transitioned> {
  let from = "";
  let unit: string | undefined;
  await decideAndCommit(world, async () => {
    const item = await itemBy(world, input.id);
    from = item.status;
    const promotion =
      item.kind === "candidate" && input.status === "accepted" ? promotionOf(world, item) : undefined;
    unit = promotion?.subject;
    const subject = promotion ? { ...bare(item), promoted_to: promotion.subject } : bare(item);
    const reason = input.reason === undefined ? {} : { reason: input.reason };
    const act = transitionItem(subject, input.status, { ...reason, now: world.clock.now() });
    return { acts: promotion ? [act, promotion] : [act], seen: [item] };
  });
  const item = await itemBy(world, input.id);
  return { item, from, ...(unit === undefined ? {} : { promoted_to: await itemBy(world, unit) }) };
}

function promotionOf(world: World, candidate: ItemRow): Act {
  const { prefix } = kindOf(candidate.proposes as ItemRow["kind"]);
  return promote(bare(candidate), { id: world.ids.next(prefix), now: world.clock.now() });
}
