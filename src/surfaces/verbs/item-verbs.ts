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
import { FIELD_INPUTS } from "./field-schema.ts";
import { flag, limit, offset, optionalText, optionalTexts, text, withHelp } from "./inputs.ts";
import { moreLine } from "./text/columns.ts";
import { itemLine, logText } from "./text/item-text.ts";
import { consequenceLines, createdText, expiredLines, leftLines } from "./text/outcome-text.ts";
import { showText } from "./text/show-text.ts";
import { verb } from "./verb.ts";

const id = text("Id or label, like dec#3");
export const privateInput = flag("Use your private memory, which stays on this machine");
const kinds = KIND_NAMES.join(", ");
const evidence = withHelp(
  z.optional(z.array(z.union([z.number(), z.string()]))),
  "Position of a turn that supports it, like 12 or turn@12",
);

export const rememberVerb = verb({
  name: "remember",
  summary: "Remember one statement: a decision, a trap, a fact.",
  effect: "writes",
  remote: ({ replaces }) => (replaces === undefined ? "contributor" : "curator"),
  input: z.strictObject({
    text: withHelp(z.string(), "The statement, in one sentence"),
    kind: withHelp(
      z._default(z.string(), "fact"),
      "fact, decision, constraint, preference, pattern, hypothesis, lesson or trap",
    ),
    topic: optionalText("Topic, in a word or two"),
    path: optionalTexts("A file or folder that it concerns"),
    expires: optionalText("Expiry: a date, 3d, 2w, tomorrow"),
    evidence,
    replaces: optionalText("The item that it replaces, like dec#3"),
    private: privateInput,
  }),
  words: ["text"],
  examples: {
    'tidemark remember "Answer me in short sentences" --kind preference --private':
      "remember a preference that is not shared with the team",
    'tidemark remember "We build with pnpm" --kind decision --topic build': "remember a decision",
    'tidemark remember "CI is red until Friday" --expires 5d': "remember a fact for five days",
  },
  run: remember,
  text: (created, paint) => createdText(created, "Remembered.", paint),
});

export const createVerb = verb({
  name: "create",
  summary: "Create an item of any kind.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    kind: withHelp(z.string(), kinds),
    text: withHelp(z.string(), "The text"),
    evidence,
    ...FIELD_INPUTS,
  }),
  words: ["kind"],
  examples: {
    'tidemark create plan --text "Move to PostgreSQL" --key pg --steps "write schema" --steps "copy data"':
      "a plan with two steps",
    'tidemark create trap --text "vitest hangs on port 5432" --severity warn --instead "stop the local server first"':
      "a trap and how to avoid it",
  },
  run: (deps, { evidence: cited, ...input }) =>
    create(deps, {
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
    id: text("Id or label, like dec#3; or an event, like turn@12"),
  }),
  words: ["id"],
  examples: {
    "tidemark get dec#1": "its evidence and its history",
    "tidemark get turn@1": "a recorded event, and the items made from it",
  },
  run: async (deps, input) => (await import("../../app/items/show.ts")).show(deps, input),
  text: showText,
});

export const findVerb = verb({
  name: "find",
  summary: "List items by kind, status, topic, path, text or time, last changed first.",
  effect: "reads",
  input: z.strictObject({
    kind: optionalText(kinds),
    status: optionalText('A status of that kind; "removed" lists archived items'),
    topic: optionalText("Only items of this topic"),
    path: optionalText("Only items about this file or folder"),
    text: optionalText("Only items whose text contains these words, ignoring case"),
    since: optionalText("Only items changed since: a date, 3d, yesterday, last week"),
    ready: flag("Only plans that can be started: their dependencies are done"),
    limit: limit(20),
    offset: offset(),
    private: privateInput,
  }),
  examples: {
    "tidemark find --kind plan --status in_progress": "plans in progress",
    "tidemark find --ready": "plans that can be started",
    'tidemark find --topic build --since "last week"': "recent changes about the build",
    "tidemark find --status removed": "archived items",
  },
  run: find,
  text: ({ items, ...page }, paint) => {
    if (items.length === 0 && page.total > 0)
      return `There are only ${page.total}; --offset skips all of them.`;
    if (items.length === 0) return "No such items. For an overview: tidemark status";
    const lines = items.map((item) => itemLine(item, paint));
    const narrower = page.has_more ? [paint.faint(NARROWER)] : [];
    return [...lines, ...moreLine(items.length, page, paint), ...narrower].join("\n");
  },
});

const NARROWER = "To narrow the list: --text, --kind, --status, --topic, --path or --since";

export const logVerb = verb({
  name: "log",
  summary: "Show changes to the memory day by day, newest first.",
  effect: "reads",
  input: z.strictObject({
    since: optionalText("Only changes since: a date, 3d, yesterday, last week"),
    limit: limit(30, { of: "changes" }),
  }),
  examples: {
    "tidemark log": "the last thirty changes",
    "tidemark log --since yesterday": "changes since yesterday",
  },
  run: async (deps, input) => (await import("../../app/items/log.ts")).log(deps, input),
  text: logText,
});

export const updateVerb = verb({
  name: "update",
  summary: "Set fields of an item; an empty value clears one.",
  effect: "writes",
  input: z.strictObject({
    id,
    text: optionalText("The text"),
    step: optionalTexts('New status of one step: "done: 2" or "done: its text" (plan)', { min: 1 }),
    ...FIELD_INPUTS,
  }),
  words: ["id"],
  examples: {
    "tidemark update pln#1 --assignee ana --priority high": "set two fields",
    'tidemark update pln#1 --step "done: write schema"': "one step is done",
    'tidemark update dec#1 --topic ""': "clear one",
  },
  run: (deps, input) => update(deps, input as { id: string }),
  text: (item, paint) => [paint.good("Updated."), itemLine(item, paint), ...expiredLines(item)].join("\n"),
});

export const transitionVerb = verb({
  name: "transition",
  summary: "Move an item to another status.",
  effect: "writes",
  input: z.strictObject({
    id,
    status: text("The new status"),
    reason: optionalText("Why", { max: 4000 }),
  }),
  words: ["id", "status"],
  examples: {
    "tidemark transition pln#1 in_progress": "work began",
    'tidemark transition trp#2 resolved --reason "fixed upstream"': "the trap is gone",
  },
  run: transition,
  text: ({ item, from, promoted_to, together }, paint) =>
    [
      `${paint.good(`${from} → ${item.status}`)}`,
      itemLine(item, paint),
      ...(promoted_to ? [itemLine(promoted_to, paint)] : []),
      ...consequenceLines(together.filter(({ id: other }) => other !== promoted_to?.id)),
    ].join("\n"),
});

export const removeVerb = verb({
  name: "remove",
  summary: "Archive an item; `tidemark undo` restores it.",
  effect: "writes",
  input: z.strictObject({ id }),
  words: ["id"],
  examples: { "tidemark remove fct#4": "archive a fact" },
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
    redo: flag("Redo: undo the last undo"),
  }),
  words: ["id"],
  examples: { "tidemark undo": "your last change", "tidemark undo pln#1 --redo": "redo it" },
  run: undo,
  text: ({ item, undid, together, left, reverse }, paint) =>
    [
      paint.good(`Undid ${UNDONE[undid] ?? "it"}.`),
      itemLine(item, paint),
      ...consequenceLines(together),
      ...leftLines(left),
      paint.faint(`${item.removed ? "To restore it" : "To undo this"}: ${reverse}`),
    ].join("\n"),
});
