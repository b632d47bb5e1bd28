import type { ItemRow } from "../../core/items/items-view.ts";
import { isLiveUnit } from "../../core/items/live-unit.ts";
import { type Evidence, evidenceOf } from "../items/excerpts.ts";
import { identityFirst, itemsByIds } from "../items/find-item.ts";
import { catchUp } from "../runtime/decide-and-commit.ts";
import type { MemoryDeps, OwnFileDeps, WriteDeps } from "../runtime/deps.ts";
import { scanItems } from "../runtime/scan-rows.ts";
import { isUnchecked, keptItems } from "./kept-items.ts";

/** What a person can decide on, by sort. Kept items do not wait for a decision, but can be checked. */
export const WAITING_SORTS = ["candidates", "edges", "conflicts", "kept"] as const;
export type WaitingSort = (typeof WAITING_SORTS)[number];

/** One waiting entry, with everything that is needed to decide on it. */
export type ReviewEntry = Evidence & {
  readonly sort: WaitingSort;
  readonly item: ItemRow;
  /** For an edge the newer and the older unit; for a conflict both units; for a candidate the unit that it changes. */
  readonly units: readonly ItemRow[];
};

export type WaitingCounts = {
  readonly candidates: number;
  readonly edges: number;
  readonly conflicts: number;
  /** Edges and conflicts with a unit that has ended meanwhile: they need no decision. */
  readonly moot: number;
};

/** Excerpts shown with one entry: enough to decide, and still on one screen. */
const EXCERPTS_MAX = 3;

/** Number of waiting entries. */
export async function waitingCounts(deps: MemoryDeps): Promise<WaitingCounts> {
  await catchUp(deps, "items");
  const pending = {
    kinds: ["candidate"],
    statuses: ["pending"],
    order: "oldest",
    limit: 0,
    offset: 0,
  } as const;
  const { total } = await deps.store.views.select(deps.views.items, pending);
  const [edges, conflicts] = [await openEdges(deps), await openConflicts(deps)];
  return {
    candidates: total,
    edges: edges.live.length,
    conflicts: conflicts.live.length,
    moot: edges.moot + conflicts.moot,
  };
}

/**
 * Everything that waits, as items: first candidates, because accepting one may raise an edge, then edges, then conflicts. Within each sort,
 * the longest waiting first.
 */
export async function waitingItems(deps: WriteDeps & OwnFileDeps, only?: WaitingSort): Promise<ItemRow[]> {
  const takes = (sort: WaitingSort): boolean => only === undefined || only === sort;
  const candidates = takes("candidates")
    ? (await scanItems(deps, { kinds: ["candidate"], statuses: ["pending"], order: "oldest" })).rows
    : [];
  const edges = takes("edges") ? (await openEdges(deps)).live : [];
  const conflicts = takes("conflicts") ? (await openConflicts(deps)).live : [];
  const kept = only === "kept" ? await keptItems(deps) : [];
  return [...candidates, ...edges, ...conflicts, ...kept].map(identityFirst);
}

/** A waiting item with its evidence; undefined if it no longer waits. */
export async function waitingEntry(deps: WriteDeps, id: string): Promise<ReviewEntry | undefined> {
  await catchUp(deps, "items");
  const [item] = await itemsByIds(deps, [id]);
  const sort = item && (sortOf(item) ?? (isUnchecked(item, deps.writer.agent) ? "kept" : undefined));
  if (!item || !sort) return undefined;
  const units = await itemsByIds(deps, namedUnits(item));
  if ((sort === "edges" || sort === "conflicts") && !areLive(units)) return undefined;
  return { sort, item, units, ...(await evidenceOf(deps, item, EXCERPTS_MAX)) };
}

/** The kind of decision that an item waits for; undefined if it waits for none. */
export function sortOf(item: ItemRow): WaitingSort | undefined {
  if (item.removed) return undefined;
  if (item.kind === "candidate") return item.status === "pending" ? "candidates" : undefined;
  if (item.kind === "edge") return item.status === "pending" ? "edges" : undefined;
  return item.kind === "insight" && item.type === "conflict" && item.status === "open"
    ? "conflicts"
    : undefined;
}

function namedUnits(item: ItemRow): string[] {
  const named =
    item.kind === "edge" ? [item.newer, item.older] : item.kind === "insight" ? item.about : [item.amends];
  return Array.isArray(named) ? named.filter((id): id is string => typeof id === "string") : [];
}

const areLive = (units: readonly ItemRow[]): boolean => units.length > 1 && units.every(isLiveUnit);

type Open = { readonly live: readonly ItemRow[]; readonly moot: number };

async function openEdges(deps: MemoryDeps): Promise<Open> {
  return splitWaiting(
    deps,
    (await scanItems(deps, { kinds: ["edge"], statuses: ["pending"], order: "oldest" })).rows,
  );
}

async function openConflicts(deps: MemoryDeps): Promise<Open> {
  const { rows } = await scanItems(deps, { kinds: ["insight"], statuses: ["open"], order: "oldest" });
  return splitWaiting(
    deps,
    rows.filter(({ type }) => type === "conflict"),
  );
}

async function splitWaiting(deps: MemoryDeps, items: readonly ItemRow[]): Promise<Open> {
  const units = await itemsByIds(deps, [...new Set(items.flatMap(namedUnits))]);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const live = items.filter((item) => areLive(namedUnits(item).flatMap((id) => byId.get(id) ?? [])));
  return { live, moot: items.length - live.length };
}
