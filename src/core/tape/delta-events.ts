import * as z from "zod/mini";

const name = z.string().check(z.minLength(1), z.maxLength(200));
const count = z.int().check(z.minimum(0));

/** A position on the tape together with its hash. On another tape the same position has another hash. */
const place = z.strictObject({ position: count, hash: name });

const marks = {
  up_to: place,
  /** The commit that the worktree had checked out. */
  head: z.optional(name),
  /** Recorded on another tape: it says nothing about read positions on this one. */
  elsewhere: z.optional(z.literal(true)),
};

/** The deltas that agents received. The read positions are folded from these events. */
export const DELTA_EVENTS = {
  "delta.given": {
    summary: "An agent received the changes up to a position; its next turn marks them as read.",
    payload: z.strictObject({
      ...marks,
      /** The earlier read position; absent on the agent's first visit. */
      from: z.optional(place),
      items: count,
    }),
  },
  "delta.acknowledged": {
    summary: "An agent read the changes up to a position.",
    payload: z.strictObject(marks),
  },
} as const;
