import * as z from "zod/mini";
import { SEMANTIC_LIST_MAX, type SemanticType } from "./semantic-types.ts";

/** Longest statement. An item may be twice as long, so that a text joined from several statements still fits. */
const WORDS_MAX = 4000;
const NAME_MAX = 200;
/** One entry of a list is a sentence or two. */
const ENTRY_MAX = 1000;

const text = (max: number) => z.string().check(z.regex(/\S/, "must not be empty"), z.maxLength(max));
const name = text(NAME_MAX);
const words = text(WORDS_MAX);
const list = z.array(text(ENTRY_MAX)).check(z.maxLength(SEMANTIC_LIST_MAX));

/** A spec must contain at least one of these fields. */
const SPEC_FIELDS = ["goal", "constraints", "verification_level"] as const;

/**
 * Events by which a program records something explicitly, whatever host it runs under. A field is required only if every program needs it;
 * all other fields have a default where they are read.
 */
export const SEMANTIC_EVENTS = {
  "truth.upserted": {
    summary: "A fact with a key; a later fact with the same key replaces it.",
    payload: z.strictObject({
      key: z.optional(name),
      kind: z.optional(name),
      severity: z.optional(z.enum(["error", "warn", "info"])),
      statement: words,
      evidence: z.optional(list),
    }),
  },
  "truth.resolved": {
    summary: "The fact with this key ended.",
    payload: z.strictObject({ key: name, reason: z.optional(words) }),
  },
  "task.spec_set": {
    summary: "The goal and limits of a task; without a task, of the session.",
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
    summary: "The status of a task, and the result of its verification.",
    payload: z.strictObject({
      task: z.optional(name),
      status: name,
      verification: z.optional(z.enum(["passed", "failed", "missing"])),
      detail: z.optional(words),
    }),
  },
  "blocker.recorded": {
    summary: "Something blocks the work.",
    payload: z.strictObject({ id: z.optional(name), text: words }),
  },
  "blocker.resolved": {
    summary: "The blocker with this id is gone.",
    payload: z.strictObject({ id: name, reason: z.optional(words) }),
  },
  "skill.completed": {
    summary: "A skill finished, with its result.",
    payload: z.strictObject({ name, outputs: z.optional(list) }),
  },
  "verification.recorded": {
    summary: "A check passed or failed, with the reason. A pass ends earlier failures with the same key.",
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

/** The payload of each semantic event after its schema was checked. */
export type SemanticPayloads = {
  readonly [Type in SemanticType]: z.infer<(typeof SEMANTIC_EVENTS)[Type]["payload"]>;
};
