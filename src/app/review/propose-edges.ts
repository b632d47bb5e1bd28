import { bestEdges, findEdges, type ProposedEdge } from "../../core/edges/propose.ts";
import { type FoundInsight, insightKey, insightsFor } from "../../core/insights/find-insights.ts";
import type { Item } from "../../core/items/item.ts";
import { isItemRow } from "../../core/items/items-view.ts";
import { kindOf, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { type Act, createItem } from "../../core/items/life.ts";
import { topicName } from "../../core/items/topics-view.ts";
import { edgeKey, pairsWithEdges } from "../items/edge-key.ts";
import { itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";

/** Older units that a new one is compared with: the newest of its topic, and the newest of all topics. */
const PER_TOPIC_MAX = 200;
const NEWEST_MAX = 300;

/**
 * Proposes edges and insights between new units and existing ones, for somebody to decide on. It changes no unit. `changed` contains items
 * as they will be after the same commit.
 */
export async function proposeEdges(
  deps: WriteDeps,
  fresh: readonly Item[],
  changed: ReadonlyMap<string, Item> = new Map(),
): Promise<Act[]> {
  if (fresh.length === 0) return [];
  const olders = await oldersOf(deps, fresh, changed);
  const mode = deps.config.memory.evolvesMode;
  const related = mode === "off" ? [] : findEdges(fresh, olders);
  const edges = bestEdges(related, await pairsWithEdges(deps, related));
  const found = insightsFor(fresh, olders, { edges, known: new Set() });
  const known = await deps.store.events.known(found.map(tapeKey));
  const news = found.filter((each) => !known.has(tapeKey(each)));
  return [...edges.map((edge) => edgeAct(deps, edge)), ...news.map((each) => insightAct(deps, each))];
}

async function oldersOf(
  deps: MemoryDeps,
  fresh: readonly Item[],
  changed: ReadonlyMap<string, Item>,
): Promise<Item[]> {
  await catchUp(deps, "items", "topics");
  const ids = new Set(fresh.flatMap(({ amends }) => (typeof amends === "string" ? [amends] : [])));
  for (const topic of new Set(fresh.map((unit) => topicName(unit.topic)))) {
    const selection = { kinds: [topic], order: "newest", limit: PER_TOPIC_MAX, offset: 0 } as const;
    const { rows } = await deps.store.views.select(deps.views.topics, selection);
    for (const { id } of rows) ids.add(id);
  }
  const newest = { kinds: UNIT_KIND_NAMES, statuses: ["active"], order: "newest", offset: 0 } as const;
  const { rows: recent } = await deps.store.views.select(deps.views.items, {
    ...newest,
    limit: NEWEST_MAX,
  });
  const known = new Map(recent.filter(isItemRow).map((row) => [row.id, row]));
  const others = await itemsByIds(
    deps,
    [...ids].filter((id) => !known.has(id)),
  );
  const isFresh = new Set(fresh.map(({ id }) => id));
  const rows = [...known.values(), ...others].filter(({ id }) => !isFresh.has(id));
  return rows.map((row) => changed.get(row.id) ?? row);
}

/** A dismissed insight does not come back for the same units. */
const tapeKey = ({ type, about }: FoundInsight): string => `insight ${insightKey(type, about)}`;

function edgeAct(deps: WriteDeps, edge: ProposedEdge): Act {
  const { newer, older, relation, confidence, rationale, topic } = edge;
  const now = deps.clock.now();
  const fields = { newer, older, relation, confidence, ...(topic === undefined ? {} : { topic }) };
  const born = { id: deps.ids.next(kindOf("edge").prefix), at: now, now };
  return { ...createItem("edge", { ...fields, text: rationale }, born), key: edgeKey(newer, older) };
}

function insightAct(deps: WriteDeps, found: FoundInsight): Act {
  const { type, about, text, topic } = found;
  const now = deps.clock.now();
  const born = { id: deps.ids.next(kindOf("insight").prefix), at: now, now };
  const fields = { type, about, text, ...(topic === undefined ? {} : { topic }) };
  return { ...createItem("insight", fields, born), key: tapeKey(found) };
}
