import { KIND_NAMES, kindOf } from "../items/kinds.ts";
import type { Instant, TurnEvent } from "../tape/event.ts";

/** Maximum number of names that are looked up per reading, the latest ones: an agent that lists everything cites nothing. */
const NAMES_MAX = 50;

const PREFIXES = KIND_NAMES.map((name) => kindOf(name).prefix).join("|");
/** A label (`dec#3`) or an id (`dec_01k…`), but not as part of a longer word. */
const NAME = new RegExp(
  `(?<![\\p{L}\\p{N}_#/-])(?:${PREFIXES})(?:#[1-9]\\d{0,8}|_[0-9a-z]{10,40})(?![\\p{L}\\p{N}_])`,
  "gu",
);

/** The names of items in the turns of agents, each with the time of its last mention. Tidemark's own output cites nothing. */
export function citedItems(turns: readonly TurnEvent[]): Map<string, Instant> {
  const cited = new Map<string, Instant>();
  for (const { type, at, payload } of turns) {
    if (type !== "turn.recorded" || payload?.role !== "assistant" || payload.own === true) continue;
    for (const [name] of String(payload.text).matchAll(NAME)) {
      const before = cited.get(name) ?? at;
      cited.delete(name);
      cited.set(name, Math.max(before, at));
    }
  }
  return new Map([...cited].slice(-NAMES_MAX));
}
