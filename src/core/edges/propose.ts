import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { topicName } from "../items/topics-view.ts";
import { byCodePoints } from "../order.ts";
import { pairKey } from "./pair-key.ts";
import { relatedUnits } from "./related-units.ts";
import { BESIDE_CONFIDENCE, type Relation, relationOf } from "./relation.ts";
import { takesPlace } from "./stands-beside.ts";

/** A proposed edge that nobody has reviewed yet. */
export type ProposedEdge = Relation & {
  readonly newer: string;
  readonly older: string;
  readonly topic?: string;
};

/** Maximum number of edges per pass, so that the reviewer is not overwhelmed. */
export const EDGES_PER_PASS = 20;
/** Maximum number of edges per unit: a statement that is related to everything is related to nothing. */
export const EDGES_PER_UNIT = 3;
/** Confidence of an edge whose unit names the unit that it amends. */
const AMENDS_CONFIDENCE = 0.92;

/**
 * Edges from newer to older units of one topic, one per pair. A fresh unit whose `amends` is the id of an older unit replaces it, whatever
 * the topic and the words are.
 */
export function findEdges(fresh: readonly Item[], olders: readonly Item[]): ProposedEdge[] {
  const all = new Map([...olders, ...fresh].filter(isLiveUnit).map((item) => [item.id, item]));
  const related = relatedUnits([...all.values()], fresh);
  const found = new Map<string, ProposedEdge>();
  for (const unit of fresh.filter(isLiveUnit)) {
    for (const other of related(unit)) {
      const key = pairKey(unit.id, other.id);
      if (found.has(key) || !mayBear(unit, other)) continue;
      const edge = edgeBetween(unit, other);
      if (edge !== undefined) found.set(key, edge);
    }
  }
  return [...found.values()];
}

/** The best of the found edges. `known` contains the pair keys of existing edges, including reviewed ones. */
export const bestEdges = (found: readonly ProposedEdge[], known: ReadonlySet<string>): ProposedEdge[] =>
  bestOf(found.filter(({ newer, older }) => !known.has(pairKey(newer, older))));

const mayBear = (unit: Item, other: Item): boolean =>
  !areOfOneImport(unit, other) &&
  (isSameTopic(unit, other) || namesAsAmended(unit, other) || namesAsAmended(other, unit));

/** Undated entries of one import held at the same time, so that none of them amends another. */
const areOfOneImport = (a: Item, b: Item): boolean =>
  a.imported_from !== undefined && b.imported_from !== undefined && a.last_seen_at === b.last_seen_at;

function edgeBetween(a: Item, b: Item): ProposedEdge | undefined {
  const [older, newer] = byAge(a, b) < 0 ? [a, b] : [b, a];
  const topic = typeof newer.topic === "string" ? { topic: newer.topic } : {};
  const ends = { newer: newer.id, older: older.id, ...topic };
  if (namesAsAmended(newer, older)) {
    return {
      ...ends,
      relation: "replaces",
      confidence: takesPlace(newer.text, older.text) ? AMENDS_CONFIDENCE : BESIDE_CONFIDENCE,
      rationale: "names the statement that it changes",
    };
  }
  const relation = relationOf(newer, older);
  return relation === undefined ? undefined : { ...ends, ...relation };
}

/** The surest edges first, within the limits per unit and per pass. */
function bestOf(found: readonly ProposedEdge[]): ProposedEdge[] {
  const counts = new Map<string, number>();
  const kept: ProposedEdge[] = [];
  for (const edge of [...found].sort(bySureness)) {
    const count = counts.get(edge.newer) ?? 0;
    if (count >= EDGES_PER_UNIT) continue;
    if (kept.length >= EDGES_PER_PASS) break;
    counts.set(edge.newer, count + 1);
    kept.push(edge);
  }
  return kept;
}

function bySureness(a: ProposedEdge, b: ProposedEdge): number {
  return b.confidence - a.confidence || byCodePoints(a.newer, b.newer) || byCodePoints(a.older, b.older);
}

/** Orders by position; items without evidence by time; then by id, so that every run gives the same order. */
function byAge(a: Item, b: Item): number {
  const [first, second] = [a.evidence?.at(-1) ?? 0, b.evidence?.at(-1) ?? 0];
  const byPosition = first > 0 && second > 0 ? first - second : 0;
  return byPosition || Date.parse(a.last_seen_at) - Date.parse(b.last_seen_at) || byCodePoints(a.id, b.id);
}

const namesAsAmended = (newer: Item, older: Item): boolean => newer.amends === older.id;
const isSameTopic = (a: Item, b: Item): boolean => topicName(a.topic) === topicName(b.topic);
