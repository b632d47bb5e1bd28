import { type SipKey, sipHash } from "./siphash.ts";

/** Marks what this user's own processes wrote, so that nobody else's lines are taken for theirs. */
export type Seal = {
  /** Names the key without giving it away. */
  readonly tag: string;
  readonly of: (text: string) => string;
};

const TAG_DIGITS = 8;

export const sealWith = (key: SipKey): Seal => ({
  tag: sipHash(key, "tag").slice(0, TAG_DIGITS),
  of: (text) => sipHash(key, `line ${text}`),
});
