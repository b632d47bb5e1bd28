import * as z from "zod/mini";
import { flag, optionalText, text, withHelp } from "./inputs.ts";
import { resolvedText, shownReport, snoozedText, staleText } from "./text/stale-text.ts";
import { verb } from "./verb.ts";

const ids = withHelp(
  z.array(z.string().check(z.minLength(1))).check(z.minLength(1), z.maxLength(200)),
  "Ids or labels, like pln#1",
);

export const staleListVerb = verb({
  name: "stale list",
  summary: "List items that may be outdated: old, expired, or about code that has changed.",
  effect: "reads",
  input: z.strictObject({
    kind: optionalText("Only this kind"),
    all: flag("Also list snoozed items"),
  }),
  examples: {
    "tidemark stale list": "oldest first, each with a command that settles it",
    "tidemark stale list --kind plan --all": "plans, including snoozed ones",
  },
  run: async (deps, { kind, all }) => {
    const { staleReport } = await import("../../app/staleness/stale.ts");
    const { kindNamed } = await import("../../app/items/create.ts");
    const kinds = kind === undefined ? {} : { kinds: [kindNamed(kind)] };
    const report = await staleReport(deps, { isFresh: true, ...kinds });
    return shownReport(all ? report : { ...report, snoozed: [] });
  },
  text: staleText,
});

export const staleResolveVerb = verb({
  name: "stale resolve",
  summary: "End flagged items: drop, close, reject, resolve or archive them.",
  effect: "writes",
  input: z.strictObject({
    ids,
    reason: optionalText("Why", { max: 4000 }),
  }),
  words: ["ids"],
  examples: {
    "tidemark stale resolve nte#1": "archives the note; undo restores it",
    "tidemark stale resolve nte#2 nte#3": "several at once",
  },
  run: async (deps, input) => (await import("../../app/staleness/stale-acts.ts")).staleResolve(deps, input),
  text: resolvedText,
});

export const staleSnoozeVerb = verb({
  name: "stale snooze",
  summary: "Hide flagged items from the list for a while.",
  effect: "writes",
  input: z.strictObject({
    ids,
    until: text("When to list them again: a date, 3d, 2w, tomorrow"),
  }),
  words: ["ids"],
  examples: { "tidemark stale snooze nte#4 --until 2w": "hidden for two weeks" },
  run: async (deps, input) => (await import("../../app/staleness/stale-acts.ts")).staleSnooze(deps, input),
  text: snoozedText,
});
