import { replacementIn, wholeWords } from "../edges/cues.ts";
import { oppositionOf } from "../edges/opposition.ts";
import { haveOtherSubjects } from "../edges/parallel-statements.ts";
import { memoized } from "../edges/remember.ts";
import { scopesDiffer } from "../edges/scope.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { Item } from "../items/item.ts";
import { isLiveUnit } from "../items/live-unit.ts";
import { byCodePoints } from "../order.ts";

/** The reason for a conflict, in a few words. */
export type Conflict = { readonly signal: string };

/** A hypothesis contradicts nothing, and a lesson reports what happened. */
const BINDING: readonly string[] = ["decision", "constraint", "preference", "fact", "pattern", "trap"];

const HEDGED = wholeWords([
  "might|maybe|perhaps|possibly|not sure|we could|i suspect|i guess|vielleicht|eventuell|vermutlich|quizás?|tal vez|a lo mejor",
  "peut-être|sans doute|talvez|se calhar|forse|magari|может быть|возможно|наверное",
]);
const HEDGED_UNSPACED = /可能|也许|或许|かもしれ|たぶん|おそらく|아마|수도 있/u;

/**
 * Whether two live units cannot both be followed: one subject, and opposite rules or two values for one key. The order
 * of the two does not matter. If one takes the other back, an edge is proposed instead of a conflict.
 */
export function conflictOf(a: Item, b: Item): Conflict | undefined {
  if (![a, b].every((unit) => isLiveUnit(unit) && BINDING.includes(unit.kind) && !isOpen(unit.text))) {
    return undefined;
  }
  if (a.text === b.text) return undefined;
  const [first, second] = byCodePoints(a.text, b.text) < 0 ? [a, b] : [b, a];
  if (isTakenBack(first, second) || isTakenBack(second, first)) return undefined;
  if (scopesDiffer(first, second) || haveOtherSubjects(first.text, second.text)) return undefined;
  const signal = oppositionOf(saidIn(first), saidIn(second));
  return signal === undefined ? undefined : { signal };
}

/** The whole statement if it was made in one turn. An answer's evidence would include what an agent offered. */
function saidIn({ text, parts, evidence = [], origin }: Item): string {
  const isOneGo = origin === "user" && evidence.length === 1 && Array.isArray(parts);
  return isOneGo ? [text, ...parts].join("\n") : text;
}

/** Questions and guesses contradict nothing. */
const isOpen = memoized(
  (text: string): boolean => /[?？]\s*$/u.test(text) || HEDGED.test(text) || HEDGED_UNSPACED.test(text),
);

/** Whether one of the two says that it replaces the other. */
function isTakenBack(newer: Item, older: Item): boolean {
  if (newer.amends === older.id) return true;
  // If two units change the same statement, the later one holds.
  if (newer.amends !== undefined && newer.amends === older.amends) return true;
  if (Date.parse(newer.last_seen_at) < Date.parse(older.last_seen_at)) return false;
  const found = replacementIn(newer.text);
  if (found === undefined) return false;
  return found.dropped === "" || sharedSubject(subjectOf(found.dropped), subjectOf(older.text)).weight >= 1;
}
