import * as z from "zod/mini";
import { described } from "./described.ts";
import { itemLine } from "./text/item-text.ts";
import { createdText } from "./text/outcome-text.ts";
import { budgetInput, toldText } from "./text/told.ts";
import { verb } from "./verb.ts";

/* What these verbs run is loaded when it is asked for: everyday commands should not wait for it. */

export const resumeVerb = verb({
  name: "resume",
  summary:
    "Show what others changed since this agent's last visit, or since a session, a position or a time.",
  effect: "writes",
  remote: "contributor",
  isReading: ({ ack }) => !ack,
  input: z.strictObject({
    ack: described(z._default(z.boolean(), false), "Mark the changes as read"),
    session: described(
      z.optional(z.string().check(z.minLength(1))),
      "The session that gets the changes; its next turn marks them as read",
    ),
    since: described(
      z.optional(z.string().check(z.minLength(1))),
      "A session, a position, or a time: 3d, 2026-03-01; also changes that were read before",
    ),
    budget: budgetInput("delta.tokens"),
  }),
  examples: [
    { command: "tidemark resume --since 3d", says: "the last three days, whether read or not" },
    { command: "tidemark resume --agent codex", says: "marks nothing as read" },
    { command: "tidemark resume --agent codex --ack", says: "shows the changes and marks them as read" },
  ],
  run: async (world, { since, ...input }) => {
    const { delta, resume } = await import("../../app/resume/resume.ts");
    return since === undefined ? resume(world, input) : delta(world, { since, budget: input.budget });
  },
  text: (told) => toldText(told) || "Nothing has changed.",
});

const lines = (help: string) => described(z.optional(z.array(z.string().check(z.minLength(1)))), help);
const words = (help: string) => described(z.optional(z.string().check(z.minLength(1))), help);

export const handoffCreateVerb = verb({
  name: "handoff create",
  summary: "Leave a note for the next agent, in your words or from a session's activity.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    text: words("What the next agent must know"),
    to: words("The receiving agent (default: any)"),
    open_work: lines("An unfinished piece of work"),
    files: lines("A file that it concerns"),
    verify_cmd: words("A command that shows the state; Tidemark never runs it"),
    from_session: words(
      'Fill in plans, commits, files and last message from this session; "last" means your own last session',
    ),
  }),
  words: ["text"],
  examples: [
    { command: 'tidemark handoff create "Receipts are next" --to codex', says: "for one agent" },
    { command: "tidemark handoff create --from-session last", says: "written from the session's activity" },
  ],
  run: async (world, input) => (await import("../../app/plans/handoffs.ts")).handoffCreate(world, input),
  text: (created, paint) => createdText(created, "Left for the next agent.", paint),
});

const id = described(z.string().check(z.minLength(1)), "Id or label, like hnd#3");
const reason = described(z.optional(z.string().check(z.maxLength(4000))), "Why");

export const handoffAcceptVerb = verb({
  name: "handoff accept",
  summary: "Accept a handoff; it is assigned to you.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: [{ command: "tidemark handoff accept hnd#1", says: "no other agent needs to take it" }],
  run: async (world, input) =>
    (await import("../../app/plans/handoffs.ts")).handoffMove(world, input, "accepted"),
  text: ({ item, from }, paint) => `${paint.good(`${from} → ${item.status}`)}\n${itemLine(item, paint)}`,
});

export const handoffCloseVerb = verb({
  name: "handoff close",
  summary: "Close a handoff; `tidemark undo` reopens it.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: [{ command: "tidemark handoff close hnd#1", says: "briefs no longer include it" }],
  run: async (world, input) =>
    (await import("../../app/plans/handoffs.ts")).handoffMove(world, input, "closed"),
  text: ({ item, from }, paint) => `${paint.good(`${from} → ${item.status}`)}\n${itemLine(item, paint)}`,
});

export const handoffListVerb = verb({
  name: "handoff list",
  summary: "List open handoffs to you or to any agent.",
  effect: "reads",
  input: z.strictObject({
    all: described(z._default(z.boolean(), false), "Also list handoffs to other agents"),
  }),
  examples: [{ command: "tidemark handoff list --all", says: "handoffs to every agent" }],
  run: async (world, input) => (await import("../../app/plans/handoffs.ts")).handoffList(world, input),
  text: ({ handoffs, to_others }, paint) => {
    const others =
      to_others === 0 ? [] : [paint.faint(`${to_others} to others: tidemark handoff list --all`)];
    const none = handoffs.length + to_others === 0 ? ["There are no open handoffs."] : [];
    return [...handoffs.map((item) => itemLine(item, paint)), ...none, ...others].join("\n");
  },
});
