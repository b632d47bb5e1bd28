import type { Setting } from "./config.ts";
import { CONTEXT_SETTINGS } from "./context-settings.ts";

/** How much an agent is told, and when it is told nothing. */
export const BUNDLE_SETTINGS = {
  "brief.tokens": {
    summary: "How many tokens a brief may cost.",
    env: "TIDEMARK_BRIEF_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
    default: 1_200,
  },
  "context.tokens": {
    summary: "How many tokens the bundle for a task or a prompt may cost.",
    env: "TIDEMARK_CONTEXT_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
    default: 600,
  },
  // Beside the other setting of their group: a config file opens each group once.
  ...CONTEXT_SETTINGS,
  "action.tokens": {
    summary: "How many tokens the note before a tool call may cost.",
    env: "TIDEMARK_ACTION_TOKENS",
    type: "number",
    min: 100,
    max: 2_000,
    default: 300,
  },
  "delta.tokens": {
    summary: "How many tokens the account of what changed may cost, when it is asked for by itself.",
    env: "TIDEMARK_DELTA_TOKENS",
    type: "number",
    min: 100,
    max: 8_000,
    default: 600,
  },
  "memory.inject": {
    summary:
      "Whether hosts are told anything by themselves; when off they get one line of status, and asking still works.",
    env: "TIDEMARK_INJECT",
    type: "choice",
    choices: ["on", "off"],
    default: "on",
  },
  "memory.recallMode": {
    summary:
      "Whether what is recalled goes in always, or gives way when the host's context is nearly full (fallback).",
    env: "TIDEMARK_RECALL_MODE",
    type: "choice",
    choices: ["always", "fallback"],
    default: "fallback",
  },
  "memory.pressure": {
    summary: "How full a host's context is taken to be where the host does not report it.",
    env: "TIDEMARK_PRESSURE",
    type: "choice",
    choices: ["none", "high", "critical"],
    default: "none",
  },
  "memory.recallFloor": {
    summary:
      "How likely the memory must know of what is asked, 0 to 1, before an agent is told what was recalled.",
    env: "TIDEMARK_RECALL_FLOOR",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.68,
  },
} as const satisfies { readonly [name: string]: Setting };
