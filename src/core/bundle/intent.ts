import type { KindName } from "../items/kinds.ts";
import type { Cap } from "./bundle.ts";

/** The purpose of a bundle: a session starts, a task or prompt needs context, or a tool call is about to run. */
export const INTENTS = ["brief", "context", "action"] as const;
export type Intent = (typeof INTENTS)[number];

/** How full the agent's context window is, as the host reports it. */
export const PRESSURES = ["none", "high", "critical"] as const;
export type Pressure = (typeof PRESSURES)[number];

/** One kind of block: its content, and its limit in each kind of bundle. */
export type BlockRule = {
  readonly name: string;
  readonly title: string;
  /** The kinds of live items that it lists. A block without kinds is filled from recall, news or other sources. */
  readonly kinds: readonly KindName[];
  /** True for a part of working memory, which is kept longest when room is short. */
  readonly isWorking: boolean;
  /** Its share of the budget is reserved, because the block is short and no other block contains its content. */
  readonly isReserved?: boolean;
  readonly caps: { readonly [intent in Intent]?: Cap };
};

/** A cap: a maximum number of lines, and a share of the budget while other blocks need room. */
const cap = (lines: number, share: number): Cap => ({ lines, share });

/**
 * Every block, most important first: handoffs, news, the current task, plans in progress, recalled items, rules, traps, decisions, findings
 * that need a decision, and facts.
 */
export const BLOCKS: readonly BlockRule[] = [
  {
    name: "careful",
    title: "Careful",
    kinds: ["trap", "constraint", "preference", "decision", "fact", "candidate"],
    isWorking: true,
    caps: { action: cap(3, 1) },
  },
  {
    name: "handoffs",
    title: "Handoffs to you",
    kinds: ["handoff"],
    isWorking: true,
    caps: { brief: cap(5, 0.25) },
  },
  {
    name: "delta",
    title: "Changes since you were here",
    kinds: [],
    isWorking: true,
    caps: { brief: cap(10, 0.3) },
  },
  {
    name: "resume",
    title: "Current task",
    kinds: [],
    isWorking: true,
    caps: { brief: cap(5, 0.25) },
  },
  {
    name: "plans",
    title: "Open plans",
    kinds: ["plan"],
    isWorking: true,
    caps: { brief: cap(8, 0.25), context: cap(2, 0.15) },
  },
  {
    name: "recall",
    title: "Related to this task",
    kinds: [],
    isWorking: false,
    caps: { context: cap(10, 0.7) },
  },
  {
    name: "constraints",
    title: "Constraints and preferences",
    kinds: ["constraint", "preference"],
    isWorking: true,
    caps: { brief: cap(12, 0.3), context: cap(3, 0.15) },
  },
  {
    name: "traps",
    title: "Traps",
    kinds: ["trap"],
    isWorking: true,
    caps: { brief: cap(10, 0.25), context: cap(2, 0.1) },
  },
  {
    name: "decisions",
    title: "Decisions",
    kinds: ["decision"],
    isWorking: true,
    caps: { brief: cap(12, 0.3) },
  },
  {
    name: "insights",
    title: "Unresolved contradictions",
    kinds: [],
    isWorking: true,
    caps: { brief: cap(3, 0.1), context: cap(1, 0.1) },
  },
  { name: "stale", title: "Possibly outdated", kinds: [], isWorking: false, caps: { brief: cap(5, 0.15) } },
  { name: "lessons", title: "Lessons", kinds: ["lesson"], isWorking: true, caps: { brief: cap(8, 0.2) } },
  {
    name: "patterns",
    title: "Patterns",
    kinds: ["pattern"],
    isWorking: false,
    caps: { brief: cap(6, 0.15) },
  },
  { name: "facts", title: "Facts", kinds: ["fact"], isWorking: false, caps: { brief: cap(8, 0.2) } },
  {
    name: "session",
    title: "Previous session",
    kinds: [],
    isWorking: false,
    isReserved: true,
    caps: { brief: cap(3, 0.15) },
  },
  { name: "notes", title: "Notes", kinds: ["note"], isWorking: false, caps: { brief: cap(4, 0.1) } },
  {
    name: "hypotheses",
    title: "Unproven hypotheses",
    kinds: ["hypothesis"],
    isWorking: false,
    caps: { brief: cap(4, 0.1) },
  },
];

/** The kinds whose live items a bundle of this intent may list. */
export const kindsOf = (intent: Intent): KindName[] => [
  ...new Set(BLOCKS.filter(({ caps }) => caps[intent]).flatMap(({ kinds }) => kinds)),
];
