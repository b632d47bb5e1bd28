import type { Label } from "./read-corpus.ts";

/** Builds a label for tests: by default a decision that turn 1 states in the quoted words. */
export const labelLike = (quote: string, more: Partial<Label> = {}): Label => ({
  kinds: ["decision"],
  anchors: [1],
  quotes: [quote],
  isMaybe: false,
  rejected: [],
  ...more,
});
