import { MemoryError } from "../failure.ts";
import type { Suggestion } from "../suggestion.ts";
import { isInstruction } from "./instruction-kinds.ts";
import { isClaimedConsent, isHostile, isOrder, isRuleForAgents, needsPerson } from "./instruction-like.ts";
import { ITEM_ACTS, type Item } from "./item.ts";
import { isKind, type KindName, kindOf } from "./kinds.ts";

/** Who calls a verb: a person, or an agent in its own name. */
export type Voice = "person" | "agent";

/** Origins that mean a person said it or agreed to it. */
const PERSONAL: readonly string[] = ["user", "agreed"];

/** A statement that may become an item, with every other text that would be shown with it. */
export type ProposedItem = {
  readonly kind: string;
  readonly text: string;
  readonly fields?: ActFields | undefined;
};

/**
 * Whether words of this origin may become an item of this kind. Words that come only from a tool, a page, a file or an agent can state
 * facts and pitfalls. They cannot give orders, whatever kind they are filed under. Only a person can say that they agreed to something; a
 * program that the person set up cannot say it for them.
 */
export function mayOriginState({ kind, text, fields }: ProposedItem, origin: string): boolean {
  if (PERSONAL.includes(origin)) return true;
  if (textsIn({ text, fields }).some(isClaimedConsent)) return false;
  if (origin === "program") return true;
  if (isInstruction(kind) || isHostileAnywhere(text, fields)) return false;
  if (origin !== "agent") return true;
  // Plans and messages ask for something by their nature, but not of all agents for ever.
  if (isKind(kind) && kindOf(kind).isUnit) return !isOrder(text);
  return !textsIn({ text, fields }).some(isRuleForAgents);
}

/** Whether this caller may state it without a review. An agent's order needs the words of a person who gave it. */
export function mayApplyAtOnce(voice: Voice, proposed: ProposedItem, isSupported: boolean): boolean {
  if (voice === "person") return true;
  if (isInstruction(proposed.kind)) return isSupported && !textsIn(proposed.fields).some(needsPerson);
  return mayOriginState(proposed, "agent");
}

/**
 * Whether a statement may end an earlier one without a review. It must be certain, and a person's own words or their answer to an agent
 * must prove it. Anything less is only proposed.
 */
export function mayReplace(statement: {
  readonly origin: string;
  readonly certainty: string;
  readonly quote?: string;
}): boolean {
  const { origin, certainty, quote } = statement;
  return ["user", "agreed"].includes(origin) && certainty === "explicit" && quote !== undefined;
}

/** An act on an item: its type, the item before it (if there was one), and the item after it. */
export type ItemChange = { readonly type: string; readonly item: Item; readonly before?: Item | undefined };

/**
 * Whether this caller may put this act on the tape. Every verb passes this check. An agent may not activate an order that no person gave,
 * and may not end, change or restore an order. An agent's own statements are never orders.
 */
export function mayAct(voice: Voice, { type, item, before }: ItemChange): boolean {
  if (voice === "person" || NO_STATEMENTS.includes(item.kind)) return true;
  if (before && isInstruction(before.kind) && isSameOrder(before, item)) return true;
  const isMade = type === ITEM_ACTS.created;
  if (!isLive(item)) return isMade || !isInstruction(item.kind);
  const changed = before && isLive(before) ? changedFields(before, item) : undefined;
  if (!isInstruction(item.kind) && changed && Object.keys(changed).every((name) => FILING.includes(name)))
    return !textsIn(changed).some(needsPerson);
  const isRepeated =
    type === ITEM_ACTS.updated && before !== undefined && (item.evidence?.at(-1) ?? 0) > positionOf(before);
  const isSupported = item.origin === "user" && (isMade || isRepeated);
  return mayApplyAtOnce(voice, { kind: item.kind, text: item.text, fields: fieldsOf(item) }, isSupported);
}

/**
 * Whether an order stays the same. An agent may rate it, repeat it and raise its confidence. A person is responsible for every order, even
 * one that an agent proposed, so an agent may change nothing else.
 */
function isSameOrder(before: Item, after: Item): boolean {
  // If a person gives no confidence, it counts as 1.
  const isSurer = Number(after.confidence ?? 1) >= Number(before.confidence ?? 1);
  const changed = Object.keys(changedFields(before, after)).filter(
    (name) => name !== "confidence" || !isSurer,
  );
  const isInSameState = before.status === after.status && Boolean(before.removed) === Boolean(after.removed);
  return changed.length === 0 && isInSameState;
}

/** Candidates wait for a person; Tidemark itself writes the text of edges and insights. */
const NO_STATEMENTS: readonly string[] = ["candidate", "edge", "insight"] satisfies readonly KindName[];

/** Fields that only file an item. Changing them does not change its statement. */
const FILING: readonly string[] =
  "topic tags related_paths confidence severity priority assignee depends_on".split(" ");

const isLive = ({ kind, status, removed }: Item): boolean => !removed && kindOf(kind).live.includes(status);

const positionOf = ({ position }: Item): number => (typeof position === "number" ? position : 0);

type ActFields = { readonly [name: string]: unknown };

function fieldsOf(item: Item): ActFields {
  const names = Object.keys(kindOf(item.kind).fields).filter((name) => item[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** The text and the kind's fields that differ, with their new values. */
function changedFields(before: Item, after: Item): ActFields {
  const was: ActFields = { ...fieldsOf(before), text: before.text };
  const is: ActFields = { ...fieldsOf(after), text: after.text };
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return Object.fromEntries(
    names
      .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map((name) => [name, is[name]]),
  );
}

/** Instructions for a reader may be hidden in any displayed field: a topic, a step, a workaround. */
export function isHostileAnywhere(text: string, fields: ProposedItem["fields"]): boolean {
  return [text, ...textsIn(fields)].some(isHostile);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Acts that only a person may do, and why. */
export const PERSON_ACTS = {
  forget: "Forgetting erases text permanently",
  scrub: "Scrubbing changes recorded events",
  restore: "A restored memory is trusted without review",
  import: "An imported file is trusted without review",
  adopt: "An adopted memory is trusted without review",
  on: "The user decides what is recorded",
  "init --record every-repository": "The user decides what is recorded",
  "share --hook": "A git hook runs on each of the user's commits",
  uninstall: "Uninstalling removes the memory from every agent",
  "token create": "A token grants access",
  "token revoke": "Revoking a token removes access",
  migrate: "The user decides where the memory is kept",
  sync: "A synced memory is trusted without review",
  open: "The dashboard acts in your name",
  serve: "A server lets others read and change this memory",
} as const;

export type PersonAct = keyof typeof PERSON_ACTS;

/** How a person can do the act that an agent may not do. */
export const inOwnTerminal = (suggestion: Suggestion): Suggestion => ({
  to: "Run this in your own terminal",
  ...suggestion,
});

/** Refuses an act that only a person may do. */
export function refuseAgent(voice: Voice, act: PersonAct, suggestion: Suggestion = { verb: act }): void {
  if (voice === "person") return;
  throw new MemoryError("input.needs_person", `${PERSON_ACTS[act]}, so a person must do it.`, {
    fix: inOwnTerminal(suggestion),
  });
}
