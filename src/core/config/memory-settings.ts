import { MemoryError } from "../failure.ts";
import type { ResolvedConfig, Setting } from "./config.ts";

/** How sessions become memory, and how much of it is laid before an agent. */
export const MEMORY_SETTINGS = {
  "memory.enabled": {
    summary:
      "Whether anything is recorded; when false, hooks, agents and commands add nothing. False in any place wins.",
    env: "TIDEMARK_MEMORY_ENABLED",
    type: "switch",
    isOffFinal: true,
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
  "memory.endGivenUp": {
    summary:
      "Whether a unit ends at once when a person's own words name what it chose and give it up; when off, that is only proposed.",
    env: "TIDEMARK_END_GIVEN_UP",
    type: "switch",
    default: true,
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
  "memory.retrievalWeights.lexical": {
    summary: "How much the words of a hit count: what it says, in what order, and what it is about.",
    env: "TIDEMARK_WEIGHT_LEXICAL",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.55,
  },
  "memory.retrievalWeights.recency": {
    summary: "How much it counts that a hit is new.",
    env: "TIDEMARK_WEIGHT_RECENCY",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.25,
  },
  "memory.retrievalWeights.confidence": {
    summary: "How much it counts that a hit is sure.",
    env: "TIDEMARK_WEIGHT_CONFIDENCE",
    type: "amount",
    min: 0,
    max: 1,
    default: 0.2,
  },
} as const satisfies { readonly [name: string]: Setting };

/** Weights count by their share of all three, and of nothing there is no share. */
export function refuseNoWeight({ config }: ResolvedConfig): void {
  const { lexical, recency, confidence } = config.memory.retrievalWeights;
  if (lexical + recency + confidence > 0) return;
  const field = "memory.retrievalWeights";
  throw new MemoryError("input.config", `All weights of "${field}" are 0, so that nothing could be ranked.`, {
    field,
    fix: `Set ${field}.lexical above 0, or take the lines out.`,
  });
}
