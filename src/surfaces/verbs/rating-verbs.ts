import * as z from "zod/mini";
import { rate } from "../../app/items/rate.ts";
import type { ItemRow } from "../../core/items/items-view.ts";
import { described } from "./described.ts";
import { itemLine } from "./text/item-text.ts";
import type { Paint } from "./text/paint.ts";
import { verb } from "./verb.ts";

const id = described(z.string().check(z.minLength(1)), "Id or label, like dec#3");
const reason = described(z.optional(z.string().check(z.minLength(1), z.maxLength(4000))), "Why");

const told = (said: string) => (item: ItemRow, paint: Paint) =>
  `${paint.good(said)} To undo this: tidemark undo ${item.label}\n${itemLine(item, paint)}`;

export const confirmVerb = verb({
  name: "confirm",
  summary: "Confirm that a statement still holds, with evidence.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    id,
    evidence: described(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
      "Evidence: a position like turn@12, a path, a commit, or text",
    ),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark confirm dec#1 --evidence package.json", says: "somebody checked the file" },
  ],
  run: (world, input) => rate(world, "confirmed", input),
  text: told("Confirmed."),
});

export const helpfulVerb = verb({
  name: "helpful",
  summary: "Rate a statement as helpful.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: [{ command: "tidemark helpful dec#1", says: "it ranks a little higher for a while" }],
  run: (world, input) => rate(world, "helpful", input),
  text: told("Noted as helpful."),
});

export const misleadingVerb = verb({
  name: "misleading",
  summary: "Rate a statement as misleading, even if it is true.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: [
    { command: 'tidemark misleading dec#1 --reason "only for the old build"', says: "it ranks lower" },
  ],
  run: (world, input) => rate(world, "misleading", input),
  text: told("Noted as misleading."),
});

export const refuteVerb = verb({
  name: "refute",
  summary: "Rate a statement as wrong. It ranks lower, and stays until somebody ends it.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: [{ command: 'tidemark refute dec#1 --reason "the file says npm"', says: "it ranks much lower" }],
  run: (world, input) => rate(world, "refuted", input),
  text: (item, paint) =>
    `${told("Noted as refuted.")(item, paint)}\nIt still holds. To end it: tidemark transition ${item.label} resolved`,
});
