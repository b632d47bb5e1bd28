import * as z from "zod/mini";
import { LANGUAGES } from "../../core/active-context/document/titles.ts";
import { choice, flag, optionalText, optionalTexts, text, withHelp } from "./inputs.ts";
import {
  archivedText,
  checkText,
  completedText,
  listedText,
  refreshedText,
  sessionFileText,
  switchedText,
  syncedText,
  validatedText,
} from "./text/context-text.ts";
import { verb } from "./verb.ts";

const words = (help: string, max = 2000) => optionalText(help, { min: 1, max });
const ID_MAX = 200;
const tag = optionalTexts("A tag that related tasks share", { min: 1, max: 100 });
const about = {
  goal: words("The goal, in one or two sentences; required for a new task"),
  title: words("Title of the task", 200),
  category: words("Category: feature, bugfix, refactor, docs", 100),
  tag,
};
const status = choice(
  ["paused", "completed", "abandoned"],
  "Status of the task you leave: paused, completed or abandoned",
);
const snapshot = withHelp(
  z.optional(z.union([z.boolean(), z.string().check(z.maxLength(100))])),
  "Also keep a dated copy of the archive",
);
const checkout = flag("Check out the task's branch, if nothing is uncommitted");

/** Without a slug the copy is named by its date alone. */
const slugOf = (given: boolean | string | undefined): { readonly snapshot?: string } =>
  given === undefined || given === false ? {} : { snapshot: given === true ? "" : given };

export const contextInitVerb = verb({
  name: "context init",
  summary: "Start the active context of a task, or continue an existing one.",
  usage: 'tidemark context init --task ID --goal "…"',
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    task: text("The task's id, which is also the key of its plan", ID_MAX),
    ...about,
    language: choice(
      LANGUAGES,
      `Language of the file: ${LANGUAGES.join(", ")} (default: the setting context.language)`,
    ),
  }),
  examples: {
    'tidemark context init --task BILL-42 --goal "Invoices are rounded once."':
      "writes ai_memory/active_context.md and creates the plan BILL-42 if there is none",
  },
  run: async (deps, { task, tag: tags, ...input }) =>
    (await import("../../app/active-context/switch.ts")).contextSwitch(
      deps,
      { id: task, tags, ...input },
      "init",
    ),
  text: switchedText,
});

export const contextSyncVerb = verb({
  name: "context sync",
  summary: "Update the active context from the recorded events, from edits to the file, and from a patch.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    patch: withHelp(
      z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
      'Changes from the caller, as JSON or a JSON file: {"current_task": {"current_focus": "…"}}',
    ),
    confirm: flag(
      "Confirm that you edited the file: its decisions, guardrails and preferences take effect without review",
    ),
  }),
  examples: {
    "tidemark context sync": "from recorded events and edits to the file",
    'tidemark context sync --patch \'{"progress": {"next": ["Write the test"]}}\'':
      "text fields are replaced, list entries are added",
  },
  run: async (deps, input) =>
    (await import("../../app/active-context/patch.ts")).contextSyncWith(deps, input),
  text: syncedText,
});

export const contextSwitchVerb = verb({
  name: "context switch",
  summary: "Switch to another task: archive the current one, then restore or start the other.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    id: text("The task to switch to", ID_MAX),
    ...about,
    status,
    reason: words("Why", 500),
    checkout,
    snapshot,
  }),
  words: ["id"],
  examples: {
    "tidemark context switch BILL-42": "a known task continues where it stopped",
    'tidemark context switch DOC-7 --goal "Describe the totals." --category docs --tag totals --tag billing':
      "continues an archived task that has the same category and at least two of the same tags",
  },
  run: async (deps, { tag: tags, snapshot: copy, ...input }) =>
    (await import("../../app/active-context/switch.ts")).contextSwitch(deps, {
      ...input,
      tags,
      ...slugOf(copy),
    }),
  text: switchedText,
});

