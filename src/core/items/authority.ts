import { MemoryError } from "../failure.ts";
import type { Suggestion } from "../suggestion.ts";
import { isInstruction } from "./instruction-kinds.ts";
import { isClaimedConsent, isHostile, isOrder, needsPerson } from "./instruction-like.ts";
import { ITEM_ACTS, type Item } from "./item.ts";
import { isKind, type KindName, kindOf } from "./kinds.ts";

/** Who speaks when a verb is called: a person, or an agent in its own name. */
export type Voice = "person" | "agent";

/** Origins of a person's own words, or of their agreement. */
const PERSONAL: readonly string[] = ["user", "agreed"];

/** A statement that somebody wants to become an item, with every other text that would be shown with it. */
export type ProposedItem = {
  readonly kind: string;
  readonly text: string;
  readonly fields?: ActFields | undefined;
};

/**
 * May words of this origin become an item of this kind? What came out of a tool, a page, a file or an agent alone
 * can tell what is so and what bites; it can not give orders, under whatever kind. That a person agreed to something
 * is theirs alone to say, also where a program that they set up records for them.
 */
export function mayOriginState({ kind, text, fields }: ProposedItem, origin: string): boolean {
  if (PERSONAL.includes(origin)) return true;
  if (textsIn({ text, fields }).some(isClaimedConsent)) return false;
  if (origin === "program") return true;
  if (isInstruction(kind) || isHostileAnywhere(text, fields)) return false;
  // Plans and messages ask for something by nature.
  return origin !== "agent" || !(isKind(kind) && kindOf(kind).isUnit) || !isOrder(text);
}

/** May this voice say so at once? An agent's order needs the words of a person who gave it. */
export function mayApplyAtOnce(voice: Voice, proposed: ProposedItem, isSupported: boolean): boolean {
  if (voice === "person") return true;
  if (isInstruction(proposed.kind)) return isSupported && !textsIn(proposed.fields).some(needsPerson);
  return mayOriginState(proposed, "agent");
}

/**
 * May a statement end an earlier one at once? Only if a person's own words, or their answer to an agent, prove it and it
 * is certain: everything less is proposed.
 */
export function mayReplace(statement: {
  readonly origin: string;
  readonly certainty: string;
  readonly quote?: string;
}): boolean {
  const { origin, certainty, quote } = statement;
  return ["user", "agreed"].includes(origin) && certainty === "explicit" && quote !== undefined;
}

/** An act on an item: what it was, if it was there, and what it becomes. */
export type ItemChange = { readonly type: string; readonly item: Item; readonly before?: Item | undefined };

/**
 * Whether this voice may put this act on the tape; every verb passes this check. An agent may neither make an order
 * active that no person gave, nor end, change or restore one; and its own statements are never orders.
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
 * Whether an order stays the same. An agent may rate it, repeat it and raise its confidence. A person stands behind
 * every order, even one that an agent proposed, so an agent may change nothing else about it.
 */
function isSameOrder(before: Item, after: Item): boolean {
  // A person who names no confidence is sure.
  const isSurer = Number(after.confidence ?? 1) >= Number(before.confidence ?? 1);
  const changed = Object.keys(changedFields(before, after)).filter(
    (name) => name !== "confidence" || !isSurer,
  );
  const isInSameState = before.status === after.status && Boolean(before.removed) === Boolean(after.removed);
  return changed.length === 0 && isInSameState;
}

/** Candidates wait for a person; Tidemark itself words the other two. */
const NO_STATEMENTS: readonly string[] = ["candidate", "edge", "insight"] satisfies readonly KindName[];

/** Fields that only file an item: changing them changes nothing that it says. */
const FILING: readonly string[] =
  "topic tags related_paths confidence severity priority assignee depends_on".split(" ");

const isLive = ({ kind, status, removed }: Item): boolean => !removed && kindOf(kind).live.includes(status);

const positionOf = ({ position }: Item): number => (typeof position === "number" ? position : 0);

type ActFields = { readonly [name: string]: unknown };

function fieldsOf(item: Item): ActFields {
  const names = Object.keys(kindOf(item.kind).fields).filter((name) => item[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** The text and the fields of its kind that differ, as they are now. */
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

/** Instructions for a reader may hide in any field that is shown: a topic, a step, a way out. */
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

/** How a person does what an agent may not do. */
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
