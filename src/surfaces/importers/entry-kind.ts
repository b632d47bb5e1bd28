import { isOrder } from "../../core/items/instruction-like.ts";
import type { KindName } from "../../core/items/kinds.ts";

/** Words by which tools and people classify what they remember, and the kind that each means here. */
const KIND_WORDS: readonly (readonly [KindName, string])[] = [
  ["decision", "decision decisions decided choice design architecture adr"],
  ["constraint", "constraint requirement rule must policy convention guideline"],
  ["preference", "preference preferences feedback style"],
  ["lesson", "lesson learning insight bugfix fix retrospective"],
  ["trap", "trap gotcha pitfall problem issue warning risk bug"],
  ["pattern", "pattern technique method approach practice workflow"],
  ["hypothesis", "hypothesis idea question assumption guess"],
  ["fact", "fact"],
];

const KIND_OF_WORD: ReadonlyMap<string, KindName> = new Map(
  KIND_WORDS.flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind] as const)),
);

/** A person's liking, however it is worded. */
const LIKING = /^(?:please )?(?:i|we) (?:always |strongly |generally )?(?:prefer|like|favou?r)\b/i;

/** The kind for a tool's own word; otherwise a rule if the sentence gives an order, else a fact. */
export function kindOfEntry(
  text: string,
  word?: string,
  rule: "constraint" | "preference" = "constraint",
): KindName {
  const named = KIND_OF_WORD.get((word ?? "").trim().toLowerCase());
  return named ?? (LIKING.test(text) ? "preference" : isOrder(text) ? rule : "fact");
}
