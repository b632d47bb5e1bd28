import * as z from "zod/mini";
import { described } from "./described.ts";
import { checkText, sessionFileText } from "./text/context-check-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const contextCheckVerb = verb({
  name: "context check",
  summary: "Check whether the active context is current: its age, the files it names, and git.",
  effect: "reads",
  remote: "never",
  input: z.strictObject({
    task: described(
      z.optional(z.string().check(z.minLength(1))),
      "Check the archived context of this task instead",
    ),
  }),
  words: ["task"],
  examples: [
    { command: "tidemark context check", says: "lists outdated parts; exits with 1 if there are any" },
    { command: "tidemark context check BILL-42", says: "before you restore an archived task" },
  ],
  run: async (world, input) => (await import("../../app/active-context/check.ts")).checkContext(world, input),
  text: checkText,
  isFinding: ({ state }) => state === "doubtful",
});

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
