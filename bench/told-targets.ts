import type { Verdict } from "./result.ts";

/** A count of cases and the total. */
export type Figure = { readonly met: number; readonly of: number };

type Target = { readonly isMost?: true; readonly rules: number; readonly model: number };

/** Targets in percent, without and with a model: a minimum, or a maximum where `isMost` is set. */
const TARGETS: { readonly [figure: string]: Target } = {
  "brief.now": { rules: 80, model: 90 },
  "brief.old": { isMost: true, rules: 8, model: 3 },
  "brief.noise": { isMost: true, rules: 3, model: 2 },
  "brief.twice": { isMost: true, rules: 3, model: 2 },
  "ask.right": { rules: 80, model: 92 },
  "ask.right, amended": { rules: 75, model: 90 },
  "ask.wrong": { isMost: true, rules: 8, model: 3 },
  "recall.first": { rules: 75, model: 88 },
  "recall.first, amended": { rules: 75, model: 88 },
  act: { rules: 70, model: 80 },
  "note.ordinary": { isMost: true, rules: 15, model: 15 },
  quiet: { rules: 97, model: 97 },
};

const TENTHS = 10;

export const percentOf = ({ met, of }: Figure): number =>
  of === 0 ? 0 : Math.round((100 * TENTHS * met) / of) / TENTHS;

/** Verdicts on each figure that was counted. */
export const verdictsOn = (figures: ReadonlyMap<string, Figure>, hasModel: boolean): Verdict[] =>
  Object.entries(TARGETS).flatMap(([what, { isMost = false, rules, model }]) => {
    const figure = figures.get(what);
    if (figure === undefined || figure.of === 0) return [];
    const [measured, bound] = [percentOf(figure), hasModel ? model : rules];
    const isMet = isMost ? measured <= bound : measured >= bound;
    const target = `${isMost ? "at most" : "at least"} ${bound} %`;
    return [{ what: `${what}${hasModel ? ", with a model" : ""}`, target, measured: `${measured} %`, isMet }];
  });
