import * as z from "zod/mini";
import { described } from "./described.ts";
import { itemLine } from "./text/item-text.ts";
import { createdText } from "./text/outcome-text.ts";
import { budgetInput, toldText } from "./text/told.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const resumeVerb = verb({
  name: "resume",
  summary: "What others changed since this agent was here; nothing when nothing did.",
  effect: "writes",
  remote: "contributor",
  isReading: ({ ack }) => !ack,
  input: z.strictObject({
    ack: described(z._default(z.boolean(), false), "It is read: from now on only what comes after it is new"),
    session: described(
      z.optional(z.string().check(z.minLength(1))),
      "The session that is told; its next turn shows that it was read",
    ),
    budget: budgetInput("delta.tokens"),
  }),
  examples: [
    { command: "tidemark resume --agent codex", says: "a look; nothing is marked as read" },
    { command: "tidemark resume --agent codex --ack", says: "read, and not told again" },
  ],
  run: async (world, input) => (await import("../../app/resume/resume.ts")).resume(world, input),
  text: toldText,
});

export const deltaVerb = verb({
  name: "delta",
  summary: "What others changed since a session, a position or a time, whatever was told before.",
  effect: "reads",
  input: z.strictObject({
    since: described(z.string().check(z.minLength(1)), "A session, a position, or a time: 3d, 2026-03-01"),
    budget: budgetInput("delta.tokens"),
  }),
  examples: [{ command: "tidemark delta --since 3d", says: "the last three days" }],
  run: async (world, input) => (await import("../../app/resume/resume.ts")).delta(world, input),
  text: toldText,
});

const lines = (help: string) => described(z.optional(z.array(z.string().check(z.minLength(1)))), help);
const words = (help: string) => described(z.optional(z.string().check(z.minLength(1))), help);

export const handoffCreateVerb = verb({
  name: "handoff create",
  summary: "Leave a note to the next agent, in your words or from what a session did.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    text: words("What the next agent must know"),
    to: words("Who should pick it up; anybody when absent"),
    open_work: lines("Something that is not done"),
    files: lines("A file it is about"),
    verify_cmd: words("A command that shows the state; never run by Tidemark"),
    from_session: words(
      "Fill in plans, commits, files and last words from this session; last for your own last",
    ),
  }),
  words: ["text"],
  examples: [
    { command: 'tidemark handoff create "Receipts are next" --to codex', says: "for one agent" },
    { command: "tidemark handoff create --from-session last", says: "written from what the session did" },
  ],
  run: async (world, input) => (await import("../../app/plans/handoffs.ts")).handoffCreate(world, input),
  text: (created, paint) => createdText(created, "Left for the next agent.", paint),
});

const id = described(z.string().check(z.minLength(1)), "Id or label, like hnd#3");
const reason = described(z.optional(z.string().check(z.maxLength(4000))), "Why");

export const handoffAcceptVerb = verb({
  name: "handoff accept",
  summary: "Take a handoff: it is yours from now on.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: [{ command: "tidemark handoff accept hnd#1", says: "nobody else need look" }],
  run: async (world, input) =>
    (await import("../../app/plans/handoffs.ts")).handoffMove(world, input, "accepted"),
  text: ({ item, from }, paint) => `${paint.good(`${from} → ${item.status}`)}\n${itemLine(item, paint)}`,
});

export const handoffCloseVerb = verb({
  name: "handoff close",
  summary: "Be done with a handoff; undo opens it again.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: [{ command: "tidemark handoff close hnd#1", says: "it is told no more" }],
  run: async (world, input) =>
    (await import("../../app/plans/handoffs.ts")).handoffMove(world, input, "closed"),
  text: ({ item, from }, paint) => `${paint.good(`${from} → ${item.status}`)}\n${itemLine(item, paint)}`,
});

export const handoffListVerb = verb({
  name: "handoff list",
  summary: "List handoffs that are not closed: those to you, and those to anybody.",
  effect: "reads",
  input: z.strictObject({ all: described(z._default(z.boolean(), false), "Also those to others") }),
  examples: [{ command: "tidemark handoff list --all", says: "whoever they are for" }],
  run: async (world, input) => (await import("../../app/plans/handoffs.ts")).handoffList(world, input),
  text: ({ handoffs, to_others }, paint) => {
    const others =
      to_others === 0 ? [] : [paint.faint(`${to_others} to others: tidemark handoff list --all`)];
    const none = handoffs.length + to_others === 0 ? ["Nothing was handed over."] : [];
    return [...handoffs.map((item) => itemLine(item, paint)), ...none, ...others].join("\n");
  },
});
