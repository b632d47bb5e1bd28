import type { RelatedItem } from "../charts/relation-graph.tsx";
import type { ShownItem } from "./item-view.tsx";

type Relations = ShownItem["relations"];
type Neighbour = Relations["amended_by"][number];

const SHOWN_MAX = 14;
const OVER: readonly string[] = ["superseded", "resolved", "expired", "rejected", "dropped", "dismissed"];

/** Everything that an item is linked with, in the words a person would use. */
export function relatedItems(relations: Relations): RelatedItem[] {
  const linked = (relation: string, other: Neighbour | undefined): RelatedItem[] =>
    other === undefined ? [] : [{ ...other, relation, isOver: OVER.includes(other.status) }];
  const all = [
    ...relations.edges.flatMap(({ relation, this_is, status, other }) =>
      linked(edgeText(relation, this_is, status), other),
    ),
    ...linked("changes", relations.amends),
    ...relations.amended_by.flatMap((other) => linked("changed by", other)),
    ...relations.insights.flatMap((other) => linked("in question", other)),
    ...linked("proposed as", relations.candidate),
    ...linked("became", relations.promoted_to),
    ...relations.about.flatMap((other) => linked("about", other)),
  ];
  const byId = new Map(all.map((other) => [other.id, other]));
  return [...byId.values()].slice(0, SHOWN_MAX);
}

function edgeText(relation: string, thisIs: "newer" | "older", status: string): string {
  const verb = thisIs === "newer" ? relation : (PASSIVE[relation] ?? relation);
  return status === "pending" ? `perhaps ${verb}` : verb;
}

const PASSIVE: { readonly [relation: string]: string } = {
  replaces: "replaced by",
  challenges: "challenged by",
  enriches: "enriched by",
  confirms: "confirmed by",
};
