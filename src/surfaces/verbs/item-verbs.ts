import * as z from "zod/mini";
import { create } from "../../app/items/create.ts";
import { positionsNamed } from "../../app/items/evidence.ts";
import { find } from "../../app/items/find.ts";
import { get } from "../../app/items/get.ts";
import { remember } from "../../app/items/remember.ts";
import { remove } from "../../app/items/remove.ts";
import { transition } from "../../app/items/transition.ts";
import { undo } from "../../app/items/undo.ts";
import { update } from "../../app/items/update.ts";
import { KIND_NAMES } from "../../core/items/kinds.ts";
import { described } from "./described.ts";
import { FIELD_INPUTS } from "./field-schema.ts";
import { itemLine, itemPage, logText } from "./text/item-text.ts";
import { createdText, expiredLines, leftLines, togetherLines } from "./text/outcome-text.ts";
import { verb } from "./verb.ts";

const id = described(z.string().check(z.minLength(1)), "Id or label, like dec#3");
const kinds = KIND_NAMES.join(", ");
const evidence = described(
  z.optional(z.array(z.union([z.number(), z.string()]))),
  "Position of a turn it rests on, like 12 or turn@12",
);

export const rememberVerb = verb({
  name: "remember",
  summary: "Keep one statement: a decision, a trap, a fact.",
  effect: "writes",
  remote: ({ replaces }) => (replaces === undefined ? "contributor" : "curator"),
  input: z.strictObject({
    text: described(z.string(), "What to remember, in a sentence"),
    kind: described(
      z._default(z.string(), "fact"),
      "fact, decision, constraint, preference, pattern, hypothesis, lesson or trap",
    ),
    topic: described(z.optional(z.string()), "What it is about, in a word or two"),
    path: described(z.optional(z.array(z.string())), "A file or folder it is about"),
    expires: described(z.optional(z.string()), "When it stops holding: a date, 3d, 2w, tomorrow"),
    evidence,
    replaces: described(z.optional(z.string()), "The item whose place it takes, like dec#3"),
  }),
  words: ["text"],
  examples: [
    {
      command: 'tidemark remember "We build with pnpm" --kind decision --topic build',
      says: "keep a decision",
    },
    { command: 'tidemark remember "CI is red until Friday" --expires 5d', says: "keep a fact for a while" },
  ],
  run: remember,
  text: (created, paint) => createdText(created, "Remembered.", paint),
});

export const createVerb = verb({
  name: "create",
  summary: "Make an item of any kind.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    kind: described(z.string(), kinds),
    text: described(z.string(), "What it says"),
    evidence,
    ...FIELD_INPUTS,
  }),
  words: ["kind"],
  examples: [
    {
      command:
        'tidemark create plan --text "Move to PostgreSQL" --key pg --steps "write schema" --steps "copy data"',
      says: "a plan with two steps",
    },
    {
      command:
        'tidemark create trap --text "vitest hangs on port 5432" --severity warn --instead "stop the local server first"',
      says: "a trap and its way out",
    },
  ],
  run: (world, { evidence: cited, ...input }) =>
    create(world, {
      ...(input as { kind: string; text: string }),
      ...(cited === undefined ? {} : { evidence: positionsNamed(cited) }),
    }),
  text: (created, paint) => createdText(created, "Created.", paint),
});

export const getVerb = verb({
  name: "get",
  summary: "Show one item with all its fields.",
  effect: "reads",
  alsoNotes: "use",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: [{ command: "tidemark get dec#1", says: "the first decision" }],
  run: get,
  text: itemPage,
});

export const findVerb = verb({
  name: "find",
  summary: "List items by kind, status, topic, path, words or time, last changed first.",
  effect: "reads",
  input: z.strictObject({
    kind: described(z.optional(z.string()), kinds),
    status: described(z.optional(z.string()), "A status of that kind, or removed for archived items"),
    topic: described(z.optional(z.string()), "Only of this topic"),
    path: described(z.optional(z.string()), "Only about this file or folder"),
    text: described(z.optional(z.string()), "Only with these words in the text, in any case"),
    since: described(z.optional(z.string()), "Only changed since: a date, 3d, yesterday, last week"),
    ready: described(
      z._default(z.boolean(), false),
      "Only plans that can be begun: what they depend on is done",
    ),
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), 20),
      "At most so many",
    ),
    offset: described(z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(0)), 0), "Skip so many"),
  }),
  examples: [
    { command: "tidemark find --kind plan --status in_progress", says: "what is being worked on" },
    { command: "tidemark find --ready", says: "what can be begun" },
    { command: 'tidemark find --topic build --since "last week"', says: "what is new about the build" },
    { command: "tidemark find --status removed", says: "what was archived" },
  ],
  run: find,
  text: ({ items, total, has_more }, paint) => {
    if (items.length === 0 && total > 0) return `There are ${total} of them; --offset skips them all.`;
    if (items.length === 0) return "Nothing of that sort here. What is known: tidemark status";
    const more = has_more ? [paint.faint(`${items.length} of ${total}; more with --offset or --limit`)] : [];
    return [...items.map((item) => itemLine(item, paint)), ...more].join("\n");
  },
});

