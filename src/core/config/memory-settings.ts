import type { Setting } from "./config.ts";

/** How sessions become memory, and how much of it is laid before an agent. */
export const MEMORY_SETTINGS = {
  "memory.enabled": {
    summary: "Whether sessions are read for units; when off they are only recorded.",
    env: "TIDEMARK_MEMORY_ENABLED",
    type: "switch",
    default: true,
  },
  "memory.evolvesMode": {
    summary:
      "Whether a unit that seems to replace, challenge, enrich or confirm another is proposed for review.",
    env: "TIDEMARK_EVOLVES_MODE",
    type: "choice",
    choices: ["off", "shadow"],
    default: "shadow",
  },
  "memory.crystalMinUnits": {
    summary: "So many live units make a topic worth a summary.",
    env: "TIDEMARK_CRYSTAL_MIN_UNITS",
    type: "number",
    min: 2,
    max: 100,
    default: 4,
  },
  "memory.dailyRefreshHourLocal": {
    summary: "The hour of the local day after which working memory is written anew once.",
    env: "TIDEMARK_DAILY_REFRESH_HOUR",
    type: "number",
    min: 0,
    max: 23,
    default: 8,
  },
  "memory.maxWorkingChars": {
    summary: "How long the working memory of a session may be, in characters.",
    env: "TIDEMARK_MAX_WORKING_CHARS",
    type: "number",
    min: 400,
    max: 20_000,
    default: 2_400,
  },
} as const satisfies { readonly [name: string]: Setting };
