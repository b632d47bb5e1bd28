import * as z from "zod/mini";
import { LANGUAGES } from "../../core/active-context/document/titles.ts";
import { described } from "./described.ts";
import {
  archivedText,
  completedText,
  listedText,
  refreshedText,
  switchedText,
  syncedText,
  validatedText,
} from "./text/context-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

const text = (help: string, max = 2000) =>
  described(z.optional(z.string().check(z.minLength(1), z.maxLength(max))), help);
const id = (help: string) => described(z.string().check(z.minLength(1), z.maxLength(200)), help);
const tag = described(
  z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100)))),
  "A word that tasks of the same piece of work share",
);
const about = {
  goal: text("What is to be reached, in one or two sentences; a new task needs one"),
  title: text("What people call it", 200),
  category: text("What sort of work it is: feature, bugfix, refactor, docs", 100),
  tag,
};
const status = described(
  z.optional(z.enum(["paused", "completed", "abandoned"])),
  "How the task is left: paused, completed or abandoned",
);
const snapshot = described(
  z.optional(z.union([z.boolean(), z.string().check(z.maxLength(100))])),
  "Also keep a dated copy of the archive",
);
const checkout = described(
  z._default(z.boolean(), false),
  "Check out the branch of the task, if nothing is uncommitted",
);

/** Without a slug of its own the copy is named by its date alone. */
const slugOf = (given: boolean | string | undefined): { readonly snapshot?: string } =>
  given === undefined || given === false ? {} : { snapshot: given === true ? "" : given };

export const contextInitVerb = verb({
  name: "context init",
  summary: "Begin the active context of a task, or go on with the one that is known.",
  usage: 'tidemark context init --task ID --goal "…"',
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    task: id("The task's id; it is the key of its plan"),
    ...about,
    language: described(
      z.optional(z.enum(LANGUAGES)),
      `The language people write in: ${LANGUAGES.join(", ")}; context.language when absent`,
    ),
  }),
  examples: [
    {
      command: 'tidemark context init --task BILL-42 --goal "Invoices are rounded once."',
      says: "writes ai_memory/active_context.md, and makes the plan BILL-42 or takes the one there is",
    },
  ],
  run: async (world, { task, tag: tags, ...input }) =>
    (await import("../../app/active-context/switch.ts")).contextSwitch(
      world,
      { id: task, tags, ...input },
      "init",
    ),
  text: switchedText,
});

export const contextSyncVerb = verb({
  name: "context sync",
  summary:
    "Bring the active context up to date, from the tape, from what people wrote into it, and from a patch.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    patch: described(
      z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
      'What only the caller knows, as JSON or a file of it: {"current_task": {"current_focus": "…"}}',
    ),
    confirm: described(
      z._default(z.boolean(), false),
      "What was written into the file by hand is yours: decisions, guardrails and preferences hold at once",
    ),
  }),
  examples: [
    { command: "tidemark context sync", says: "what the tape knows, and what changed in the file" },
    {
      command: `tidemark context sync --patch '{"progress": {"next": ["Write the test"]}}'`,
      says: "texts are set, lists grow",
    },
  ],
  run: async (world, input) =>
    (await import("../../app/active-context/patch.ts")).contextSyncWith(world, input),
  text: syncedText,
});

export const contextSwitchVerb = verb({
  name: "context switch",
  summary: "Turn to another task: archive what is in hand, and take up or begin the other one.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    id: id("The task to turn to"),
    ...about,
    status,
    reason: text("Why", 500),
    checkout,
    snapshot,
  }),
  words: ["id"],
  examples: [
    { command: "tidemark context switch BILL-42", says: "a task that is known goes on where it stood" },
    {
      command:
        'tidemark context switch DOC-7 --goal "Describe the totals." --category docs --tag totals --tag billing',
      says: "one of the same category and two of the same tags is taken for the same work",
    },
  ],
  run: async (world, { tag: tags, snapshot: copy, ...input }) =>
    (await import("../../app/active-context/switch.ts")).contextSwitch(world, {
      ...input,
      tags,
      ...slugOf(copy),
    }),
  text: switchedText,
});

export const contextRestoreVerb = verb({
  name: "context restore",
  summary: "Take up an archived task; what is in hand is archived first.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    id: id("The archived task"),
    status,
    reason: text("Why", 500),
    checkout,
    snapshot,
  }),
  words: ["id"],
  examples: [
    {
      command: "tidemark context restore BILL-42 --checkout",
      says: "with its branch, if nothing is uncommitted",
    },
  ],
  run: async (world, { snapshot: copy, ...input }) => {
    const { contextSwitch } = await import("../../app/active-context/switch.ts");
    return contextSwitch(world, { ...input, isKnown: true, ...slugOf(copy) }, "restore");
  },
  text: switchedText,
});

export const contextArchiveVerb = verb({
  name: "context archive",
  summary:
    "Put the task in hand into the archive and go on with it, or take a secondary task out of the file.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    id: text("A task of the file; the one in hand when absent", 200),
    status,
    snapshot,
  }),
  words: ["id"],
  examples: [
    {
      command: "tidemark context archive --snapshot before-the-rewrite",
      says: "the archive, and a dated copy of it",
    },
  ],
  run: async (world, { snapshot: copy, ...input }) =>
    (await import("../../app/active-context/archive.ts")).contextArchive(world, {
      ...input,
      ...slugOf(copy),
    }),
  text: archivedText,
});

export const contextListVerb = verb({
  name: "context list",
  summary: "The task in hand, the tasks beside it, and those that are archived.",
  effect: "reads",
  input: z.strictObject({
    status: text("Only those: active, queued, paused, blocked, completed or abandoned", 20),
  }),
  examples: [{ command: "tidemark context list --status paused", says: "what can be taken up again" }],
  run: async (world, input) => (await import("../../app/active-context/list.ts")).contextList(world, input),
  text: listedText,
});

export const contextValidateVerb = verb({
  name: "context validate",
  summary: "Check the active context, its archives and their registry.",
  effect: "writes",
  remote: "never",
  isReading: ({ fix }) => !fix,
  input: z.strictObject({ fix: described(z._default(z.boolean(), false), "Repair what can be repaired") }),
  examples: [
    { command: "tidemark context validate", says: "ends with 1 on an error or a conflict" },
    { command: "tidemark context validate --fix", says: "says what it repaired" },
  ],
  run: async (world, input) =>
    (await import("../../app/active-context/validate.ts")).contextValidate(world, input),
  text: validatedText,
  isFinding: ({ ok }) => !ok,
});

export const contextRefreshVerb = verb({
  name: "context refresh",
  summary:
    "Look whether the active context still holds, put right what can be, and write down what was found.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    full: described(z._default(z.boolean(), false), "Read the tape again from where the task began"),
  }),
  examples: [
    { command: "tidemark context refresh", says: "light or full, as age and missing files ask for" },
  ],
  run: async (world, input) =>
    (await import("../../app/active-context/refresh.ts")).contextRefresh(world, input),
  text: refreshedText,
});

export const contextCompleteVerb = verb({
  name: "context complete",
  summary: "End the task in hand: its plan is done, its file archived, its notes kept in the long history.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    summary: text("What was done; the steps that are done when absent"),
    verified: text("How that was shown; the last check that passed when absent"),
  }),
  examples: [
    {
      command: 'tidemark context complete --verified "npm test: 212 passed"',
      says: "then: tidemark context switch ID",
    },
  ],
  run: async (world, input) =>
    (await import("../../app/active-context/complete.ts")).contextComplete(world, input),
  text: completedText,
});
