import type { Weights } from "./score.ts";

/** The weights as shares of one, whatever they sum to in the config. */
export function weightsOf({ lexical, recency, confidence }: Weights): Weights {
  const all = lexical + recency + confidence;
  return { lexical: lexical / all, recency: recency / all, confidence: confidence / all };
}
