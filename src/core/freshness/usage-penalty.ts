import type { Instant } from "../tape/event.ts";
import { ageDays, type UsageRecord } from "./usage.ts";

/** One step of the curve: these points apply up to this number of whole days, inclusive. */
export type CurveStep = { readonly days: number; readonly points: number };

/** Steps in the order of their days. The last step has no end. */
export type Curve = readonly CurveStep[];

/** The value of one point; the base mix of a score sums to 1. */
const POINT = 0.01;
/** Maximum number of steps: more would be a table, not a setting. */
const STEPS_MAX = 20;
/** The most that a step may subtract: as much as the base mix can give. */
const POINTS_MIN = -100;
const DAYS_MAX = 36_500;

/** No penalty up to two weeks, then two more points for each step, and eight points after three months. */
export const DEFAULT_CURVE = "14:0, 30:-2, 60:-4, 90:-6, +:-8";

/** The amount that disuse subtracts from a score; zero if no use is recorded. */
export function usagePenalty(record: UsageRecord | undefined, curve: Curve, now: Instant): number {
  if (record === undefined) return 0;
  const age = ageDays(record, now);
  const step = curve.find(({ days }) => age <= days);
  // `+ 0` turns minus zero into zero, because some comparisons distinguish them.
  return (step?.points ?? 0) * POINT + 0;
}

/** Parses a curve such as `14:0, 30:-2, +:-8`, or returns the problem with it. */
export function parseCurve(text: string): { readonly curve: Curve } | { readonly problem: string } {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.length > STEPS_MAX) return { problem: `it has more than ${STEPS_MAX} steps` };
  const curve: CurveStep[] = [];
  for (const [i, part] of parts.entries()) {
    const step = stepOf(part);
    if ("problem" in step) return step;
    const before = curve.at(-1);
    if (before && step.days <= before.days)
      return { problem: `days must rise, and "${part}" comes after ${daysOf(before)}` };
    const isLast = i === parts.length - 1;
    if (isLast && step.days !== Number.POSITIVE_INFINITY)
      return { problem: 'the last step must be for all days after, like "+:-8"' };
    curve.push(step);
  }
  return { curve };
}

function stepOf(part: string): CurveStep | { readonly problem: string } {
  const match = /^(\d+|\+)\s*:\s*([+-]?\d+(?:\.\d+)?)$/.exec(part);
  if (!match) return { problem: `"${part}" is not days and points, like "30:-2"` };
  const days = match[1] === "+" ? Number.POSITIVE_INFINITY : Number(match[1]);
  const points = Number(match[2]);
  if (days !== Number.POSITIVE_INFINITY && days > DAYS_MAX)
    return { problem: `"${part}" has more than ${DAYS_MAX} days` };
  if (points > 0 || points < POINTS_MIN)
    return { problem: `"${part}" has points outside ${POINTS_MIN} to 0` };
  return { days, points };
}

const daysOf = ({ days }: CurveStep): string => (days === Number.POSITIVE_INFINITY ? "+" : `${days}`);
