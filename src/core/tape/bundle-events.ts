import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(8000));
const count = z.int().check(z.minimum(0));
const path = z.string().check(z.minLength(1), z.maxLength(1000));

/** Maximum number of candidates in one event; more are only counted. */
export const CANDIDATES_MAX = 120;

/** Something that could have been in a bundle, and why it was or was not. */
const candidate = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(1000)),
  block: name,
  fate: z.enum(["given", "budget", "cap", "floor", "pressure"]),
  /** The non-zero parts of a recalled hit's score, and their sum. */
  score: z.optional(z.number()),
  parts: z.optional(z.record(z.string(), z.number())),
});

/** The ledger: what an agent was given, byte for byte, and why. */
export const BUNDLE_EVENTS = {
  "bundle.given": {
    summary: "An agent received a bundle, or asked a question without a relevant answer.",
    payload: z.strictObject({
      intent: z.enum(["brief", "context", "action"]),
      query: z.optional(words),
      /** Words that were asked for beside the query, from the current work and from open insights. */
      terms: z.optional(words),
      paths: z.optional(z.array(path).check(z.maxLength(100))),
      command: z.optional(words),
      error: z.optional(words),
      pressure: z.optional(z.enum(["high", "critical"])),
      /** The floor in force, where something was recalled. */
      floor: z.optional(z.number()),
      /** How likely the memory contains an answer to the question. */
      known: z.optional(z.number()),
      /** Whether vectors were part of the scores; absent if no embedder was on. */
      semantic: z.optional(z.enum(["used", "late", "failed", "spent", "none"])),
      budget: count,
      tokens: count,
      text: z.string().check(z.maxLength(20_000)),
      sha256: name,
      blocks: z.array(z.strictObject({ name, lines: count })).check(z.maxLength(50)),
      candidates: z.array(candidate).check(z.maxLength(CANDIDATES_MAX)),
      /** Given on another tape: the text calls items and turns by the names they had there. */
      elsewhere: z.optional(z.literal(true)),
      /** How many were left out, by reason; more than are among the candidates, perhaps. */
      dropped: z.record(z.string(), count),
    }),
  },
} as const;
