import type { KnownStatement } from "../../core/extract/model/model-prompt.ts";
import type { Item } from "../../core/items/item.ts";
import { UNIT_KIND_NAMES } from "../../core/items/kinds.ts";
import { wordsOf } from "../../core/recall/index/words.ts";
import type { Recorded } from "../../core/tape/event.ts";
import { isTurn } from "../../core/tape/turn-speaker.ts";
import { catchUp, type World } from "../runtime/world.ts";

/** Maximum number of units that are compared, newest first. */
const LOOK_MAX = 300;
/** Telling words that a unit must share with the turns to be about the same matter. */
const SHARED_MIN = 2;

/**
 * Units that the turns may change: those that a person stands behind and that share words with what is said, the ones
 * with most of them first. What only a tool printed is left out; nobody changes it by saying so.
 */
export async function knownStatements(
  world: World,
  askings: readonly { readonly events: readonly Recorded[] }[],
): Promise<KnownStatement[]> {
  await catchUp(world, "items");
  const selection = { kinds: UNIT_KIND_NAMES, statuses: ["active"], order: "newest", offset: 0 } as const;
  const { rows } = await world.store.views.select(world.views.items, { ...selection, limit: LOOK_MAX });
  const units = rows.filter(({ origin }) => !UNSPOKEN.includes(String(origin)));
  const texts = askings.flatMap(({ events }) =>
    events.filter(isTurn).map(({ payload }) => payload?.text ?? ""),
  );
  const spoken = new Set(wordsOf(texts.join("\n")));
  const shared = ({ text, topic }: Item): number =>
    new Set(wordsOf(`${text} ${topic ?? ""}`).filter((word) => word.length > 2 && spoken.has(word))).size;
  return units
    .map((unit) => ({ unit, score: shared(unit) }))
    .filter(({ score }) => score >= SHARED_MIN)
    .sort((a, b) => b.score - a.score || (a.unit.text < b.unit.text ? -1 : 1))
    .map(({ unit: { id, kind, topic, text } }) => ({ id, kind, topic, text }));
}

const UNSPOKEN: readonly string[] = ["tool", "agent"];
