import * as z from "zod/mini";
import { working } from "../../app/briefing/working-memory.ts";
import { WAITING_SORTS } from "../../app/review/waiting-for-review.ts";
import { described } from "./described.ts";
import { reviewText } from "./text/review-text.ts";
import { topicsText, workingText } from "./text/topics-text.ts";
import { verb } from "./verb.ts";

/* What most of these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

const ids = () => z.optional(z.array(z.string().check(z.minLength(1))));
const atMost = (fallback: number) =>
  z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), fallback);

export const reviewVerb = verb({
  name: "review",
  summary:
    "Decide on pending candidates, edges and conflicts, and check items that were kept without asking.",
  effect: "writes",
  isReading: ({ accept, reject, dismiss, keep, drop, edit, keep_all, undo }) =>
    [accept, reject, dismiss, keep, drop, edit].every((given) => given === undefined) && !undo && !keep_all,
  input: z.strictObject({
    type: described(z.optional(z.enum(WAITING_SORTS)), `Only ${WAITING_SORTS.join(", ")}`),
    accept: described(ids(), "Accept this candidate or edge"),
    reject: described(ids(), "Reject this candidate or edge"),
    dismiss: described(ids(), "Dismiss this conflict: both items stay"),
    keep: described(ids(), "Keep this item; in a conflict, this one wins"),
    keep_all: described(z._default(z.boolean(), false), "Keep all items that were kept without asking"),
    drop: described(ids(), "Archive this item that was kept without asking"),
    replaces: described(
      z.optional(z.string().check(z.minLength(1))),
      "With one --keep: the older item that it replaces",
    ),
    edit: described(
      z.optional(z.string().check(z.minLength(1))),
      "Accept this candidate, or change this kept item, with the text of --text",
    ),
    text: described(z.optional(z.string()), "With --edit: the new text"),
    kind: described(z.optional(z.string()), "With --edit: the new kind"),
    undo: described(z._default(z.boolean(), false), "Undo your last decision"),
    limit: described(atMost(20), "Maximum number of entries"),
  }),
  examples: [
    { command: "tidemark review", says: "one by one in a terminal; otherwise the whole list" },
    { command: "tidemark review --type edges --limit 5", says: "only statements that may replace another" },
    { command: "tidemark review --accept cnd#1 --reject cnd#2", says: "decide without the dialogue" },
    {
      command: 'tidemark review --edit cnd#3 --text "We build with pnpm"',
      says: "accept it with a better text",
    },
    {
      command: "tidemark review --type kept",
      says: "only items kept since your last review, newest first",
    },
    { command: "tidemark review --keep-all", says: "keep all of them" },
    { command: "tidemark review --undo", says: "undo the last decision" },
  ],
  run: async (world, input) => (await import("../../app/review/review.ts")).review(world, input),
  text: reviewText,
});

export const topicsVerb = verb({
  name: "topics",
  summary: "List topics, or show the page of one topic.",
  effect: "reads",
  input: z.strictObject({
    topic: described(z.optional(z.string().check(z.minLength(1))), "Show this topic: its page and its items"),
    limit: described(atMost(50), "Maximum number of results"),
  }),
  words: ["topic"],
  examples: [
    { command: "tidemark topics", says: "every topic, last changed first" },
    { command: "tidemark topics build", says: "the topic's page and its items" },
  ],
  run: async (world, input) => (await import("../../app/items/topics.ts")).topics(world, input),
  text: topicsText,
});

export const workingVerb = verb({
  name: "working",
  summary: "Show the working memory of a session: the page that its agent always gets.",
  effect: "reads",
  alsoWrites: ["working page"],
  input: z.strictObject({
    session: described(
      z.optional(z.string().check(z.minLength(1))),
      "The session's id (default: the most recent)",
    ),
  }),
  words: ["session"],
  examples: [
    { command: "tidemark working", says: "of the most recent session" },
    { command: "tidemark working s1", says: "of this session" },
  ],
  run: working,
  text: workingText,
});
