import * as z from "zod/mini";
import { flag, optionalText, optionalTexts, text } from "./inputs.ts";
import { agentText, budgetInput } from "./text/agent-text.ts";
import { itemLine } from "./text/item-text.ts";
import { createdText } from "./text/outcome-text.ts";
import { verb } from "./verb.ts";

export const resumeVerb = verb({
  name: "resume",
  summary:
    "Show what others changed since this agent's last visit, or since a session, a position or a time.",
  effect: "writes",
  remote: "contributor",
  isReading: ({ ack }) => !ack,
  input: z.strictObject({
    ack: flag("Mark the changes as read"),
    session: optionalText("The session that gets the changes; its next turn marks them as read", { min: 1 }),
    since: optionalText(
      "A session, a position, or a time: 3d, 2026-03-01; also changes that were read before",
      { min: 1 },
    ),
    budget: budgetInput("delta.tokens"),
  }),
  examples: {
    "tidemark resume --since 3d": "the last three days, whether read or not",
    "tidemark resume --agent codex": "marks nothing as read",
    "tidemark resume --agent codex --ack": "shows the changes and marks them as read",
  },
  run: async (deps, { since, ...input }) => {
    const { delta, resume } = await import("../../app/resume/resume.ts");
    return since === undefined ? resume(deps, input) : delta(deps, { since, budget: input.budget });
  },
  text: (told) => agentText(told) || "Nothing has changed.",
});

const words = (help: string) => optionalText(help, { min: 1 });

export const handoffCreateVerb = verb({
  name: "handoff create",
  summary: "Leave a note for the next agent, in your words or from a session's activity.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({
    text: words("What the next agent must know"),
    to: words("The receiving agent (default: any)"),
    open_work: optionalTexts("An unfinished piece of work", { min: 1 }),
    files: optionalTexts("A file that it concerns", { min: 1 }),
    verify_cmd: words("A command that shows the state; Tidemark never runs it"),
    from_session: words(
      'Fill in plans, commits, files and last message from this session; "last" means your own last session',
    ),
  }),
  words: ["text"],
  examples: {
    'tidemark handoff create "Receipts are next" --to codex': "for one agent",
    "tidemark handoff create --from-session last": "written from the session's activity",
  },
  run: async (deps, input) => (await import("../../app/plans/handoffs.ts")).handoffCreate(deps, input),
  text: (created, paint) => createdText(created, "Left for the next agent.", paint),
});

const id = text("Id or label, like hnd#3");
const reason = optionalText("Why", { max: 4000 });

export const handoffAcceptVerb = verb({
  name: "handoff accept",
  summary: "Accept a handoff; it is assigned to you.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: { "tidemark handoff accept hnd#1": "no other agent needs to take it" },
  run: async (deps, input) =>
    (await import("../../app/plans/handoffs.ts")).handoffMove(deps, input, "accepted"),
  text: ({ item, from }, paint) => `${paint.good(`${from} → ${item.status}`)}\n${itemLine(item, paint)}`,
});

export const handoffCloseVerb = verb({
  name: "handoff close",
  summary: "Close a handoff; `tidemark undo` reopens it.",
  effect: "writes",
  remote: "contributor",
  input: z.strictObject({ id, reason }),
  words: ["id"],
  examples: { "tidemark handoff close hnd#1": "briefs no longer include it" },
  run: async (deps, input) =>
    (await import("../../app/plans/handoffs.ts")).handoffMove(deps, input, "closed"),
  text: ({ item, from }, paint) => `${paint.good(`${from} → ${item.status}`)}\n${itemLine(item, paint)}`,
});

export const handoffListVerb = verb({
  name: "handoff list",
  summary: "List open handoffs to you or to any agent.",
  effect: "reads",
  input: z.strictObject({
    all: flag("Also list handoffs to other agents"),
  }),
  examples: { "tidemark handoff list --all": "handoffs to every agent" },
  run: async (deps, input) => (await import("../../app/plans/handoffs.ts")).handoffList(deps, input),
  text: ({ handoffs, to_others }, paint) => {
    const others =
      to_others === 0 ? [] : [paint.faint(`${to_others} to others: tidemark handoff list --all`)];
    const none = handoffs.length + to_others === 0 ? ["There are no open handoffs."] : [];
    return [...handoffs.map((item) => itemLine(item, paint)), ...none, ...others].join("\n");
  },
});