export const logVerb = verb({
  name: "log",
  summary: "Show what changed in memory, day by day, the newest first.",
  effect: "reads",
  input: z.strictObject({
    since: described(z.optional(z.string()), "Only changes since: a date, 3d, yesterday, last week"),
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), 30),
      "Maximum number of changes",
    ),
  }),
  examples: [
    { command: "tidemark log", says: "the last thirty changes" },
    { command: "tidemark log --since yesterday", says: "what happened since" },
  ],
  run: async (world, input) => (await import("../../app/items/log.ts")).log(world, input),
  text: logText,
});

export const updateVerb = verb({
  name: "update",
  summary: "Set fields of an item; an empty value clears one.",
  effect: "writes",
  input: z.strictObject({
    id,
    text: described(z.optional(z.string()), "What it says"),
    step: described(
      z.optional(z.array(z.string().check(z.minLength(1)))),
      'One step to move on, "done: 2" or "done: its text"; the others stay (plan)',
    ),
    ...FIELD_INPUTS,
  }),
  words: ["id"],
  examples: [
    { command: "tidemark update pln#1 --assignee ana --priority high", says: "set two fields" },
    { command: 'tidemark update pln#1 --step "done: write schema"', says: "one step is done" },
    { command: 'tidemark update dec#1 --topic ""', says: "clear one" },
  ],
  run: (world, input) => update(world, input as { id: string }),
  text: (item, paint) =>
    [paint.good("Updated."), itemLine(item, paint), ...expiredLines(item, paint)].join("\n"),
});

export const transitionVerb = verb({
  name: "transition",
  summary: "Move an item to another status.",
  effect: "writes",
  input: z.strictObject({
    id,
    status: described(z.string().check(z.minLength(1)), "Where it goes"),
    reason: described(z.optional(z.string().check(z.maxLength(4000))), "Why"),
  }),
  words: ["id", "status"],
  examples: [
    { command: "tidemark transition pln#1 in_progress", says: "work began" },
    { command: 'tidemark transition trp#2 resolved --reason "fixed upstream"', says: "no longer a trap" },
  ],
  run: transition,
  text: ({ item, from, promoted_to, together }, paint) =>
    [
      `${paint.good(`${from} → ${item.status}`)}`,
      itemLine(item, paint),
      ...(promoted_to ? [itemLine(promoted_to, paint)] : []),
      ...togetherLines(
        together.filter(({ id: other }) => other !== promoted_to?.id),
        paint,
      ),
    ].join("\n"),
});

export const removeVerb = verb({
  name: "remove",
  summary: "Archive an item; undo brings it back.",
  effect: "writes",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: [{ command: "tidemark remove fct#4", says: "archive a fact" }],
  run: remove,
  text: (item, paint) => {
    const back = item.bring_back === undefined ? "" : ` To bring it back: ${item.bring_back}`;
    return `${paint.good("Archived.")}${back}\n${itemLine(item, paint)}`;
  },
});

/** What was taken back, as a person would say it. */
const UNDONE: { readonly [type: string]: string } = {
  "item.created": "its creation: it is archived",
  "item.updated": "the update",
  "item.transitioned": "the change of status",
  "item.removed": "the removal",
  "item.undone": "the undo",
  "item.rated": "what was said of it",
};

export const undoVerb = verb({
  name: "undo",
  summary: "Take back the last act on an item, or your own last act.",
  effect: "writes",
  remote: ({ id: named }) => (named === undefined ? "contributor" : "curator"),
  input: z.strictObject({
    id: z.optional(id),
    redo: described(z._default(z.boolean(), false), "Take back the last undo instead"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark undo", says: "what you did last" },
    { command: "tidemark undo pln#1 --redo", says: "take the undo back" },
  ],
  run: undo,
  text: ({ item, undid, together, left, reverse }, paint) =>
    [
      paint.good(`Took back ${UNDONE[undid] ?? "it"}.`),
      itemLine(item, paint),
      ...togetherLines(together, paint),
      ...leftLines(left, paint),
      paint.faint(`${item.removed ? "To bring it back" : "To undo this"}: ${reverse}`),
    ].join("\n"),
});
