import type { Label } from "./read-corpus.ts";

/** A label for tests: a decision that the first turn states in these words, but for what is said otherwise. */
export const labelLike = (quote: string, more: Partial<Label> = {}): Label => ({
  kinds: ["decision"],
  anchors: [1],
  quotes: [quote],
  isMaybe: false,
  rejected: [],
  ...more,
});
