import { wordsOf } from "../src/core/recall/index/words.ts";
import type { Dialogue, Label } from "./corpus/read-corpus.ts";

/** Something that was kept, as it is held against labels. */
export type Kept = {
  readonly id: string;
  /** As labels name it; a candidate's is what it proposes. */
  readonly kind: string;
  readonly isCandidate: boolean;
  readonly text: string;
  /** Text, parts and fields in one, to look for a quote in. */
  readonly whole: string;
  readonly evidence: readonly number[];
  readonly confidence: number;
  readonly amends?: string;
  readonly instead?: string;
};

export type Matched = {
  /** What was kept for each label, where something was. */
  readonly byLabel: ReadonlyMap<Label, Kept>;
  /** Kept, and said by no label: a mistake. */
  readonly wrong: readonly Kept[];
  /** Says once more what another that was kept says. */
  readonly repeated: readonly Kept[];
  /** What a careful reader might have kept or not. */
  readonly maybe: readonly Kept[];
};

/** So many of a quote's words must be there when it is not there as it stands. */
const SHARED_MIN = 0.5;

/**
 * Gives each label what was kept for it: of an allowed kind, resting on a turn that the label points at, and saying
 * what it quotes, or giving the same way out of a trap. The best pairs are made first; one thing that was kept answers
 * for one label.
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
 * Zero for a pair that does not fit. Else up to one for a quote that is there as it stands, and a little more where
 * the statement itself says it and not only one of its parts: that decides between pairs, and nothing else.
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

/** A trap is known by its way out: one that was seen in commands may be labelled where somebody tells of it. */
const isSameWayOut = (one = "", other = ""): boolean =>
  one !== "" && other !== "" && (one.includes(other) || other.includes(one));

function sharedWith(quote: string, text: string): number {
  if (text.includes(quote)) return 1;
  const quoted = new Set(wordsOf(quote));
  const said = new Set(wordsOf(text));
  const shared = [...quoted].filter((word) => said.has(word)).length / Math.max(1, quoted.size);
  return shared >= SHARED_MIN ? shared / 2 : 0;
}
