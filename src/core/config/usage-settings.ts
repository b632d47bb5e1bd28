import { DEFAULT_CURVE, parseCurve } from "../freshness/usage-penalty.ts";
import type { Setting } from "./config.ts";

/** How disuse and ratings count in a score. */
export const USAGE_SETTINGS = {
  "usage.refreshOn": {
    summary: "Whether being used, or merely being shown, resets a statement's age.",
    env: "TIDEMARK_USAGE_REFRESH_ON",
    type: "choice",
    choices: ["used", "shown"],
    default: "used",
  },
  "usage.curve": {
    summary: "Score penalty for disuse, as steps of days and points (100 points are a whole score).",
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
    summary: "Half-life of a rating (confirm, refute, helpful, misleading), in days.",
    env: "TIDEMARK_USAGE_HALF_LIFE_DAYS",
    type: "number",
    min: 1,
    max: 3_650,
    default: 45,
  },
} as const satisfies { readonly [name: string]: Setting };
