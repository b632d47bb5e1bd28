import * as z from "zod/mini";
import { described } from "./described.ts";
import { checkText, sessionFileText } from "./text/context-check-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const contextCheckVerb = verb({
  name: "context check",
  summary: "Hold the active context against the clock, the files it names and git.",
  effect: "reads",
  remote: "never",
  input: z.strictObject({
    task: described(
      z.optional(z.string().check(z.minLength(1))),
      "The archived context of this task instead",
    ),
  }),
  words: ["task"],
  examples: [
    { command: "tidemark context check", says: "what no longer holds; ends with 1 when something does not" },
    { command: "tidemark context check BILL-42", says: "before an archived one is restored" },
  ],
  run: async (world, input) => (await import("../../app/active-context/check.ts")).checkContext(world, input),
  text: checkText,
  isFinding: ({ state }) => state === "doubtful",
});

export const contextSessionVerb = verb({
  name: "context session",
  summary: "Show what was done in a session, step by step, or leave a note for the next one.",
  effect: "writes",
  remote: "never",
  isReading: ({ note }) => note === undefined,
  input: z.strictObject({
    file: described(
      z.optional(z.string().check(z.minLength(1))),
      "A session file; the last of this task when absent",
    ),
    note: described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
      "Something to leave for the next session",
    ),
  }),
  words: ["file"],
  examples: [
    { command: "tidemark context session", says: "the last session file of the task in hand" },
    { command: 'tidemark context session --note "The totals are next"', says: "kept for whoever goes on" },
  ],
  run: async (world, input) =>
    (await import("../../app/active-context/session-file.ts")).contextSession(world, input),
  text: sessionFileText,
});
