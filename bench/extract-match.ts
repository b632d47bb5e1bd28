import { wordsOf } from "../src/core/recall/index/words.ts";
import type { Dialogue, Label } from "./corpus/read-corpus.ts";

/** A unit or candidate that the program kept, in the form that is compared with labels. */
export type Kept = {
  readonly id: string;
  /** The kind in the words of the labels; for a candidate, the kind it proposes. */
  readonly kind: string;
  readonly isCandidate: boolean;
  readonly text: string;
  /** Text, parts and fields joined, in which a quote is searched. */
  readonly whole: string;
  readonly evidence: readonly number[];
  readonly confidence: number;
  readonly amends?: string;
  readonly instead?: string;
};

export type Matched = {
  /** The unit that matches each label, if any. */
  readonly byLabel: ReadonlyMap<Label, Kept>;
  /** Kept units that no label asks for: mistakes. */
  readonly wrong: readonly Kept[];
  /** Kept units that repeat another kept unit. */
  readonly repeated: readonly Kept[];
  /** Kept units whose label is optional. */
  readonly maybe: readonly Kept[];
};

/** Minimum share of a quote's words that a text must contain if it does not contain the quote literally. */
const SHARED_MIN = 0.5;

/**
 * Pairs labels with kept units, one to one, best pairs first. A unit fits a label if its kind is allowed, its
 * evidence includes a labelled turn and it contains the quote, or if it offers the same alternative to a
 * trap.
 */
export function matchedTo(
  dialogue: Pick<Dialogue, "labels">,
  kept: readonly Kept[],
  anchors: ReadonlyMap<number, number>,
): Matched {
  const pairs = kept.flatMap((each) =>
    dialogue.labels.flatMap((label) => {
      const score = likeness(label, each, anchors);
      return score === 0 ? [] : [{ label, kept: each, score: score + (label.isMaybe ? 0 : 2) }];
    }),
  );
  const byLabel = new Map<Label, Kept>();
  const used = new Set<Kept>();
  for (const pair of pairs.sort((a, b) => b.score - a.score)) {
    if (byLabel.has(pair.label) || used.has(pair.kept)) continue;
    byLabel.set(pair.label, pair.kept);
    used.add(pair.kept);
  }
  const maybe = [...byLabel].filter(([label]) => label.isMaybe).map(([, each]) => each);
  const rest = kept.filter((each) => !used.has(each));
  const isTold = (each: Kept): boolean => pairs.some((pair) => pair.kept === each);
  return { byLabel, maybe, repeated: rest.filter(isTold), wrong: rest.filter((each) => !isTold(each)) };
}

/**
 * Similarity of a label and a kept unit: 0 if they do not fit, up to 1 for a literal quote, and up to half a
 * point more if the unit's own text contains it. It only ranks pairs.
 */
export function likeness(label: Label, kept: Kept, anchors: ReadonlyMap<number, number>): number {
  if (!label.kinds.includes(kept.kind)) return 0;
  if (kept.kind === "trap" && isSameWayOut(label.instead, kept.instead)) return 1;
  const positions = label.anchors.map((anchor) => anchors.get(anchor));
  if (!positions.some((position) => position !== undefined && kept.evidence.includes(position))) return 0;
  return Math.max(
    ...label.quotes.map((quote) => {
      const whole = sharedWith(quote, kept.whole);
      return whole === 0 ? 0 : whole + sharedWith(quote, kept.text) / 2;
    }),
  );
}

/**
 * Whether two traps offer the same alternative. Their turns may differ: extraction may find a trap in
 * commands whose label quotes a remark.
 */
const isSameWayOut = (one = "", other = ""): boolean =>
  one !== "" && other !== "" && (one.includes(other) || other.includes(one));

function sharedWith(quote: string, text: string): number {
  if (text.includes(quote)) return 1;
  const quoted = new Set(wordsOf(quote));
  const said = new Set(wordsOf(text));
  const shared = [...quoted].filter((word) => said.has(word)).length / Math.max(1, quoted.size);
  return shared >= SHARED_MIN ? shared / 2 : 0;
}
