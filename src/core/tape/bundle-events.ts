import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(8000));
const count = z.int().check(z.minimum(0));
const path = z.string().check(z.minLength(1), z.maxLength(1000));

/** Maximum number of candidates in one event; more are only counted. */
export const CANDIDATES_MAX = 120;

/** A candidate for a bundle, and the reason why it was included or left out. */
const candidate = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(1000)),
  block: name,
  fate: z.enum(["given", "budget", "cap", "floor", "pressure"]),
  /** The sum of a recalled hit's score, and the non-zero parts of the score. */
  score: z.optional(z.number()),
  parts: z.optional(z.record(z.string(), z.number())),
});

/** The ledger: the exact text that an agent received, and why. */
export const BUNDLE_EVENTS = {
  "bundle.given": {
    summary: "An agent received a bundle, or asked a question without a relevant answer.",
    payload: z.strictObject({
      intent: z.enum(["brief", "context", "action"]),
      query: z.optional(words),
      /** Search words besides the query, from the current work and from open insights. */
      terms: z.optional(words),
      paths: z.optional(z.array(path).check(z.maxLength(100))),
      command: z.optional(words),
      error: z.optional(words),
      pressure: z.optional(z.enum(["high", "critical"])),
      /** The floor that applied, if something was recalled. */
      floor: z.optional(z.number()),
      /** The probability that the memory contains an answer to the question. */
      known: z.optional(z.number()),
      /** Whether vectors were part of the scores; absent if no embedder was on. */
      semantic: z.optional(z.enum(["used", "late", "failed", "spent", "none"])),
      budget: count,
      tokens: count,
      text: z.string().check(z.maxLength(20_000)),
      sha256: name,
      blocks: z.array(z.strictObject({ name, lines: count })).check(z.maxLength(50)),
      candidates: z.array(candidate).check(z.maxLength(CANDIDATES_MAX)),
      /** Recorded on another tape: the text uses the names that items and turns had there. */
      elsewhere: z.optional(z.literal(true)),
      /** Number of candidates left out, by reason. It also counts candidates that `candidates` had no room for. */
      dropped: z.record(z.string(), count),
    }),
  },
} as const;
