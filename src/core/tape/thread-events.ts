import * as z from "zod/mini";

/** Links that one event tells of. */
export const LINKS_MAX = 400;

const link = z.strictObject({
  /** The earlier item, or the name of the earlier turn. */
  older: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Where the later turn lies; 0 when it is not on this tape. */
  turn: z.int().check(z.minimum(0)),
  /** The unit that was made of that turn and says the same matter anew, if one was. */
  newer: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Where in the text of that turn the words stand that speak of it. */
  words: z.array(z.tuple([z.int().check(z.minimum(0)), z.int().check(z.minimum(0))])).check(z.maxLength(20)),
  score: z.number().check(z.minimum(0), z.maximum(1)),
});

/** Which later turns of a person speak of what earlier items say. */
export const THREAD_EVENTS = {
  "thread.linked": {
    summary:
      "Later turns of a person speak of what earlier items say: they are told together, the newest first.",
    payload: z.strictObject({ links: z.array(link).check(z.maxLength(LINKS_MAX)) }),
  },
} as const;

export type ThreadEventType = keyof typeof THREAD_EVENTS;
