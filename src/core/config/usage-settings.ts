import { DEFAULT_CURVE, parseCurve } from "../freshness/usage-penalty.ts";
import type { Setting } from "./config.ts";

/** How disuse and ratings count in a score. */
export const USAGE_SETTINGS = {
  "usage.refreshOn": {
    summary: "What makes a unit fresh again: that it was used, or that it was merely shown.",
    env: "TIDEMARK_USAGE_REFRESH_ON",
    type: "choice",
    choices: ["used", "shown"],
    default: "used",
  },
  "usage.curve": {
    summary:
      "What disuse takes from a score: up to so many days so many points, of which 100 are a whole score.",
    env: "TIDEMARK_USAGE_CURVE",
    type: "text",
    min: 3,
    max: 400,
    form: {
      says: `steps of days and points, like "${DEFAULT_CURVE}"`,
      problemOf: (text) => {
        const parsed = parseCurve(text);
        return "problem" in parsed ? parsed.problem : undefined;
      },
    },
    default: DEFAULT_CURVE,
  },
  "usage.halfLifeDays": {
    summary: "After so many days a rating (confirm, refute, helpful, misleading) counts half.",
    env: "TIDEMARK_USAGE_HALF_LIFE_DAYS",
    type: "number",
    min: 1,
    max: 3_650,
    default: 45,
  },
} as const satisfies { readonly [name: string]: Setting };
