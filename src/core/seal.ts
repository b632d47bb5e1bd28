import { type SipKey, sipHash } from "./siphash.ts";

/** Marks lines that this user's own processes wrote, so that foreign lines are not accepted. */
export type Seal = {
  /** Identifies the key without revealing it. */
  readonly tag: string;
  readonly of: (text: string) => string;
};

const TAG_DIGITS = 8;

export const sealWith = (key: SipKey): Seal => ({
  tag: sipHash(key, "tag").slice(0, TAG_DIGITS),
  of: (text) => sipHash(key, `line ${text}`),
});
