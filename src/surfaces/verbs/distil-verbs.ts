import * as z from "zod/mini";
import { working } from "../../app/briefing/working-memory.ts";
import { WAITING_SORTS } from "../../app/review/waiting-for-review.ts";
import { choice, flag, limit, optionalText, optionalTexts } from "./inputs.ts";
import { reviewText } from "./text/review-text.ts";
import { topicsText, workingText } from "./text/topics-text.ts";
import { verb } from "./verb.ts";

const ids = (help: string) => optionalTexts(help, { min: 1 });

export const reviewVerb = verb({
  name: "review",
  summary:
    "Decide on pending candidates, edges and conflicts, and check items that were kept without asking.",
  effect: "writes",
  isReading: ({ accept, reject, dismiss, keep, drop, edit, keep_all, undo }) =>
    [accept, reject, dismiss, keep, drop, edit].every((given) => given === undefined) && !undo && !keep_all,
  input: z.strictObject({
    type: choice(WAITING_SORTS, `Only ${WAITING_SORTS.join(", ")}`),
    accept: ids("Accept this candidate or edge"),
    reject: ids("Reject this candidate or edge"),
    dismiss: ids("Dismiss this conflict: both items stay"),
    keep: ids("Keep this item; in a conflict, this one wins"),
    keep_all: flag("Keep all items that were kept without asking"),
    drop: ids("Archive this item that was kept without asking"),
    replaces: optionalText("With one --keep: the older item that it replaces", { min: 1 }),
    edit: optionalText("Accept this candidate, or change this kept item, with the text of --text", {
      min: 1,
    }),
    text: optionalText("With --edit: the new text"),
    kind: optionalText("With --edit: the new kind"),
    undo: flag("Undo your last decision"),
    limit: limit(20, { of: "entries" }),
  }),
  examples: {
    "tidemark review": "one by one in a terminal; otherwise the whole list",
    "tidemark review --type edges --limit 5": "only statements that may replace another",
    "tidemark review --accept cnd#1 --reject cnd#2": "decide without the dialogue",
    'tidemark review --edit cnd#3 --text "We build with pnpm"': "accept it with a better text",
    "tidemark review --type kept": "only items kept since your last review, newest first",
    "tidemark review --keep-all": "keep all of them",
    "tidemark review --undo": "undo the last decision",
  },
  run: async (deps, input) => (await import("../../app/review/review.ts")).review(deps, input),
  text: reviewText,
});

export const topicsVerb = verb({
  name: "topics",
  summary: "List topics, or show the page of one topic.",
  effect: "reads",
  input: z.strictObject({
    topic: optionalText("Show this topic: its page and its items", { min: 1 }),
    limit: limit(50),
  }),
  words: ["topic"],
  examples: {
    "tidemark topics": "every topic, last changed first",
    "tidemark topics build": "the topic's page and its items",
  },
  run: async (deps, input) => (await import("../../app/items/topics.ts")).topics(deps, input),
  text: topicsText,
});

export const workingVerb = verb({
  name: "working",
  summary: "Show the working memory of a session: the page that its agent always gets.",
  effect: "reads",
  alsoWrites: ["working page"],
  input: z.strictObject({
    session: optionalText("The session's id (default: the most recent)", { min: 1 }),
  }),
  words: ["session"],
  examples: { "tidemark working": "of the most recent session", "tidemark working s1": "of this session" },
  run: working,
  text: workingText,
});
