import * as z from "zod/mini";
import { described } from "./described.ts";
import { pathInput } from "./path-schema.ts";
import { recalledText } from "./text/hit-text.ts";
import { whyNotText, whyText } from "./text/why-text.ts";
import { verb } from "./verb.ts";

const question = () => z.string().check(z.minLength(1), z.maxLength(4000));
const atMost = () =>
  described(
    z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(200)), 8),
    "At most so many",
  );
const name = () => z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

/** What an answer can be kept to, under the same names for every verb that asks. */
const filters = () => ({
  kind: described(
    z.optional(z.array(z.string())),
    "Only this kind of item; or turn, commit, document, crystal, session",
  ),
  topic: described(name(), "Only what is about this topic"),
  by: described(name(), "Only what this agent or person said"),
  session: described(name(), "Only what was said in this session"),
  path: described(z.optional(pathInput()), "Only what is about this file, or a file in this folder"),
  since: described(z.optional(z.string()), "Only what was said since: a date, 3d, 2w"),
  until: described(z.optional(z.string()), "Only what was said before: a date, 3d, 2w"),
});

const named = () =>
  described(
    z.string().check(z.minLength(1), z.maxLength(1200)),
    "A name that recall prints: dec#3, turn@12, document:docs/setup.md, crystal:build",
  );

export const recallVerb = verb({
  name: "recall",
  summary: "Find what this project already knows about a question.",
  effect: "reads",
  input: z.strictObject({
    query: described(question(), "What you want to know"),
    k: atMost(),
    ...filters(),
    explain: described(z._default(z.boolean(), false), "Show what each score is made of"),
  }),
  words: ["query"],
  letters: { k: "k" },
  examples: [
    { command: 'tidemark recall "which package manager builds this"', says: "ask in your own words" },
    { command: 'tidemark recall "deploy" --kind trap -k 3', says: "only traps, at most three" },
    {
      command: 'tidemark recall "deploy" --kind session',
      says: "sessions that were about it, each in three lines",
    },
    {
      command: 'tidemark recall "prices" --path src/checkout --since 2w',
      says: "only what is about this folder, and new",
    },
    {
      command: 'tidemark recall "who deploys" --explain',
      says: "with the parts that each score is the sum of",
    },
  ],
  run: async (world, { explain, ...input }) => ({
    ...(await (await import("../../app/recall/recall.ts")).recall(world, input)),
    ...(explain ? { explained: true } : {}),
  }),
  text: recalledText,
});

export const whyVerb = verb({
  name: "why",
  summary: "Why something is remembered; with a question, why it is where it is in the answer.",
  effect: "reads",
  input: z.strictObject({
    id: named(),
    query: described(z.optional(question()), "The question that it answers"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark why dec#1", says: "what it rests on, who said it, what became of it" },
    {
      command: 'tidemark why dec#1 --query "how do we build"',
      says: "its rank, and what its score is made of",
    },
  ],
  run: async (world, input) => (await import("../../app/items/why.ts")).why(world, input),
  text: whyText,
});

export const whyNotVerb = verb({
  name: "why-not",
  summary: "What kept something out of the answer to a question.",
  effect: "reads",
  input: z.strictObject({
    id: named(),
    query: described(question(), "The question that it does not answer"),
    k: atMost(),
    ...filters(),
  }),
  words: ["id"],
  letters: { k: "k" },
  examples: [
    {
      command: 'tidemark why-not fct#2 --query "how do we build"',
      says: "its status, its words, or its rank",
    },
  ],
  run: async (world, input) => (await import("../../app/items/why.ts")).whyNot(world, input),
  text: whyNotText,
});
