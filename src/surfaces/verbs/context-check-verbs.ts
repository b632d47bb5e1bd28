import * as z from "zod/mini";
import { described } from "./described.ts";
import { sessionFileText } from "./text/context-check-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const contextSessionVerb = verb({
  name: "context session",
  summary: "Show the steps of a session, or leave a note for the next one.",
  effect: "writes",
  remote: "never",
  isReading: ({ note }) => note === undefined,
  input: z.strictObject({
    file: described(
      z.optional(z.string().check(z.minLength(1))),
      "A session file (default: the task's last one)",
    ),
    note: described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
      "A note for the next session",
    ),
  }),
  words: ["file"],
  examples: [
    { command: "tidemark context session", says: "the last session file of the current task" },
    { command: 'tidemark context session --note "The totals are next"', says: "kept for the next session" },
  ],
  run: async (world, input) =>
    (await import("../../app/active-context/session-file.ts")).contextSession(world, input),
  text: sessionFileText,
});
