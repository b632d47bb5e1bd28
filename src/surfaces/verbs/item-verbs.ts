import * as z from "zod/mini";
import { create } from "../../app/items/create.ts";
import { positionsNamed } from "../../app/items/evidence.ts";
import { find } from "../../app/items/find.ts";
import { remember } from "../../app/items/remember.ts";
import { remove } from "../../app/items/remove.ts";
import { transition } from "../../app/items/transition.ts";
import { undo } from "../../app/items/undo.ts";
import { update } from "../../app/items/update.ts";
import { KIND_NAMES } from "../../core/items/kinds.ts";
import { described } from "./described.ts";
import { FIELD_INPUTS } from "./field-schema.ts";
import { itemLine, logText } from "./text/item-text.ts";
import { createdText, expiredLines, leftLines, togetherLines } from "./text/outcome-text.ts";
import { showText } from "./text/show-text.ts";
import { verb } from "./verb.ts";

const id = described(z.string().check(z.minLength(1)), "Id or label, like dec#3");
export const privateInput = described(
  z._default(z.boolean(), false),
  "Use your private memory, which stays on this machine",
);
const kinds = KIND_NAMES.join(", ");
const evidence = described(
  z.optional(z.array(z.union([z.number(), z.string()]))),
  "Position of a turn that supports it, like 12 or turn@12",
);

export const rememberVerb = verb({
  name: "remember",
  summary: "Remember one statement: a decision, a trap, a fact.",
  effect: "writes",
  remote: ({ replaces }) => (replaces === undefined ? "contributor" : "curator"),
  input: z.strictObject({
    text: described(z.string(), "The statement, in one sentence"),
    kind: described(
      z._default(z.string(), "fact"),
      "fact, decision, constraint, preference, pattern, hypothesis, lesson or trap",
    ),
    topic: described(z.optional(z.string()), "Topic, in a word or two"),
    path: described(z.optional(z.array(z.string())), "A file or folder that it concerns"),
    expires: described(z.optional(z.string()), "Expiry: a date, 3d, 2w, tomorrow"),
    evidence,
    replaces: described(z.optional(z.string()), "The item that it replaces, like dec#3"),
    private: privateInput,
  }),
  words: ["text"],
  examples: [
    {
      command: 'tidemark remember "Answer me in short sentences" --kind preference --private',
      says: "remember a preference that is not shared with the team",
    },
    {
      command: 'tidemark remember "We build with pnpm" --kind decision --topic build',
      says: "remember a decision",
    },
    {
      command: 'tidemark remember "CI is red until Friday" --expires 5d',
      says: "remember a fact for five days",
    },
  ],
  run: remember,
  text: (created, paint) => createdText(created, "Remembered.", paint),
});

export const createVerb = verb({
  name: "create",
  summary: "Create an item of any kind.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    kind: described(z.string(), kinds),
    text: described(z.string(), "The text"),
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
      says: "a trap and how to avoid it",
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
  summary: "Show one item in full: text, evidence, history and relations.",
  effect: "reads",
  alsoWrites: ["usage"],
  input: z.strictObject({
    id: described(z.string().check(z.minLength(1)), "Id or label, like dec#3; or an event, like turn@12"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark get dec#1", says: "its evidence and its history" },
    { command: "tidemark get turn@1", says: "a recorded event, and the items made from it" },
  ],
  run: async (world, input) => (await import("../../app/items/show.ts")).show(world, input),
  text: showText,
});

export const findVerb = verb({
  name: "find",
  summary: "List items by kind, status, topic, path, text or time, last changed first.",
  effect: "reads",
  input: z.strictObject({
    kind: described(z.optional(z.string()), kinds),
    status: described(z.optional(z.string()), 'A status of that kind; "removed" lists archived items'),
    topic: described(z.optional(z.string()), "Only items of this topic"),
    path: described(z.optional(z.string()), "Only items about this file or folder"),
    text: described(z.optional(z.string()), "Only items whose text contains these words, ignoring case"),
    since: described(z.optional(z.string()), "Only items changed since: a date, 3d, yesterday, last week"),
    ready: described(
      z._default(z.boolean(), false),
      "Only plans that can be started: their dependencies are done",
    ),
    limit: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(500)), 20),
      "Maximum number of results",
    ),
    offset: described(
      z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(0)), 0),
      "Number of results to skip",
    ),
    private: privateInput,
  }),
  examples: [
    { command: "tidemark find --kind plan --status in_progress", says: "plans in progress" },
    { command: "tidemark find --ready", says: "plans that can be started" },
    { command: 'tidemark find --topic build --since "last week"', says: "recent changes about the build" },
    { command: "tidemark find --status removed", says: "archived items" },
  ],
  run: find,
  text: ({ items, total, has_more }, paint) => {
    if (items.length === 0 && total > 0) return `There are only ${total}; --offset skips all of them.`;
    if (items.length === 0) return "No such items. For an overview: tidemark status";
    const more = has_more ? [paint.faint(`${items.length} of ${total}; more with --offset or --limit`)] : [];
    return [...items.map((item) => itemLine(item, paint)), ...more].join("\n");
  },
});

export const logVerb = verb({
  name: "log",
  summary: "Show changes to the memory day by day, newest first.",
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
    { command: "tidemark log --since yesterday", says: "changes since yesterday" },
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
    text: described(z.optional(z.string()), "The text"),
    step: described(
      z.optional(z.array(z.string().check(z.minLength(1)))),
      'New status of one step: "done: 2" or "done: its text" (plan)',
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
    status: described(z.string().check(z.minLength(1)), "The new status"),
    reason: described(z.optional(z.string().check(z.maxLength(4000))), "Why"),
  }),
  words: ["id", "status"],
  examples: [
    { command: "tidemark transition pln#1 in_progress", says: "work began" },
    { command: 'tidemark transition trp#2 resolved --reason "fixed upstream"', says: "the trap is gone" },
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
  summary: "Archive an item; `tidemark undo` restores it.",
  effect: "writes",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: [{ command: "tidemark remove fct#4", says: "archive a fact" }],
  run: remove,
  text: (item, paint) => {
    const back = item.bring_back === undefined ? "" : ` To restore it: ${item.bring_back}`;
    return `${paint.good("Archived.")}${back}\n${itemLine(item, paint)}`;
  },
});

/** What was undone, as a person would say it. */
const UNDONE: { readonly [type: string]: string } = {
  "item.created": "its creation; it is archived now",
  "item.updated": "the update",
  "item.transitioned": "the change of status",
  "item.removed": "the removal",
  "item.undone": "the undo",
  "item.rated": "its rating",
};

export const undoVerb = verb({
  name: "undo",
  summary: "Undo the last change to an item, or your own last change.",
  effect: "writes",
  remote: ({ id: named }) => (named === undefined ? "contributor" : "curator"),
  input: z.strictObject({
    id: z.optional(id),
    redo: described(z._default(z.boolean(), false), "Redo: undo the last undo"),
  }),
  words: ["id"],
  examples: [
    { command: "tidemark undo", says: "your last change" },
    { command: "tidemark undo pln#1 --redo", says: "redo it" },
  ],
  run: undo,
  text: ({ item, undid, together, left, reverse }, paint) =>
    [
      paint.good(`Undid ${UNDONE[undid] ?? "it"}.`),
      itemLine(item, paint),
      ...togetherLines(together, paint),
      ...leftLines(left, paint),
      paint.faint(`${item.removed ? "To restore it" : "To undo this"}: ${reverse}`),
    ].join("\n"),
});
