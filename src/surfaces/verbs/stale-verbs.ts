import * as z from "zod/mini";
import { described } from "./described.ts";
import { resolvedText, snoozedText, staleText, toldReport } from "./text/stale-text.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

const ids = described(
  z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(200)),
  "Ids or labels, like pln#1",
);

export const staleListVerb = verb({
  name: "stale list",
  summary: "List what is doubtful: old, expired, or about code that has changed.",
  effect: "reads",
  input: z.strictObject({
    kind: described(z.optional(z.string()), "Only this kind"),
    all: described(z._default(z.boolean(), false), "Also what was snoozed"),
  }),
  examples: [
    { command: "tidemark stale list", says: "oldest first, each with what to do about it" },
    { command: "tidemark stale list --kind plan --all", says: "plans, snoozed ones too" },
  ],
  run: async (world, { kind, all }) => {
    const { staleReport } = await import("../../app/staleness/stale.ts");
    const { kindNamed } = await import("../../app/items/create.ts");
    const kinds = kind === undefined ? {} : { kinds: [kindNamed(kind)] };
    const report = await staleReport(world, { isFresh: true, ...kinds });
    return toldReport(all ? report : { ...report, snoozed: [] });
  },
  text: staleText,
});

export const staleResolveVerb = verb({
  name: "stale resolve",
  summary: "Be done with what is flagged: drop, close, reject, resolve or archive it.",
  effect: "writes",
  input: z.strictObject({
    ids,
    reason: described(z.optional(z.string().check(z.maxLength(4000))), "Why"),
  }),
  words: ["ids"],
  examples: [
    { command: "tidemark stale resolve nte#1", says: "a note is archived; undo brings it back" },
    { command: "tidemark stale resolve nte#2 nte#3", says: "several at once" },
  ],
  run: async (world, input) => (await import("../../app/staleness/stale-acts.ts")).staleResolve(world, input),
  text: resolvedText,
});

export const staleSnoozeVerb = verb({
  name: "stale snooze",
  summary: "Leave what is flagged alone for a while.",
  effect: "writes",
  input: z.strictObject({
    ids,
    until: described(z.string().check(z.minLength(1)), "When to be told again: a date, 3d, 2w, tomorrow"),
  }),
  words: ["ids"],
  examples: [{ command: "tidemark stale snooze nte#4 --until 2w", says: "not before two weeks from now" }],
  run: async (world, input) => (await import("../../app/staleness/stale-acts.ts")).staleSnooze(world, input),
  text: snoozedText,
});