export const contextRestoreVerb = verb({
  name: "context restore",
  summary: "Restore an archived task; the current task is archived first.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    id: text("The archived task", ID_MAX),
    status,
    reason: words("Why", 500),
    checkout,
    snapshot,
  }),
  words: ["id"],
  examples: { "tidemark context restore BILL-42 --checkout": "with its branch, if nothing is uncommitted" },
  run: async (deps, { snapshot: copy, ...input }) => {
    const { contextSwitch } = await import("../../app/active-context/switch.ts");
    return contextSwitch(deps, { ...input, isKnown: true, ...slugOf(copy) }, "restore");
  },
  text: switchedText,
});

export const contextArchiveVerb = verb({
  name: "context archive",
  summary: "Archive the current task without ending it, or move a secondary task out of the file.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    id: words("A task in the file (default: the current task)", 200),
    status,
    snapshot,
  }),
  words: ["id"],
  examples: {
    "tidemark context archive --snapshot before-the-rewrite": "the archive, and a dated copy of it",
  },
  run: async (deps, { snapshot: copy, ...input }) =>
    (await import("../../app/active-context/archive.ts")).contextArchive(deps, {
      ...input,
      ...slugOf(copy),
    }),
  text: archivedText,
});

export const contextListVerb = verb({
  name: "context list",
  summary: "List the current task, secondary tasks and archived tasks.",
  effect: "reads",
  input: z.strictObject({
    status: words("Only tasks with this status: active, queued, paused, blocked, completed or abandoned", 20),
  }),
  examples: { "tidemark context list --status paused": "tasks you can resume" },
  run: async (deps, input) => (await import("../../app/active-context/list.ts")).contextList(deps, input),
  text: listedText,
});

export const contextValidateVerb = verb({
  name: "context validate",
  summary: "Check the active context and its archives: their form, their age, the files they name, and git.",
  effect: "writes",
  remote: "never",
  isReading: ({ fix }) => !fix,
  input: z.strictObject({
    task: words("Check only the archived context of this task", 200),
    fix: flag("Repair what can be repaired"),
  }),
  words: ["task"],
  examples: {
    "tidemark context validate": "exits with 1 on an error, a conflict or an outdated part",
    "tidemark context validate BILL-42": "before you restore an archived task",
    "tidemark context validate --fix": "repairs what it can and reports it",
  },
  run: async (deps, input) =>
    (await import("../../app/active-context/validate.ts")).contextValidate(deps, input),
  text: (found, paint) => `${validatedText(found, paint)}\n${checkText(found.current, paint)}`,
  isFinding: ({ ok, current }) => !ok || current.state === "doubtful",
});

export const contextRefreshVerb = verb({
  name: "context refresh",
  summary: "Check whether the active context is current, correct it, and record the findings in it.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    full: flag("Read all events since the task started"),
  }),
  examples: { "tidemark context refresh": "light or full, depending on age and missing files" },
  run: async (deps, input) =>
    (await import("../../app/active-context/refresh.ts")).contextRefresh(deps, input),
  text: refreshedText,
});

export const contextCompleteVerb = verb({
  name: "context complete",
  summary: "Complete the current task: its plan is done, its file is archived, its notes go to the history.",
  effect: "writes",
  remote: "never",
  input: z.strictObject({
    summary: words("What was done (default: the finished steps)"),
    verified: words("How it was verified (default: the last check that passed)"),
  }),
  examples: {
    'tidemark context complete --verified "npm test: 212 passed"': "then: tidemark context switch ID",
  },
  run: async (deps, input) =>
    (await import("../../app/active-context/complete.ts")).contextComplete(deps, input),
  text: completedText,
});

export const contextSessionVerb = verb({
  name: "context session",
  summary: "Show the steps of a session, or leave a note for the next one.",
  effect: "writes",
  remote: "never",
  isReading: ({ note }) => note === undefined,
  input: z.strictObject({
    file: optionalText("A session file (default: the task's last one)", { min: 1 }),
    note: optionalText("A note for the next session", { min: 1, max: 4000 }),
  }),
  words: ["file"],
  examples: {
    "tidemark context session": "the last session file of the current task",
    'tidemark context session --note "The totals are next"': "kept for the next session",
  },
  run: async (deps, input) =>
    (await import("../../app/active-context/session-file.ts")).contextSession(deps, input),
  text: sessionFileText,
});
