import * as z from "zod/mini";
import { flag, limit, optionalText, optionalTexts, text, withHelp } from "./inputs.ts";
import { privateInput } from "./item-verbs.ts";
import { pathInput } from "./path-schema.ts";
import { recalledText } from "./text/hit-text.ts";
import { whyNotText, whyText } from "./text/why-text.ts";
import { verb } from "./verb.ts";

const QUESTION = { min: 1, max: 4000 } as const;
const NAME = { min: 1, max: 200 } as const;
/** Default number of results. */
const RESULTS = 8;
const hitLimit = () => limit(RESULTS, { max: 200 });

/** Filters for an answer, with the same names for every verb that searches. */
const filters = () => ({
  kind: optionalTexts("Only this kind: an item kind, turn, commit, document, crystal or session"),
  topic: optionalText("Only results of this topic", NAME),
  by: optionalText("Only results by this agent or person", NAME),
  session: optionalText("Only results from this session", NAME),
  path: withHelp(z.optional(pathInput()), "Only results about this file or folder"),
  since: optionalText("Only results since: a date, 3d, 2w"),
  until: optionalText("Only results before: a date, 3d, 2w"),
});

const resultName = () =>
  text("Name of a result: dec#3, turn@12, document:docs/setup.md, crystal:build", 1200);

export const recallVerb = verb({
  name: "recall",
  summary: "Search this project's memory.",
  effect: "reads",
  input: z.strictObject({
    query: text("A question or search words", QUESTION.max),
    limit: hitLimit(),
    ...filters(),
    explain: flag("Show the parts of each score"),
    private: privateInput,
  }),
  words: ["query"],
  letters: { k: "limit" },
  examples: {
    'tidemark recall "which package manager builds this"': "ask in your own words",
    'tidemark recall "deploy" --kind trap -k 3': "only traps, at most three",
    'tidemark recall "deploy" --kind session': "sessions about it, three lines each",
    'tidemark recall "prices" --path src/checkout --since 2w': "only recent results about this folder",
    'tidemark recall "who deploys" --explain': "with the parts of each score",
  },
  run: async (deps, { explain, limit, private: _private, ...input }) => ({
    ...(await (await import("../../app/recall/recall.ts")).recall(deps, { ...input, k: limit })),
    ...(explain ? { explained: true } : {}),
  }),
  text: recalledText,
});

export const whyVerb = verb({
  name: "why",
  summary: "Explain why something is remembered; with --query, why it has its rank.",
  effect: "reads",
  input: z.strictObject({
    id: resultName(),
    query: optionalText("Explain the rank for this question", QUESTION),
  }),
  words: ["id"],
  examples: {
    "tidemark why dec#1": "its evidence, its author and its history",
    'tidemark why dec#1 --query "how do we build"': "its rank, and the parts of its score",
  },
  run: async (deps, input) => (await import("../../app/items/why.ts")).why(deps, { ...input, k: RESULTS }),
  text: whyText,
});

export const whyNotVerb = verb({
  name: "why-not",
  summary: "Explain why something is not among the results of a question.",
  effect: "reads",
  input: z.strictObject({
    id: resultName(),
    query: text("The question", QUESTION.max),
    limit: hitLimit(),
    ...filters(),
  }),
  words: ["id"],
  letters: { k: "limit" },
  examples: { 'tidemark why-not fct#2 --query "how do we build"': "its status, its words or its rank" },
  run: async (deps, { limit, ...input }) =>
    (await import("../../app/items/why.ts")).whyNot(deps, { ...input, k: limit }),
  text: whyNotText,
});
