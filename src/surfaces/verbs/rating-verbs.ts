import * as z from "zod/mini";
import { checkEvidenceFile, rate } from "../../app/items/rate.ts";
import { MemoryError } from "../../core/failure.ts";
import { RATINGS, type RatingWord, ratingsOf } from "../../core/freshness/ratings.ts";
import { optionalText, text, withHelp } from "./inputs.ts";
import { itemLine } from "./text/item-text.ts";
import { verb } from "./verb.ts";

export const rateVerb = verb({
  name: "rate",
  summary: "Rate a statement: whether it helped, misled, still holds or is wrong.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    id: text("Id or label, like dec#3"),
    rating: withHelp(z.enum(RATINGS), `${RATINGS.join(", ")}; confirmed needs --evidence`),
    evidence: withHelp(
      z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))),
      "Evidence: a position like turn@12, a path, a commit, or text",
    ),
    reason: optionalText("Why", { min: 1, max: 4000 }),
  }),
  words: ["id", "rating"],
  examples: {
    "tidemark rate dec#1 confirmed --evidence package.json": "somebody checked the file",
    "tidemark rate dec#1 helpful": "it ranks a little higher for a while",
    'tidemark rate dec#1 misleading --reason "only for the old build"': "it ranks lower",
    'tidemark rate dec#1 refuted --reason "the file says npm"':
      "it ranks much lower, and stays until somebody ends it",
  },
  run: async (deps, { rating, ...input }) => {
    // A person who keeps an item in a review names no evidence, so only the verb requires it.
    if (rating === "confirmed" && input.evidence === undefined)
      throw new MemoryError("input.invalid", "Confirming a statement needs evidence.", {
        field: "evidence",
        fix: "Name what you checked: a path, a commit, a turn or text.",
      });
    await checkEvidenceFile(deps, input.evidence);
    return rate(deps, rating, input);
  },
  text: (item, paint) => {
    const rating = ratingsOf(item).at(-1)?.rating ?? "helpful";
    const end = `It is still active. To end it: tidemark transition ${item.label} resolved`;
    return [
      `${paint.good(SAID[rating])} To undo this: tidemark undo ${item.label}`,
      itemLine(item, paint),
      ...(rating === "refuted" ? [end] : []),
    ].join("\n");
  },
});

const SAID: { readonly [rating in RatingWord]: string } = {
  confirmed: "Confirmed.",
  helpful: "Noted as helpful.",
  misleading: "Noted as misleading.",
  refuted: "Noted as refuted.",
};
