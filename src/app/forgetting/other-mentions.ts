import { holdsWords, wordFinder } from "../../core/forget/text-finder.ts";
import type { Position } from "../../core/tape/event.ts";
import { payloadTexts } from "../../core/tape/payload-texts.ts";
import type { MemoryDeps } from "../runtime/deps.ts";
import { type ErasurePlan, planErasure } from "./erasure-plan.ts";

/** Other events that contain the forgotten words. */
export type OtherEvents = {
  readonly turns: readonly Position[];
  readonly items: readonly string[];
  /** The command that forgets them too. */
  readonly command: string;
};

/** Other events with the same statement, and the words that no other event contains. */
export type SharedWords = { readonly elsewhere: OtherEvents | undefined; readonly own: readonly string[] };

/** Finds other events with the same statement, for a person who believes that it is gone. */
export async function sharedWords(
  deps: MemoryDeps,
  { events, statements }: ErasurePlan,
): Promise<SharedWords> {
  const texts = statements.filter((text) => text.trim() !== "");
  const any = wordFinder(texts);
  const finders = texts.map((text) => ({ text, finder: wordFinder([text]) }));
  const shared = new Set<string>();
  const others = await planErasure(deps, 0, (event) => {
    if (events.has(event.id) || event.payload === null) return false;
    const said = payloadTexts(event.payload).filter((each) => holdsWords(any, each));
    const stated = finders.filter(({ finder }) => said.some((each) => holdsWords(finder, each)));
    for (const { text } of stated) shared.add(text);
    return stated.length > 0;
  });
  const own = texts.filter((text) => !shared.has(text));
  if (others.events.size === 0) return { elsewhere: undefined, own };
  const items = [...others.items.values()].map(({ label }) => label);
  const names = [...others.turns.map((position) => `turn@${position}`), ...items];
  const [only] = names;
  const text = texts.find((one) => shared.has(one) && !one.includes("\n")) ?? texts[0] ?? "";
  const given = names.length === 1 && only !== undefined ? { words: [only] } : { options: { text } };
  const command = deps.command({ verb: "forget", ...given });
  return { elsewhere: { turns: others.turns, items, command }, own };
}
