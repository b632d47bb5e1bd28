import * as z from "zod/mini";
import { optionalText } from "./inputs.ts";
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
    file: optionalText("A session file (default: the task's last one)", { min: 1 }),
    note: optionalText("A note for the next session", { min: 1, max: 4000 }),
  }),
  words: ["file"],
  examples: {
    "tidemark context session": "the last session file of the current task",
    'tidemark context session --note "The totals are next"': "kept for the next session",
  },
  run: async (world, input) =>
    (await import("../../app/active-context/session-file.ts")).contextSession(world, input),
  text: sessionFileText,
});
