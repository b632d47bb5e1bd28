import * as z from "zod/mini";
import { described } from "../described.ts";
import { verb } from "../verb.ts";
import { agentsText, memoryAtText, tapeText, usageText } from "./history-text.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

const position = (least: number) => z.coerce.number().check(z.multipleOf(1), z.minimum(least));
const atMost = (fallback: number) =>
  described(
    z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), fallback),
    `Maximum number of results (default ${fallback})`,
  );

export const tapeVerb = verb({
  name: "tape",
  summary: "List recorded events in order.",
  effect: "reads",
  input: z.strictObject({
    after: described(
      z.optional(position(0)),
      "Only events after this position (default: the most recent ones)",
    ),
    limit: atMost(50),
    timeline: described(z._default(z.boolean(), false), "Also print timestamps at regular positions"),
  }),
  examples: [
    { command: "tidemark tape --limit 20", says: "the last twenty events" },
    { command: "tidemark tape --after 1000 --limit 100", says: "a hundred older events" },
  ],
  run: async (world, input) => (await import("../../../app/tape/tape-page.ts")).tapePage(world, input),
  text: tapeText,
});

export const asOfVerb = verb({
  name: "as-of",
  summary: "Show the memory as it was at an earlier event.",
  effect: "reads",
  input: z.strictObject({
    position: described(position(1), "Position of the last event to count"),
    brief: described(z._default(z.boolean(), false), "Also show the brief of that time"),
    limit: atMost(50),
    offset: described(z._default(position(0), 0), "Number of results to skip"),
  }),
  words: ["position"],
  examples: [
    { command: "tidemark as-of 20", says: "the items of that time, and what happened to them since" },
    { command: "tidemark as-of 20 --brief", says: "with the brief of that time" },
  ],
  run: async (world, input) => (await import("../../../app/tape/memory-at.ts")).memoryAt(world, input),
  text: memoryAtText,
});

export const agentsVerb = verb({
  name: "agents",
  summary: "List the agents of this project, their last visit, and the number of changes since.",
  effect: "reads",
  input: z.strictObject({}),
  examples: [{ command: "tidemark agents", says: "marks nothing as read" }],
  run: async (world) => (await import("../../../app/resume/agents.ts")).agentsNow(world),
  text: agentsText,
});

export const usageVerb = verb({
  name: "usage",
  summary: "Show when and how often an item was shown to agents and used.",
  effect: "reads",
  input: z.strictObject({
    id: described(z.string().check(z.minLength(1)), "Id or label, like dec#3"),
  }),
  words: ["id"],
  examples: [{ command: "tidemark usage dec#1", says: "each text that contained it, newest first" }],
  run: async (world, input) => (await import("../../../app/tape/item-usage.ts")).itemUsage(world, input),
  text: usageText,
});
