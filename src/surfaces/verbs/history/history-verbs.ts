import * as z from "zod/mini";
import { flag, limit, offset, optionalPosition, position, text } from "../inputs.ts";
import { verb } from "../verb.ts";
import { agentsText, memoryAtText, tapeText, usageText } from "./history-text.ts";

export const tapeVerb = verb({
  name: "tape",
  summary: "List recorded events in order.",
  effect: "reads",
  input: z.strictObject({
    after: optionalPosition("Only events after this position (default: the most recent ones)"),
    limit: limit(50),
    timeline: flag("Also print timestamps at regular positions"),
  }),
  examples: {
    "tidemark tape --limit 20": "the last twenty events",
    "tidemark tape --after 1000 --limit 100": "a hundred older events",
  },
  run: async (deps, input) => (await import("../../../app/tape/tape-page.ts")).tapePage(deps, input),
  text: tapeText,
});

export const asOfVerb = verb({
  name: "as-of",
  summary: "Show the memory as it was at an earlier event.",
  effect: "reads",
  input: z.strictObject({
    position: position("Position of the last event to count"),
    brief: flag("Also show the brief of that time"),
    limit: limit(50),
    offset: offset(),
  }),
  words: ["position"],
  examples: {
    "tidemark as-of 20": "the items of that time, and what happened to them since",
    "tidemark as-of 20 --brief": "with the brief of that time",
  },
  run: async (deps, input) => (await import("../../../app/tape/memory-at.ts")).memoryAt(deps, input),
  text: memoryAtText,
});

export const agentsVerb = verb({
  name: "agents",
  summary: "List the agents of this project, their last visit, and the number of changes since.",
  effect: "reads",
  input: z.strictObject({}),
  examples: { "tidemark agents": "marks nothing as read" },
  run: async (deps) => (await import("../../../app/resume/agents.ts")).agentsNow(deps),
  text: agentsText,
});

export const usageVerb = verb({
  name: "usage",
  summary: "Show when and how often an item was shown to agents and used.",
  effect: "reads",
  input: z.strictObject({
    id: text("Id or label, like dec#3"),
  }),
  words: ["id"],
  examples: { "tidemark usage dec#1": "each text that contained it, newest first" },
  run: async (deps, input) => (await import("../../../app/tape/item-usage.ts")).itemUsage(deps, input),
  text: usageText,
});
