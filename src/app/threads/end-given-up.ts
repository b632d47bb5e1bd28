import { lastOf } from "../../core/edges/amendment.ts";
import { withoutPraise } from "../../core/extract/statements/statement-text.ts";
import type { Item } from "../../core/items/item.ts";
import { withoutViewFields } from "../../core/items/items-view.ts";
import { kindOf } from "../../core/items/kinds.ts";
import { type Act, createItem, transitionItem, withCause } from "../../core/items/life.ts";
import { cutAt } from "../../core/text/shorten.ts";
import type { Exchange } from "../../core/threads/exchange.ts";
import { givesUp, unitsGivenUp } from "../../core/threads/replaced-unit.ts";
import { restingKey } from "../../core/threads/threads-view.ts";
import type { MemoryDeps, WriteDeps } from "../runtime/deps.ts";

/** The reason in the history of such a unit. */
const REASON = "a person gave it up in their own words";

/** Longest statement made from a turn. */
const TEXT_MAX = 400;

/**
 * Ends the units whose choice a person names and gives up. If nothing else was made from the person's words, they
 * become a unit, so that the new choice is remembered. Each turn is handled once: what was undone stays undone when the
 * turn is read again.
 */
export async function endGivenUp(
  deps: WriteDeps,
  exchanges: readonly Exchange[],
  items: readonly Item[],
): Promise<Act[]> {
  if (!deps.config.memory.endGivenUp) return [];
  const found = new Map<string, Act>();
  for (const exchange of exchanges) {
    const { position, sentences } = exchange;
    const earlier = items.filter((item) => lastOf(item) < position && !found.has(item.id));
    const texts = sentences.map(({ text }) => text);
    const units = unitsGivenUp(texts, earlier);
    const kept = items.filter((item) => item.kind !== "candidate" && item.evidence?.includes(position));
    const [first] = units;
    const said = first && kept.length === 0 ? statementAct(deps, exchange, first) : undefined;
    if (said) found.set(restingKey(position), said);
    for (const unit of units) {
      const stated =
        kept.find(({ text }) => givesUp(text, unit)) ?? (kept.length === 1 ? kept[0] : undefined);
      const act = endingAct(deps, unit, position);
      const newer = said?.subject ?? stated?.id;
      found.set(unit.id, newer === undefined ? act : withCause(act, newer));
    }
  }
  const acts = [...found.values()];
  const done = await deps.store.events.known(acts.map(({ key = "" }) => key));
  return acts.filter(({ key = "" }) => !done.has(key));
}

function endingAct(deps: MemoryDeps, unit: Item, position: number): Act {
  const act = transitionItem(withoutViewFields(unit), "superseded", {
    reason: REASON,
    now: deps.clock.now(),
  });
  const turn = restingKey(position);
  return { ...act, key: `given up ${unit.id} ${turn}`, payload: { ...act.payload, evidence: turn } };
}

/** The person's new statement, as a unit of the same kind and topic as the ended one. */
function statementAct(deps: WriteDeps, { position, at, sentences }: Exchange, older: Item): Act {
  const text = withoutPraise(sentences.map((sentence) => sentence.text).join(" "));
  const born = {
    id: deps.ids.next(kindOf(older.kind).prefix),
    ...{ at, now: deps.clock.now(), evidence: [position] },
    own: { origin: "user", amends: older.id },
  };
  const topic = typeof older.topic === "string" ? { topic: older.topic } : {};
  const act = createItem(older.kind, { text: cutAt(text, TEXT_MAX), ...topic }, born);
  return { ...act, key: `said in place ${restingKey(position)}` };
}
