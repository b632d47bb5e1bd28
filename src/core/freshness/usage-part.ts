import type { Instant } from "../tape/event.ts";
import { type Rating, ratingsPart } from "./ratings.ts";
import type { UsageRecord } from "./usage.ts";
import { type Curve, usagePenalty } from "./usage-penalty.ts";

export type UsageGiven = {
  readonly record: UsageRecord | undefined;
  readonly ratings: readonly Rating[];
  readonly now: Instant;
  readonly curve: Curve;
  readonly halfLifeDays: number;
};

/**
 * The `usage` part of a score: what disuse takes away, by the curve (0 to −.08 unless it is set otherwise), and what
 * ratings add or take (−.10 to +.10). Without a record and without ratings it is zero.
 */
export function usagePart({ record, ratings, now, curve, halfLifeDays }: UsageGiven): number {
  return usagePenalty(record, curve, now) + ratingsPart(ratings, { now, halfLifeDays });
}
