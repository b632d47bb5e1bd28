import { core } from "./requirement.ts";

/** Pasted and quoted text in a person's turn, which is not the person's own words. */
export const PASTED = {
  "pasted.chats": core(
    "Pasted chats of Slack, Teams, Discord, IRC and others, summaries that a host made, and prompts for sub-agents give no orders in a person's name.",
  ),
  "pasted.no-order": core(
    "Text that a person pastes, forwards, quotes or reports gives no order; what may be theirs waits as a candidate.",
  ),
  "pasted.held-out": core(
    "Of pastes in forms that no rule was made with, at most one in ten gives an order, and 95 of 100 own messages are kept.",
  ),
  "pasted.own-words": core(
    "A person's own words are kept beside what they paste, as sentences or as a list, in ten languages.",
  ),
  "subagent.no-order": core(
    "What an agent tells a sub-agent, and what it answers, is no person's word: not as a statement, and not as something they agreed to.",
  ),
} as const;
