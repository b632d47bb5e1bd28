import type { Link } from "../../core/recall/score/link-scores.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

/** Accepted edges that are checked, the last accepted first: more are not worth a moment of every question. */
const EDGES_MAX = 200;

/** Pairs among these units that an accepted edge links. The items view must have caught up. */
export async function linksAmong(deps: MemoryDeps, ids: ReadonlySet<string>): Promise<Link[]> {
  if (ids.size < 2) return [];
  const which = {
    kinds: ["edge"],
    statuses: ["accepted"],
    order: "newest",
    limit: EDGES_MAX,
    offset: 0,
  } as const;
  const { rows } = await deps.store.views.select(deps.views.items, which);
  return rows
    .filter(({ newer, older, removed }) => !removed && ids.has(String(newer)) && ids.has(String(older)))
    .map(({ newer, older }) => [String(newer), String(older)]);
}
