import { MemoryError } from "../failure.ts";
import { fieldsIn } from "../fields.ts";
import { ITEM_ACTS, type Item } from "../items/item.ts";
import { kindOf } from "../items/kinds.ts";
import type { Act } from "../items/life.ts";
import type { Suggestion } from "../suggestion.ts";
import type { Instant } from "../tape/event.ts";
import { DAY_MS, iso } from "../time.ts";

/** The possible ratings of a statement. */
export const RATINGS = ["confirmed", "helpful", "misleading", "refuted"] as const;
export type RatingWord = (typeof RATINGS)[number];

/** One rating as the item stores it: its word, time and author. Reason and evidence are only in the event. */
export type Rating = { readonly rating: RatingWord; readonly at: string; readonly by: string };

/**
 * The amount that one rating adds to the usage part of a score on the day it is given. An opinion counts little, a verified rating twice as
 * much. A bad rating counts more than a good one, because a misleading statement costs more than a missing one.
 */
const WEIGHT: { readonly [rating in RatingWord]: number } = {
  confirmed: 0.04,
  helpful: 0.02,
  misleading: -0.03,
  refuted: -0.06,
};

/** The maximum by which all ratings together change a score, so that they never outweigh the words. */
export const RATED_MAX = 0.1;
/** Maximum number of ratings that an item stores, the latest ones. Later ratings weigh more, and a few are enough to reach the maximum. */
const KEPT_MAX = 20;

export type StoredRating = {
  readonly rating: RatingWord;
  readonly by: string;
  readonly now: Instant;
  readonly reason?: string;
  /** The evidence of a confirmation: a position, a path, a commit, or words. */
  readonly evidence?: string;
  /** The time of the confirming event, if that event is on the tape. */
  readonly seenAt?: Instant;
};

/**
 * Records a rating of a statement. The statement's text, status, confidence and time of change stay; a confirmation
 * that names an event also records that the statement was true at the time of the event.
 */
export function rateItem(item: Item, { seenAt, ...said }: StoredRating): Act {
  refuseUnlessRated(item);
  const { rating, by, now, ...why } = said;
  const at = iso(now);
  const next: Item = {
    ...item,
    ratings: [...ratingsOf(item), { rating, at, by }].slice(-KEPT_MAX),
    ...(rating === "confirmed" ? { confirmed_at: at } : {}),
    ...(seenAt === undefined
      ? {}
      : { last_seen_at: iso(Math.max(Date.parse(item.last_seen_at), Math.min(seenAt, now))) }),
  };
  return { type: ITEM_ACTS.rated, subject: item.id, payload: { item: next, rating, ...why } };
}

/** The ratings that an item stores. Invalid entries from another tape are skipped. */
export function ratingsOf({ ratings }: Item): Rating[] {
  return Array.isArray(ratings) ? ratings.filter(isRating) : [];
}

/** The amount that ratings add to a score. Each rating loses half its weight per half-life, and the sum is bounded. */
export function ratingsPart(
  ratings: readonly Rating[],
  { now, halfLifeDays }: { readonly now: Instant; readonly halfLifeDays: number },
): number {
  const sum = ratings.reduce((total, { rating, at }) => {
    const days = Math.max(0, (now - Date.parse(at)) / DAY_MS);
    return total + WEIGHT[rating] * 0.5 ** (days / halfLifeDays);
  }, 0);
  return Math.min(RATED_MAX, Math.max(-RATED_MAX, sum));
}

function isRating(value: unknown): value is Rating {
  const { rating, at, by } = fieldsIn(value);
  const isKnown = RATINGS.some((word) => word === rating);
  return isKnown && typeof at === "string" && !Number.isNaN(Date.parse(at)) && typeof by === "string";
}

/** Refuses items that cannot be rated. Only statements are rated: work is done or dropped, and candidates are accepted or rejected. */
function refuseUnlessRated(item: Item): void {
  const { isUnit, live } = kindOf(item.kind);
  if (!isUnit && item.kind !== "note") {
    throw refusal(`A ${item.kind} is not a statement, so it cannot be confirmed or rated.`, FIXES[item.kind]);
  }
  if (item.removed)
    throw refusal(`This ${item.kind} is archived.`, {
      to: "Restore it first",
      verb: "undo",
      words: ["ID"],
    });
  if (!live.includes(item.status))
    throw refusal(`This ${item.kind} is ${item.status}: agents no longer get it.`, {
      to: "Show its history",
      verb: "get",
      words: ["ID"],
    });
}

const DECIDE = { to: "Review it", verb: "review" };
const FIXES: { readonly [kind: string]: Suggestion } = {
  candidate: DECIDE,
  edge: DECIDE,
  insight: DECIDE,
};

function refusal(
  message: string,
  fix: Suggestion = { to: "Change its status instead", verb: "transition", words: ["ID", "STATUS"] },
): MemoryError {
  return new MemoryError("input.invalid", message, { field: "id", fix });
}
