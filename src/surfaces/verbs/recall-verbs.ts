import * as z from "zod/mini";
import { described } from "./described.ts";
import { privateInput } from "./item-verbs.ts";
import { pathInput } from "./path-schema.ts";
import { recalledText } from "./text/hit-text.ts";
import { whyNotText, whyText } from "./text/why-text.ts";
import { verb } from "./verb.ts";

const question = () => z.string().check(z.minLength(1), z.maxLength(4000));
const atMost = () =>
  described(
    z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(200)), 8),
    "Maximum number of results",
  );
const name = () => z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

/** What an answer can be kept to, under the same names for every verb that asks. */
const filters = () => ({
  kind: described(
    z.optional(z.array(z.string())),
    "Only this kind: an item kind, turn, commit, document, crystal or session",
  ),
  topic: described(name(), "Only results of this topic"),
  by: described(name(), "Only results by this agent or person"),
  session: described(name(), "Only results from this session"),
  path: described(z.optional(pathInput()), "Only results about this file or folder"),
  since: described(z.optional(z.string()), "Only results since: a date, 3d, 2w"),
  until: described(z.optional(z.string()), "Only results before: a date, 3d, 2w"),
});

const named = () =>
  described(
    z.string().check(z.minLength(1), z.maxLength(1200)),
    "Name of a result: dec#3, turn@12, document:docs/setup.md, crystal:build",
  );

export const recallVerb = verb({
  name: "recall",
  summary: "Search this project's memory.",
  effect: "reads",
  input: z.strictObject({
    query: described(question(), "A question or search words"),
    limit: atMost(),
    ...filters(),
    explain: described(z._default(z.boolean(), false), "Show the parts of each score"),
    private: privateInput,
  }),
  words: ["query"],
  letters: { k: "limit" },
  examples: [
    { command: 'tidemark recall "which package manager builds this"', says: "ask in your own words" },
    { command: 'tidemark recall "deploy" --kind trap -k 3', says: "only traps, at most three" },
    {
      command: 'tidemark recall "deploy" --kind session',
      says: "sessions about it, three lines each",
    },
    {
      command: 'tidemark recall "prices" --path src/checkout --since 2w',
      says: "only recent results about this folder",
    },
    {
      command: 'tidemark recall "who deploys" --explain',
      says: "with the parts of each score",
    },
  ],
  run: async (world, { explain, limit, private: _private, ...input }) => ({
    ...(await (await import("../../app/recall/recall.ts")).recall(world, { ...input, k: limit })),
    ...(explain ? { explained: true } : {}),
  }),
  text: recalledText,
});

export const whyVerb = verb({
  name: "why",
  summary: "Explain why something is remembered; with --query, why it has its rank.",
  effect: "reads",
  input: z.strictObject({
    id: named(),
    query: described(z.optional(question()), "Explain the rank for this question"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark why dec#1", says: "its evidence, its author and its history" },
    {
      command: 'tidemark why dec#1 --query "how do we build"',
      says: "its rank, and the parts of its score",
    },
  ],
  run: async (world, input) => (await import("../../app/items/why.ts")).why(world, input),
  text: whyText,
});

export const whyNotVerb = verb({
  name: "why-not",
  summary: "Explain why something is not among the results of a question.",
  effect: "reads",
  input: z.strictObject({
    id: named(),
    query: described(question(), "The question"),
    limit: atMost(),
    ...filters(),
  }),
  words: ["id"],
  letters: { k: "limit" },
  examples: [
    {
      command: 'tidemark why-not fct#2 --query "how do we build"',
      says: "its status, its words or its rank",
    },
  ],
  run: async (world, { limit, ...input }) =>
    (await import("../../app/items/why.ts")).whyNot(world, { ...input, k: limit }),
  text: whyNotText,
});
