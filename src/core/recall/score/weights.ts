import type { Weights } from "./score.ts";

/** Scales the weights so that they sum to one, whatever their sum in the config is. */
export function weightsOf({ lexical, recency, confidence }: Weights): Weights {
  const all = lexical + recency + confidence;
  return { lexical: lexical / all, recency: recency / all, confidence: confidence / all };
}
