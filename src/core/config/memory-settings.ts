import { MemoryError } from "../failure.ts";
import type { ResolvedConfig, Setting } from "./config.ts";

/** How sessions become memory, and how much of it an agent gets. */
export const MEMORY_SETTINGS = {
  "memory.enabled": {
    summary:
      "Whether anything is recorded. When false, hooks, agents and commands add nothing. False in any file takes precedence.",
    env: "TIDEMARK_MEMORY_ENABLED",
    type: "switch",
    isOffFinal: true,
    default: true,
  },
  "memory.evolvesMode": {
    summary:
      "Whether Tidemark proposes edges (replaces, challenges, enriches, confirms) between statements for review.",
    env: "TIDEMARK_EVOLVES_MODE",
    type: "choice",
    choices: ["off", "shadow"],
    default: "shadow",
  },
  "memory.endGivenUp": {
    summary:
      "Whether a decision ends at once when a user explicitly gives it up. When off, this is only proposed for review.",
    env: "TIDEMARK_END_GIVEN_UP",
    type: "switch",
    default: true,
  },
  "memory.crystalMinUnits": {
    summary: "Minimum number of current statements before a topic gets a page.",
    env: "TIDEMARK_CRYSTAL_MIN_UNITS",
    type: "number",
    min: 2,
    max: 100,
    default: 4,
  },
  "memory.dailyRefreshHourLocal": {
    summary: "Local hour after which working memory is rebuilt once a day.",
    env: "TIDEMARK_DAILY_REFRESH_HOUR",
    type: "number",
    min: 0,
    max: 23,
    default: 8,
  },
  "memory.maxWorkingChars": {
    summary: "Maximum length of a session's working memory, in characters.",
    env: "TIDEMARK_MAX_WORKING_CHARS",
    type: "number",
    min: 400,
    max: 20_000,
    default: 2_400,
  },
  "memory.retrievalWeights.lexical": {
    summary: "Ranking weight of matching words.",
    env: "TIDEMARK_WEIGHT_LEXICAL",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.55,
  },
  "memory.retrievalWeights.recency": {
    summary: "Ranking weight of recency.",
    env: "TIDEMARK_WEIGHT_RECENCY",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.25,
  },
  "memory.retrievalWeights.confidence": {
    summary: "Ranking weight of confidence.",
    env: "TIDEMARK_WEIGHT_CONFIDENCE",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.2,
  },
} as const satisfies { readonly [name: string]: Setting };

/** Each weight counts as a share of the sum of all three, so the sum must be positive. */
export function requirePositiveWeights({ config }: ResolvedConfig): void {
  const { lexical, recency, confidence } = config.memory.retrievalWeights;
  if (lexical + recency + confidence > 0) return;
  const field = "memory.retrievalWeights";
  throw new MemoryError("input.config", `All weights of "${field}" are 0, so nothing can be ranked.`, {
    field,
    fix: `Set ${field}.lexical above 0, or remove the lines.`,
  });
}
