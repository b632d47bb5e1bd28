import { LANGUAGES } from "../active-context/document/titles.ts";
import { problemOfFolder } from "../active-context/registry/file-names.ts";
import type { Setting } from "./config.ts";

/** The folder of the active context, the language of new files, and whether a prompt switches the task. */
const CONTEXT_SETTINGS = {
  "context.folder": {
    summary: "Folder of the active context, relative to the worktree's root.",
    env: "TIDEMARK_CONTEXT_FOLDER",
    type: "text",
    min: 1,
    max: 200,
    form: { says: "a folder below the project's root, like ai_memory", problemOf: problemOfFolder },
    default: "ai_memory",
  },
  "context.switch_on_request": {
    summary:
      "Whether a user's prompt that starts with `switch to ID` switches the active context to that task automatically.",
    env: "TIDEMARK_CONTEXT_SWITCH_ON_REQUEST",
    type: "switch",
    default: false,
  },
  "context.language": {
    summary: "Language of a new active context; headings and field names are the same in every language.",
    env: "TIDEMARK_CONTEXT_LANGUAGE",
    type: "choice",
    choices: LANGUAGES,
    default: "en",
  },
} as const satisfies { readonly [name: string]: Setting };

/** The limits of the text that an agent gets, and the conditions under which it gets none. */
export const BUNDLE_SETTINGS = {
  "brief.tokens": {
    summary: "Maximum tokens of a brief.",
    env: "TIDEMARK_BRIEF_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
    default: 1_200,
  },
  "context.tokens": {
    summary: "Maximum tokens of the text for a task or a prompt.",
    env: "TIDEMARK_CONTEXT_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
    default: 600,
  },
  // These settings follow the other one of their group, so that a config file opens each group only once.
  ...CONTEXT_SETTINGS,
  "action.tokens": {
    summary: "Maximum tokens of the note before a tool call.",
    env: "TIDEMARK_ACTION_TOKENS",
    type: "number",
    min: 100,
    max: 2_000,
    default: 300,
  },
  "delta.tokens": {
    summary: "Maximum tokens of the changes that resume and delta show.",
    env: "TIDEMARK_DELTA_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
    default: 600,
  },
  "memory.inject": {
    summary:
      "Whether sessions get a brief automatically. When off, they get one status line; asking still works.",
    env: "TIDEMARK_INJECT",
    type: "choice",
    choices: ["on", "off"],
    default: "on",
  },
  "memory.recallMode": {
    summary:
      "Whether recalled text is always included, or left out when the host's context window is nearly full (fallback).",
    env: "TIDEMARK_RECALL_MODE",
    type: "choice",
    choices: ["always", "fallback"],
    default: "fallback",
  },
  "memory.pressure": {
    summary: "Assumed fill level of the context window if the host does not report it.",
    env: "TIDEMARK_PRESSURE",
    type: "choice",
    choices: ["none", "high", "critical"],
    default: "none",
  },
  "memory.recallFloor": {
    summary: "Minimum relevance, 0 to 1, of a result that is given to an agent unasked.",
    env: "TIDEMARK_RECALL_FLOOR",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.68,
  },
} as const satisfies { readonly [name: string]: Setting };
