import { assert } from "../../core/failure.ts";
import { ratingsOf, ratingsPart } from "../../core/freshness/ratings.ts";
import { parseCurve, usagePenalty } from "../../core/freshness/usage-penalty.ts";
import { itemsByIds } from "../items/find-item.ts";
import type { MemoryDeps, RankingDeps } from "../runtime/deps.ts";

/** The score parts of an item's usage and ratings; parts that are zero are left out. */
export type UsageParts = { readonly staleness?: number; readonly ratings?: number };

/** The penalty for disuse, 0 to −.08 unless the curve is configured otherwise; 0 if no usage is recorded. */
export function disuseOf(deps: MemoryDeps & RankingDeps): (id: string) => number {
  const { curve: written } = deps.config.usage;
  const parsed = parseCurve(written);
  assert("curve" in parsed, `a curve that no load refused: ${written}`);
  const records = deps.usage.read();
  const now = deps.clock.now();
  return (id) => usagePenalty(records.get(id), parsed.curve, now);
}

/**
 * Disuse and ratings of each id, as parts of its score. An id that is not in the answer has neither. Ids of documents
 * begin with `path:`; the items view must have caught up.
 */
export async function usageParts(
  deps: MemoryDeps & RankingDeps,
  ids: readonly string[],
): Promise<Map<string, UsageParts>> {
  const disuse = disuseOf(deps);
  const given = { now: deps.clock.now(), halfLifeDays: deps.config.usage.halfLifeDays };
  const items = new Map((await itemsByIds(deps, ids)).map((item) => [item.id, item]));
  const parts = new Map<string, UsageParts>();
  for (const id of ids) {
    const item = items.get(id);
    const staleness = disuse(id);
    const ratings = item ? ratingsPart(ratingsOf(item), given) : 0;
    if (staleness === 0 && ratings === 0) continue;
    parts.set(id, { ...(staleness === 0 ? {} : { staleness }), ...(ratings === 0 ? {} : { ratings }) });
  }
  return parts;
}
