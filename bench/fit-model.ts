import { KINDS_SAID } from "../src/core/extract/statements/classify-sentence.ts";
import type { Told } from "./fit-examples.ts";
import { type Fitted, fitted, sureness } from "./fit-weights.ts";

/** A sentence is judged as it is said, and once more by what the agent made of it as well. */
export const MOMENTS = ["said", "answered"] as const;
export type Moment = (typeof MOMENTS)[number];

/** What is fitted: whether a sentence lasts, and for those that do, each kind that it may be kept as. */
export type Fits = { readonly lasts: Fitted; readonly kinds: readonly Fitted[] };

/** What a sentence would be kept as, how sure that is, and whether it is right. */
export type Judged = { readonly sure: number; readonly isRight: boolean; readonly isKept: boolean };

export function fitsOf(told: readonly Told[], moment: Moment): Fits {
  const examples = told.map((each) => ({ ...each, signs: each.signs[moment] }));
  const kept = examples.filter(({ kinds }) => kinds.size > 0);
  const asked = (from: typeof examples, isRight: (each: Pick<Told, "kinds">) => boolean): Fitted =>
    fitted(from.map((each) => ({ ...each, isRight: isRight(each) })));
  return {
    lasts: fitted(examples.map((each) => ({ ...each, isRight: each.isKept }))),
    kinds: KINDS_SAID.map((kind) => asked(kept, ({ kinds }) => kinds.has(kind))),
  };
}

export function judged(
  { lasts, kinds }: Fits,
  { signs: seen, kinds: right, isKept }: Told,
  moment: Moment,
): Judged {
  const signs = seen[moment];
  const fit = kinds.map((each) => sureness(each, signs));
  const best = Math.max(...fit);
  const kind = KINDS_SAID[fit.indexOf(best)] ?? "decision";
  return {
    sure: sureness(lasts, signs) * best,
    isRight: right.has(kind) || (isKept && right.size === 0),
    isKept,
  };
}

const FOLDS = 6;

/** Every sentence judged by what was fitted to the dialogues that it is not from. */
export function crossed(examples: readonly Told[], moment: Moment): Judged[] {
  const names = [...new Set(examples.map(({ dialogue }) => dialogue))];
  const foldOf = new Map(names.map((name, i) => [name, i % FOLDS]));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const fits = fitsOf(
      examples.filter(({ dialogue }) => foldOf.get(dialogue) !== fold),
      moment,
    );
    const rest = examples.filter(({ dialogue }) => foldOf.get(dialogue) === fold);
    return rest.map((each) => judged(fits, each, moment));
  }).flat();
}

/** A weight that moves a sum by less tells nothing. */
const TELLING_MIN = 0.04;
/** Letters of a line of the file that is written. */
const LINE_MAX = 1200;
const hundredths = (value: number): number => Math.round(value * 100);

/** The model as extraction reads it: the bases, then signs behind the weights that they share. */
export function writtenOf({ lasts, kinds }: Fits): string {
  const all = [lasts, ...kinds];
  const names = [...new Set(all.flatMap(({ weights }) => [...weights.keys()]))].sort();
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const row = all.map(({ weights }) => weights.get(name) ?? 0);
    const telling = row.map((weight) => (Math.abs(weight) < TELLING_MIN ? 0 : hundredths(weight)));
    if (telling.every((weight) => weight === 0)) continue;
    const key = telling.join(",");
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  const bases = all.map(({ bias }) => hundredths(bias)).join(",");
  const written = [bases, ...[...groups].map(([weights, signs]) => [weights, ...signs].join("|"))];
  return wrapped(written).join("\n");
}

/** Groups parted by semicolons, in lines of some length. */
function wrapped(groups: readonly string[]): string[] {
  const lines: string[] = [];
  for (const group of groups) {
    const last = lines.at(-1);
    if (last === undefined || last.length + group.length > LINE_MAX) lines.push(group);
    else lines[lines.length - 1] = `${last};${group}`;
  }
  return lines;
}
