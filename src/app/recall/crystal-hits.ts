import { topicName } from "../../core/items/topics-view.ts";
import { byCodePoints } from "../../core/order.ts";
import { compiledTopic } from "../items/topics.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import type { Hit } from "./hits.ts";
import { CRYSTAL, type Filters } from "./question.ts";

/** Maximum number of crystals in one answer: compiling one reads all units of its topic. */
const CRYSTALS_MAX = 3;
/** This many units of a topic must match before its crystal is added. */
const MATCHES_MIN = 2;

/**
 * Adds the crystals of topics with several matching units, behind all other hits. If crystals are requested by kind, one matching unit is
 * enough, and units are returned only if they were requested too.
 */
export async function withCrystals(deps: MemoryDeps, hits: readonly Hit[], filters: Filters): Promise<Hit[]> {
  const kinds = filters.kind ?? [];
  const isAsked = kinds.includes(CRYSTAL);
  if (!isAsked && !isOfAll(filters)) return [...hits];
  const least = isAsked ? 1 : MATCHES_MIN;
  const topics = [...unitsByTopic(hits)].filter(([, units]) => units.length >= least);
  const behind = new Map<string, Hit>();
  for (const [topic, units] of topics.slice(0, CRYSTALS_MAX)) {
    const last = units[least - 1];
    const crystal = last && (await crystalHit(deps, topic, { units, last }));
    if (crystal) behind.set(last.id, crystal);
  }
  // The units of the topic are in the answer already, so its page must not take another hit's place.
  if (!isAsked) return [...hits, ...behind.values()];
  const isTold = (hit: Hit): boolean => kinds.includes(hit.kind);
  return hits.flatMap((hit) => [...(isTold(hit) ? [hit] : []), ...[behind.get(hit.id) ?? []].flat()]);
}

/** A crystal covers a whole topic, all its authors and all times. So the only filter that fits is the topic. */
const isOfAll = ({ topic: _topic, ...others }: Filters): boolean =>
  Object.values(others).every((value) => value === undefined || value.length === 0);

function unitsByTopic(hits: readonly Hit[]): Map<string, Hit[]> {
  const topics = new Map<string, Hit[]>();
  for (const hit of hits) {
    if (hit.topic === undefined) continue;
    const topic = topicName(hit.topic);
    topics.set(topic, [...(topics.get(topic) ?? []), hit]);
  }
  return topics;
}

type Matching = { readonly units: readonly Hit[]; readonly last: Hit };

async function crystalHit(
  deps: MemoryDeps,
  topic: string,
  { units, last }: Matching,
): Promise<Hit | undefined> {
  const { crystal } = await compiledTopic(deps, topic);
  const cited = units.filter(({ id }) => crystal?.cites.includes(id));
  if (crystal === undefined || cited.length === 0) return undefined;
  return {
    id: `${CRYSTAL}:${topic}`,
    kind: CRYSTAL,
    text: crystal.text,
    snippet: cited.map(({ snippet }) => snippet).join(" · "),
    topic,
    at:
      cited
        .map(({ at }) => at)
        .sort(byCodePoints)
        .at(-1) ?? last.at,
    by: "tidemark",
    score: last.score,
    parts: last.parts,
    evidence: [...new Set(cited.flatMap(({ evidence }) => evidence))],
    cites: cited.map(({ id }) => id),
  };
}
