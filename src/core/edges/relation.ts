import type { EdgeRelation } from "../items/kinds.ts";
import { contrastIn, replacementIn } from "./cues.ts";
import { newValueFor } from "./new-value.ts";
import { oppositionOf } from "./opposition.ts";
import { haveOtherSubjects } from "./parallel-statements.ts";
import { repeats } from "./repeats.ts";
import { isNarrower, leavesAlone } from "./stands-beside.ts";
import { rootsOf, type SharedSubject, sharedSubject, subjectOf, surfaceOf } from "./subject.ts";

/** How a newer unit relates to an older one, the confidence, and the reason. */
export type Relation = {
  readonly relation: EdgeRelation;
  readonly confidence: number;
  /** A sentence for people. It may contain words of both units, and is forgotten together with either. */
  readonly rationale: string;
};

type Unit = { readonly text: string; readonly kind: string; readonly topic?: unknown };

/** Minimum similarity at which two statements count as the same with an addition or omission. */
const ALIKE = 0.82;
/** Minimum number of words for one statement to be contained in another. */
const WITHIN_MIN = 2;
/** Number of words that two subjects must share before one statement can replace the other. */
const SUBJECT_MIN = 2;
/** Alternatively, a single word that is at least this share of the shorter subject. */
const SUBJECT_SHARE = 0.4;
/** A contrast word such as "but" says little, so more words must be shared. */
const CONTRAST_MIN = 2;
/** Minimum share of the dropped words that the older statement must contain. */
const NAMED_SHARE = 0.5;
/** Confidence of an edge if the newer statement's words do not show that the older one ends. */
export const BESIDE_CONFIDENCE = 0.5;
/** Maximum number of words named in a rationale, so that it stays a short sentence. */
const NAMED_MAX = 4;

/** The relation of two units; undefined if nothing shows one: no edge is better than a guess. */
export function relationOf(newer: Unit, older: Unit): Relation | undefined {
  if (repeats(newer.text, older.text)) {
    return { relation: "confirms", confidence: 0.95, rationale: "says the same in the same words" };
  }
  if (haveOtherSubjects(older.text, newer.text)) return undefined;
  const shared = sharedSubject(subjectOf(newer.text, newer.topic), subjectOf(older.text, older.topic));
  const found =
    replaces(newer, older, shared) ?? challengeOf(newer, older, shared) ?? enrichmentOf(newer, older, shared);
  const isOfPart =
    isNarrower(newer.text, older.text) ||
    (found?.relation === "challenges" && isNarrower(older.text, newer.text));
  // Both stay active until a person decides between them.
  return found && isOfPart ? { ...found, confidence: Math.min(BESIDE_CONFIDENCE, found.confidence) } : found;
}

function replaces(newer: Unit, older: Unit, shared: SharedSubject): Relation | undefined {
  const found = replacementIn(newer.text);
  if (found === undefined) return undefined;
  const goes = subjectOf(found.dropped, newer.topic);
  const dropped = sharedSubject(goes, subjectOf(older.text, newer.topic));
  const namesIt = dropped.weight >= 1 && dropped.weight / goes.total >= NAMED_SHARE;
  // "X instead of Y" extends "X": it drops something else.
  const roots = rootsOf(newer.text);
  const isWithin = [...rootsOf(older.text)].every((root) => roots.has(root));
  if (!namesIt && found.dropped !== "" && isWithin) return undefined;
  if (!namesIt && (!isShared(shared) || leavesAlone(newer.text, older.text))) return undefined;
  const words = [...new Set([...dropped.words, ...shared.words])];
  return {
    relation: "replaces",
    confidence: namesIt && isShared(shared) ? 0.85 : namesIt ? 0.75 : 0.65,
    rationale: `says "${found.cue}"; ${commonSubject(newer.text, words)}`,
  };
}

function challengeOf(newer: Unit, older: Unit, shared: SharedSubject): Relation | undefined {
  const opposed = isShared(shared) ? oppositionOf(newer.text, older.text) : undefined;
  if (opposed !== undefined) {
    const rationale = `speaks against it (${opposed}); ${commonSubject(newer.text, shared.words)}`;
    return { relation: "challenges", confidence: 0.7, rationale };
  }
  if (newValueFor(newer.text, older.text) !== undefined) {
    const rationale = `gives it another value; ${commonSubject(newer.text, shared.words)}`;
    return { relation: "challenges", confidence: 0.6, rationale };
  }
  const cue = shared.weight >= CONTRAST_MIN ? contrastIn(newer.text) : undefined;
  if (cue === undefined) return undefined;
  const rationale = `says "${cue}"; ${commonSubject(newer.text, shared.words)}`;
  return { relation: "challenges", confidence: 0.55, rationale };
}

function enrichmentOf(newer: Unit, older: Unit, shared: SharedSubject): Relation | undefined {
  if (shared.weight < 1) return undefined;
  const [ours, theirs] = [rootsOf(newer.text), rootsOf(older.text)];
  const both = [...ours].filter((root) => theirs.has(root)).length;
  const alike = both / (ours.size + theirs.size - both);
  const isWithin = both === Math.min(ours.size, theirs.size) && both >= WITHIN_MIN;
  if (!isWithin && alike < ALIKE) return undefined;
  const how = isWithin ? "one says all that the other says" : "almost the same words";
  return {
    relation: "enriches",
    confidence: isWithin ? 0.75 : 0.8,
    rationale: `${how}; ${commonSubject(newer.text, shared.words)}`,
  };
}

function isShared({ weight, share }: SharedSubject): boolean {
  return weight >= SUBJECT_MIN || (weight >= 1 && share >= SUBJECT_SHARE);
}

function commonSubject(text: string, roots: readonly string[]): string {
  return `both about: ${surfaceOf(text, roots).slice(0, NAMED_MAX).join(", ")}`;
}
