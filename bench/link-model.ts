import type { LinkExample } from "./link-examples.ts";
import { type AnyWeights, hundredths } from "./weights-file.ts";

/** The weights of signs, and the threshold (`nothing`) that their sum must exceed. */
export type LinkWeights = { readonly weights: ReadonlyMap<string, number>; readonly nothing: number };

/** Ridge penalty: keeps weights from few dialogues small. */
const RIDGE = 1;
const ROUNDS = 250;
/** Learning rate, lower in the last rounds. */
const STEPS = { first: 0.08, last: 0.02, until: 150 };
/** Adam's decay rates of the first and the second moment. */
const KEPT = { direction: 0.9, size: 0.99 };

/**
 * Fits a softmax over the candidate statements and "none" with Adam. It is deterministic: the same dialogues
 * give the same weights.
 */
export function linkWeights(examples: readonly LinkExample[]): LinkWeights {
  const taught = examples.filter(
    ({ pairs, isAmendment }) => !isAmendment || pairs.some((pair) => pair.isMeant),
  );
  const names = [
    ...new Set(taught.flatMap(({ pairs }) => pairs.flatMap(({ signs }) => [...signs.keys()]))),
  ].sort();
  const place = new Map(names.map((name, i) => [name, i]));
  const count = names.length + 1;
  const weights = new Float64Array(count);
  weights[count - 1] = -4;
  const [direction, size] = [new Float64Array(count), new Float64Array(count)];
  for (let round = 1; round <= ROUNDS; round++) {
    const slope = weights.map((weight, i) => (i === count - 1 ? 0 : RIDGE * weight));
    for (const example of taught) addSlope(slope, weights, { example, place });
    const step = round < STEPS.until ? STEPS.first : STEPS.last;
    for (let i = 0; i < count; i++) {
      const here = slope[i] ?? 0;
      direction[i] = KEPT.direction * (direction[i] ?? 0) + (1 - KEPT.direction) * here;
      size[i] = KEPT.size * (size[i] ?? 0) + (1 - KEPT.size) * here * here;
      const along = (direction[i] ?? 0) / (1 - KEPT.direction ** round);
      const length = Math.sqrt((size[i] ?? 0) / (1 - KEPT.size ** round)) + 1e-8;
      weights[i] = (weights[i] ?? 0) - (step * along) / length;
    }
  }
  return {
    weights: new Map(names.map((name, i) => [name, weights[i] ?? 0])),
    nothing: -(weights[count - 1] ?? 0),
  };
}

type Taught = { readonly example: LinkExample; readonly place: ReadonlyMap<string, number> };

function addSlope(slope: Float64Array, weights: Float64Array, { example, place }: Taught): void {
  const bias = weights.length - 1;
  const at = (signs: ReadonlyMap<string, number>): [number, number][] =>
    [...signs].map(([sign, much]) => [place.get(sign) ?? bias, much]);
  const odds = example.pairs.map(({ signs }) =>
    Math.exp(at(signs).reduce((sum, [i, much]) => sum + (weights[i] ?? 0) * much, weights[bias] ?? 0)),
  );
  const all = odds.reduce((sum, each) => sum + each, 1);
  const meant = example.pairs.reduce((sum, { isMeant }, i) => sum + (isMeant ? (odds[i] ?? 0) : 0), 0);
  for (const [i, { signs, isMeant }] of example.pairs.entries()) {
    const share = (odds[i] ?? 0) / all - (isMeant ? (odds[i] ?? 0) / meant : 0);
    slope[bias] = (slope[bias] ?? 0) + example.weight * share;
    for (const [sign, much] of at(signs)) slope[sign] = (slope[sign] ?? 0) + example.weight * share * much;
  }
}

/** Smaller weights have no effect and are dropped. */
const WEIGHT_MIN = 0.1;

/** The weights in the format that the search for amendments reads. */
export function amendmentWeights({ weights, nothing }: LinkWeights): Pick<AnyWeights, "bias" | "weights"> {
  const telling = [...weights].filter(([, weight]) => Math.abs(weight) >= WEIGHT_MIN);
  return {
    bias: { amends: -hundredths(nothing) },
    weights: Object.fromEntries(telling.map(([sign, weight]) => [sign, [hundredths(weight)]])),
  };
}

/**
 * The prediction: its probability, whether it is the intended statement, and whether there was an amendment.
 */
export type Linked = { readonly chance: number; readonly isMeant: boolean; readonly isAmendment: boolean };

export function linked({ weights, nothing }: LinkWeights, { pairs, isAmendment }: LinkExample): Linked {
  const odds = pairs.map(({ signs }) =>
    Math.exp([...signs].reduce((sum, [sign, much]) => sum + (weights.get(sign) ?? 0) * much, -nothing)),
  );
  const all = odds.reduce((sum, each) => sum + each, 1);
  const best = odds.indexOf(Math.max(...odds));
  return { chance: (odds[best] ?? 0) / all, isMeant: pairs[best]?.isMeant === true, isAmendment };
}
