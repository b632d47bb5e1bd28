import * as z from "zod/mini";
import { SEMANTIC_LIST_MAX, type SemanticType } from "./semantic-types.ts";

/** Longest statement. An item holds twice that, so that what is composed of several still fits. */
const WORDS_MAX = 4000;
const NAME_MAX = 200;
/** One entry of a list is a sentence or two. */
const ENTRY_MAX = 1000;

const text = (max: number) => z.string().check(z.regex(/\S/, "must not be empty"), z.maxLength(max));
const name = text(NAME_MAX);
const words = text(WORDS_MAX);
const list = z.array(text(ENTRY_MAX)).check(z.maxLength(SEMANTIC_LIST_MAX));

/** A spec that names none of these sets nothing. */
const SPEC_FIELDS = ["goal", "constraints", "verification_level"] as const;

/**
 * What a program can record in so many words, whatever host it runs under. What nobody could do without is
 * needed; all else has a default where it is read.
 */
export const SEMANTIC_EVENTS = {
  "truth.upserted": {
    summary: "Something is so, or is now so: a later one with the same key takes its place.",
    payload: z.strictObject({
      key: z.optional(name),
      kind: z.optional(name),
      severity: z.optional(z.enum(["error", "warn", "info"])),
      statement: words,
      evidence: z.optional(list),
    }),
  },
  "truth.resolved": {
    summary: "What was recorded under this key is over.",
    payload: z.strictObject({ key: name, reason: z.optional(words) }),
  },
  "task.spec_set": {
    summary: "What a task is to reach, and within which limits. Without a task it is the session's own.",
    payload: z
      .strictObject({
        task: z.optional(name),
        goal: z.optional(words),
        constraints: z.optional(list),
        verification_level: z.optional(name),
      })
      .check(
        z.refine((spec) => SPEC_FIELDS.some((field) => spec[field] !== undefined), {
          error: `is needed, or one of ${SPEC_FIELDS.slice(1).join(", ")}`,
          path: ["goal"],
        }),
      ),
  },
  "task.status_set": {
    summary: "Where a task stands, and what its verification says.",
    payload: z.strictObject({
      task: z.optional(name),
      status: name,
      verification: z.optional(z.enum(["passed", "failed", "missing"])),
      detail: z.optional(words),
    }),
  },
  "blocker.recorded": {
    summary: "Something stands in the way.",
    payload: z.strictObject({ id: z.optional(name), text: words }),
  },
  "blocker.resolved": {
    summary: "The blocker of this id is out of the way.",
    payload: z.strictObject({ id: name, reason: z.optional(words) }),
  },
  "skill.completed": {
    summary: "A skill ran to its end, with what came out of it.",
    payload: z.strictObject({ name, outputs: z.optional(list) }),
  },
  "verification.recorded": {
    summary: "A check was made: it passed or failed, and why. A pass ends the failures of the same key.",
    payload: z.strictObject({
      key: z.optional(name),
      level: z.optional(name),
      outcome: z.enum(["pass", "fail"]),
      failed_checks: z.optional(list),
      missing_evidence: z.optional(list),
      root_cause: z.optional(words),
      recommendation: z.optional(words),
    }),
  },
} as const satisfies {
  readonly [type in SemanticType]: { summary: string; payload: z.ZodMiniObject };
};

/** What each of them holds once it passed its schema. */
export type SemanticPayloads = {
  readonly [Type in SemanticType]: z.infer<(typeof SEMANTIC_EVENTS)[Type]["payload"]>;
};
