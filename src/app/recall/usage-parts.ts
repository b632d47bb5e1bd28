import { assert } from "../../core/failure.ts";
import { ratingsOf } from "../../core/freshness/ratings.ts";
import { usagePart } from "../../core/freshness/usage-part.ts";
import { parseCurve } from "../../core/freshness/usage-penalty.ts";
import { itemsByIds } from "../items/find-item.ts";
import type { World } from "../runtime/world.ts";

/**
 * The `usage` part of the score of each id: what its disuse takes, and what was said of it adds or takes. An id that is
 * not in the answer has none. Ids of documents begin with `path:`; the items view must have caught up.
 */
export async function usageParts(world: World, ids: readonly string[]): Promise<Map<string, number>> {
  const { curve: written, halfLifeDays } = world.config.usage;
  const parsed = parseCurve(written);
  assert("curve" in parsed, `a curve that no load refused: ${written}`);
  const given = { now: world.clock.now(), curve: parsed.curve, halfLifeDays };
  const records = world.usage.read();
  const items = new Map((await itemsByIds(world, ids)).map((item) => [item.id, item]));
  const parts = new Map<string, number>();
  for (const id of ids) {
    const item = items.get(id);
    const part = usagePart({ ...given, record: records.get(id), ratings: item ? ratingsOf(item) : [] });
    if (part !== 0) parts.set(id, part);
  }
  return parts;
}
