import { pairKey } from "../edges/pair-key.ts";
import type { ProposedEdge } from "../edges/propose.ts";
import { relatedUnits } from "../edges/related-units.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";
import { conflictOf } from "./conflict.ts";

/** A finding that needs a decision, before it becomes an item. */
export type FoundInsight = {
  readonly type: "conflict" | "evolves_pending";
  /** Ids of the units it is about, sorted. */
  readonly about: readonly string[];
  readonly topic?: string;
  /** A description without the statements, because forgetting a unit must not leave its words behind. */
  readonly text: string;
};

/** Maximum number of findings of one pass, so that a person reads them all. */
export const INSIGHTS_PER_PASS = 20;
/** Maximum number of conflicts of one unit: a unit with more is probably a list. */
export const CONFLICTS_PER_UNIT = 3;
/** Maximum number of live units with which a new unit is compared, most recent first. */
const LIVE_MAX = 2000;

/** The identity of an insight: a dismissed one is not raised again for the same units. */
export function insightKey(type: string, about: readonly string[]): string {
  return [type, ...[...about].sort(byCodePoints)].join(" ");
}

/**
 * Findings about new units: conflicts with live units, and edges that wait for review and would end an older unit. `known` contains the
 * keys of all insights, including dismissed ones.
 */
export function insightsFor(
  fresh: readonly Item[],
  olders: readonly Item[],
  { edges, known }: { readonly edges: readonly ProposedEdge[]; readonly known: ReadonlySet<string> },
): FoundInsight[] {
  const found = [...edges.flatMap(pendingOf), ...conflictsIn(fresh, olders, edges)];
  const seen = new Set(known);
  const isNew = ({ type, about }: FoundInsight): boolean => {
    const key = insightKey(type, about);
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  return found.filter(isNew).slice(0, INSIGHTS_PER_PASS);
}

function pendingOf({ newer, older, relation, topic }: ProposedEdge): FoundInsight[] {
  if (relation !== "replaces" && relation !== "challenges") return [];
  const text =
    relation === "replaces"
      ? "A newer statement seems to replace an older one. Accept the edge to retire the older one, or reject it."
      : "A newer statement contradicts an older one. Accept the edge to retire the older one, or reject it.";
  return [
    { type: "evolves_pending", about: pairOf(newer, older), ...(topic === undefined ? {} : { topic }), text },
  ];
}

function conflictsIn(
  fresh: readonly Item[],
  olders: readonly Item[],
  edges: readonly ProposedEdge[],
): FoundInsight[] {
  const linked = new Set(
    edges.filter(({ relation }) => relation === "replaces").map((edge) => pairKey(edge.newer, edge.older)),
  );
  const live = [...new Map([...fresh, ...olders].filter(isLiveUnit).map((unit) => [unit.id, unit])).values()];
  live.sort((a, b) => byCodePoints(b.last_seen_at, a.last_seen_at) || byCodePoints(a.id, b.id));
  // A withdrawn statement conflicts with nothing, even while its edge waits for review.
  const takenBack = new Set(live.map(({ amends }) => amends));
  const standing = live.slice(0, LIVE_MAX).filter(({ id }) => !takenBack.has(id));
  const related = relatedUnits(standing, fresh);
  const found = fresh.filter(isLiveUnit).flatMap((unit) => {
    if (takenBack.has(unit.id)) return [];
    const others = related(unit).filter(({ id }) => !linked.has(pairKey(unit.id, id)));
    return others
      .flatMap((other) => findingOf(unit, other).map((finding) => ({ unit, other, finding })))
      .slice(0, CONFLICTS_PER_UNIT);
  });
  return found
    .filter((each) => !found.some((rival) => isToldBetter(each, rival)))
    .map(({ finding }) => finding);
}

type PairedInsight = { readonly unit: Item; readonly other: Item; readonly finding: FoundInsight };

/** Several parts of one turn may conflict with one statement: they are one decision, shown by the most similar part. */
function isToldBetter(each: PairedInsight, rival: PairedInsight): boolean {
  if (each.other.id !== rival.other.id || each.unit.id === rival.unit.id) return false;
  if (!each.unit.evidence?.some((position) => rival.unit.evidence?.includes(position))) return false;
  const about = ({ unit, other }: PairedInsight): number =>
    sharedSubject(subjectOf(unit.text), subjectOf(other.text)).weight;
  return about(rival) > about(each) || (about(rival) === about(each) && rival.unit.id < each.unit.id);
}

function findingOf(unit: Item, other: Item): FoundInsight[] {
  const conflict = conflictOf(unit, other);
  if (conflict === undefined) return [];
  const topic = typeof unit.topic === "string" ? { topic: unit.topic } : {};
  const text = `Two statements that cannot both be followed: ${conflict.signal}.`;
  return [{ type: "conflict", about: pairOf(unit.id, other.id), ...topic, text }];
}

const pairOf = (...ids: string[]): string[] => ids.sort(byCodePoints);
