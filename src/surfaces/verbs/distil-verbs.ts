import * as z from "zod/mini";
import { working } from "../../app/briefing/working-memory.ts";
import { WAITING_SORTS } from "../../app/review/waiting-for-review.ts";
import { described } from "./described.ts";
import { reviewText } from "./text/review-text.ts";
import { showText } from "./text/show-text.ts";
import { topicsText, workingText } from "./text/topics-text.ts";
import { verb } from "./verb.ts";

/* What most of these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

const ids = () => z.optional(z.array(z.string().check(z.minLength(1))));
const atMost = (fallback: number) =>
  z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), fallback);

export const showVerb = verb({
  name: "show",
  summary: "Show one item whole: its words, evidence, history and relations.",
  effect: "reads",
  alsoNotes: "use",
  input: z.strictObject({
    id: described(z.string().check(z.minLength(1)), "Id or label, like dec#3; or an event, like turn@12"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark show dec#1", says: "why it is believed, and what became of it" },
    { command: "tidemark show turn@1", says: "an event of the tape, and what was made of it" },
  ],
  run: async (world, input) => (await import("../../app/items/show.ts")).show(world, input),
  text: showText,
});

export const reviewVerb = verb({
  name: "review",
  summary: "Decide what waits (candidates, edges, conflicts), and check what was kept without asking.",
  effect: "writes",
  isReading: ({ accept, reject, dismiss, keep, drop, edit, keep_all, undo }) =>
    [accept, reject, dismiss, keep, drop, edit].every((given) => given === undefined) && !undo && !keep_all,
  input: z.strictObject({
    type: described(z.optional(z.enum(WAITING_SORTS)), `Only ${WAITING_SORTS.join(", ")}`),
    accept: described(ids(), "A candidate or an edge that is right"),
    reject: described(ids(), "One that is wrong"),
    dismiss: described(ids(), "A conflict that is none: both units stay"),
    keep: described(ids(), "An item that was kept and is right; of a conflict, the unit that holds"),
    keep_all: described(
      z._default(z.boolean(), false),
      "Everything that was kept so far is right, or has been looked at",
    ),
    drop: described(ids(), "An item that was kept and is wrong: it is archived"),
    replaces: described(
      z.optional(z.string().check(z.minLength(1))),
      "With one --keep: the older item whose place it takes",
    ),
    edit: described(
      z.optional(z.string().check(z.minLength(1))),
      "A candidate to accept, or a kept item to change, in other words",
    ),
    text: described(z.optional(z.string()), "With --edit: how it should read"),
    kind: described(z.optional(z.string()), "With --edit: the kind of unit it becomes"),
    undo: described(z._default(z.boolean(), false), "Take back your last decision"),
    limit: described(atMost(20), "Show at most so many"),
  }),
  examples: [
    { command: "tidemark review", says: "in a terminal one by one; otherwise all that waits" },
    { command: "tidemark review --type edges --limit 5", says: "only what may replace something" },
    { command: "tidemark review --accept cnd#1 --reject cnd#2", says: "decide without being asked" },
    {
      command: 'tidemark review --edit cnd#3 --text "We build with pnpm"',
      says: "accept it in better words",
    },
    {
      command: "tidemark review --type kept",
      says: "only what was kept since you last looked, newest first",
    },
    { command: "tidemark review --keep-all", says: "all of them are right" },
    { command: "tidemark review --undo", says: "take the last decision back" },
  ],
  run: async (world, input) => (await import("../../app/review/review.ts")).review(world, input),
  text: reviewText,
});

export const topicsVerb = verb({
  name: "topics",
  summary: "List what this project knows about, or show one topic compiled.",
  effect: "reads",
  input: z.strictObject({
    topic: described(z.optional(z.string().check(z.minLength(1))), "One topic: its crystal and its units"),
    limit: described(atMost(50), "At most so many"),
  }),
  words: ["topic"],
  examples: [
    { command: "tidemark topics", says: "every topic, last changed first" },
    { command: "tidemark topics build", says: "all that holds about it" },
  ],
  run: async (world, input) => (await import("../../app/items/topics.ts")).topics(world, input),
  text: topicsText,
});

export const workingVerb = verb({
  name: "working",
  summary: "Show the working memory of a session: the page that always goes in.",
  effect: "reads",
  input: z.strictObject({
    session: described(
      z.optional(z.string().check(z.minLength(1))),
      "The session's id; the last one heard of",
    ),
  }),
  words: ["session"],
  examples: [
    { command: "tidemark working", says: "of the session last heard of" },
    { command: "tidemark working s1", says: "of this one" },
  ],
  run: working,
  text: workingText,
});
