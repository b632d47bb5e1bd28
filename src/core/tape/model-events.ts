import * as z from "zod/mini";
import { UNIT_KIND_NAMES } from "../items/kinds.ts";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const words = z.string().check(z.maxLength(4000));
const count = z.int().check(z.minimum(0));
const usd = z.number().check(z.minimum(0));
const position = z.int().check(z.positive());

/** The model that was called, and the range of the session that it was asked about. */
const about = {
  provider: name,
  model: name,
  prompt_version: position,
  mode: z.enum(["shadow", "active"]),
  /** The range contains the turns after `after`, up to and including `up_to`. */
  after: count,
  up_to: count,
  input_hash: name,
  /** The UTC day whose cost limit the call counts against. */
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "must be a day such as 2030-01-31")),
};

/** A finding that was taken from an answer; it has the same fields as a finding by rule. */
const finding = z.strictObject({
  kind: z.enum(UNIT_KIND_NAMES),
  text: words,
  certainty: z.enum(["explicit", "uncertain"]),
  confidence: z.number().check(z.minimum(0), z.maximum(1)),
  topic: name,
  at: z.int(),
  evidence: z.array(position).check(z.minLength(1), z.maxLength(100)),
  origin: z.enum(["user", "agreed", "agent", "tool"]),
  fields: z.optional(
    z.strictObject({
      rejected: z.optional(z.array(words).check(z.maxLength(100))),
      command: z.optional(words),
      instead: z.optional(words),
      related_paths: z.optional(z.array(words).check(z.maxLength(100))),
      /** Search words that are never displayed. */
      tags: z.optional(z.array(words).check(z.maxLength(100))),
    }),
  ),
  /** Only answers to prompts before version 3 have this field. */
  amends: z.optional(words),
  /** The person's words that prove the finding. */
  quote: z.optional(words),
  /** The statements that it replaces, each by the id of its unit or by its fingerprint. */
  replaces: z.optional(z.array(name).check(z.maxLength(20))),
});

/** A model's prompt and its complete answer. With both on the tape, no call needs to be repeated. */
export const MODEL_EVENTS = {
  "model.asked": {
    summary: "A model call starts; its maximum cost counts as spent until the answer arrives.",
    payload: z.strictObject({
      ...about,
      turns: count,
      /** Number of turns that did not fit into the prompt. */
      left_out: count,
      max_usd: usd,
    }),
  },
  "model.answered": {
    summary: "A model answered; these findings were used.",
    payload: z.strictObject({
      ...about,
      /** The id of the `model.asked` event. */
      asked: name,
      findings: z.array(finding).check(z.maxLength(100)),
      /** Number of findings that were discarded. */
      dropped: count,
      tokens_in: count,
      tokens_out: count,
      cost_usd: usd,
      applied: z.boolean(),
      reason: z.optional(z.enum(["shadow", "inputs_changed", "unreadable"])),
    }),
  },
  "model.failed": {
    summary: "A model was not called or did not answer; the session was read by rules only.",
    payload: z.strictObject({
      ...about,
      /** Absent if the model was not called at all. */
      asked: z.optional(name),
      code: name,
      error: words,
      fix: z.optional(words),
      cost_usd: usd,
    }),
  },
} as const;
