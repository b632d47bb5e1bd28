import type { ItemRow } from "../../core/items/items-view.ts";
import { kindOf, UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { topicName } from "../../core/items/topics-view.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { itemsByIds } from "./find-item.ts";
import { type CompiledTopic, compiledTopic } from "./topics.ts";

/** Another item, with just enough fields to recognise it. */
export type Neighbour = Pick<ItemRow, "id" | "label" | "kind" | "status" | "text">;

export type ItemEdge = {
  readonly edge: string;
  readonly status: string;
  readonly relation: string;
  /** Whether this item is the newer or the older unit of the edge. */
  readonly this_is: "newer" | "older";
  /** Absent if the other unit was forgotten. */
  readonly other?: Neighbour;
};

export type Relations = {
  readonly edges: readonly ItemEdge[];
  /** The units that ended because of this one, apart from those that an edge names. */
  readonly replaces: readonly Neighbour[];
  readonly amends?: Neighbour;
  readonly amended_by: readonly Neighbour[];
  readonly insights: readonly Neighbour[];
  /** The candidate from which a unit was made. */
  readonly candidate?: Neighbour;
  /** The unit that was made from a candidate. */
  readonly promoted_to?: Neighbour;
  /** The units that an edge or an insight names. */
  readonly about: readonly Neighbour[];
  readonly topic?: CompiledTopic;
  /** Number of items that were not searched, because there are too many. */
  readonly not_looked_at: number;
};

/** The relations of an item. There is no index of relations: items are searched, newest first. */
export async function relationsOf(deps: MemoryDeps, item: ItemRow): Promise<Relations> {
  const { isUnit } = kindOf(item.kind);
  const links = await scanItems(deps, { kinds: ["edge", "insight", "candidate"], order: "newest" });
  const units = isUnit
    ? await scanItems(deps, { kinds: UNIT_KIND_NAMES, order: "newest" })
    : { rows: [], total: 0 };
  const naming = (kind: string) => links.rows.filter((row) => row.kind === kind && !row.removed);
  const candidate = naming("candidate").find((row) => row.promoted_to === item.id);
  const insights = naming("insight").filter(({ about }) => Array.isArray(about) && about.includes(item.id));
  const edges = await edgesOf(deps, item, naming("edge"));
  const ended = await endedFor(deps, item, units.rows);
  const replaces = ended.filter(({ id }) => !edges.some(({ other }) => other?.id === id));
  const [amends] = await neighbours(deps, replaces.some(({ id }) => id === item.amends) ? [] : [item.amends]);
  const [promoted] = await neighbours(deps, [item.promoted_to]);
  return {
    ...{ edges, replaces: replaces.map(neighbour) },
    ...(amends ? { amends } : {}),
    amended_by: units.rows.filter((row) => row.amends === item.id && !row.removed).map(neighbour),
    insights: insights.map(neighbour),
    ...(candidate ? { candidate: neighbour(candidate) } : {}),
    ...(promoted ? { promoted_to: promoted } : {}),
    about: await neighbours(deps, item.kind === "edge" ? [item.newer, item.older] : item.about),
    ...(isUnit ? { topic: await compiledTopic(deps, topicName(item.topic)) } : {}),
    not_looked_at: links.total - links.rows.length + units.total - units.rows.length,
  };
}

async function endedFor(deps: MemoryDeps, { id }: ItemRow, units: readonly ItemRow[]): Promise<ItemRow[]> {
  const ended = units.filter(({ status, removed }) => status === "superseded" && !removed);
  if (ended.length === 0) return [];
  await catchUp(deps, "threads");
  const threads = await deps.store.views.rows(
    deps.views.threads,
    ended.map((unit) => unit.id),
  );
  return ended.filter((unit) => threads.get(unit.id)?.later?.some(({ item, turn }) => item === id && !turn));
}

const neighbour = ({ id, label, kind, status, text }: ItemRow): Neighbour => ({
  id,
  label,
  kind,
  status,
  text,
});

async function neighbours(deps: MemoryDeps, ids: unknown): Promise<Neighbour[]> {
  const named = Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
  return (await itemsByIds(deps, named)).map(neighbour);
}

async function edgesOf(deps: MemoryDeps, item: ItemRow, edges: readonly ItemRow[]): Promise<ItemEdge[]> {
  const own = edges.filter(({ newer, older }) => newer === item.id || older === item.id);
  const others = await itemsByIds(
    deps,
    own.map(({ newer, older }) => String(newer === item.id ? older : newer)),
  );
  const byId = new Map(others.map((other) => [other.id, neighbour(other)]));
  return own.map((edge) => {
    const isNewer = edge.newer === item.id;
    const other = byId.get(String(isNewer ? edge.older : edge.newer));
    return {
      edge: edge.label,
      status: edge.status,
      relation: String(edge.relation),
      this_is: isNewer ? "newer" : "older",
      ...(other ? { other } : {}),
    };
  });
}
