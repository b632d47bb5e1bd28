import { MemoryError } from "./failure.ts";
import type { Instant } from "./tape/event.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

const UNIT_MS: { readonly [unit: string]: number } = {
  m: 60 * 1000,
  h: 60 * 60 * 1000,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

/** An ISO date or time. Without a zone it is UTC, so that it means the same on every machine. */
export function parseInstant(text: string): Instant | undefined {
  const match =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, date = "", time = "00:00", zone = "Z"] = match;
  const parsed = Date.parse(
    `${date}T${time}${zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone}`,
  );
  if (Number.isNaN(parsed)) return undefined;
  const roundTrip = new Date(Date.parse(`${date}T00:00Z`)).toISOString().slice(0, 10);
  return roundTrip === date ? parsed : undefined;
}

/** The accepted forms of a time, for the fix of an invalid one. */
const WHEN_FORMS =
  "Give a date (2026-03-01), a span (3d, 2w, 2 weeks ago), yesterday, tomorrow, or last week.";

const SPAN_WORDS: { readonly [word: string]: number } = {
  minute: 60 * 1000,
  hour: 60 * 60 * 1000,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  year: 365 * DAY_MS,
};

/**
 * Parses a time as people write it: an ISO instant, `yesterday`, `tomorrow`, `last week`, or a span before or after now, such as `3d`, `2
 * weeks ago` or `in 3 days`.
 */
export function parseWhen(text: string, now: Instant, direction: "past" | "future"): Instant | undefined {
  const word = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (word === "now") return now;
  if (word === "today") return direction === "past" ? now - (now % DAY_MS) : now - (now % DAY_MS) + DAY_MS;
  if (word === "tomorrow") return now + DAY_MS;
  if (word === "yesterday") return now - DAY_MS;
  const said = spanIn(word);
  if (said === undefined) return parseInstant(text);
  const isPast = said.side === undefined ? direction === "past" : said.side === "past";
  return isPast ? now - said.length : now + said.length;
}

/** Parses a past time in an input field. */
export function givenTime(text: string, now: Instant, field: "since" | "until" = "since"): Instant {
  const when = parseWhen(text, now, "past");
  if (when !== undefined) return when;
  throw new MemoryError("input.invalid", `"${text}" is not a time.`, { field, fix: WHEN_FORMS });
}

type SaidSpan = { readonly length: number; readonly side?: "past" | "future" };

/** A span, and whether it is before or after now if the words say so. */
function spanIn(word: string): SaidSpan | undefined {
  const short = /^(\d{1,5}) ?([mhdw])( ago)?$/.exec(word);
  if (short) return withSide(Number(short[1]) * (UNIT_MS[short[2] ?? ""] ?? 0), short[3] && "past");
  const beside = /^(last|next) (\w+)$/.exec(word);
  const unit = SPAN_WORDS[beside?.[2] ?? ""];
  if (beside && unit !== undefined) return withSide(unit, beside[1] === "last" ? "past" : "future");
  const long = /^(in )?(\d{1,5}|an?) (\w+?)s?( ago)?$/.exec(word);
  const length = SPAN_WORDS[long?.[3] ?? ""];
  if (!long || length === undefined || (long[1] && long[4])) return undefined;
  const count = /^\d/.test(long[2] ?? "") ? Number(long[2]) : 1;
  return withSide(count * length, long[4] ? "past" : long[1] && "future");
}

const withSide = (length: number, side: string | undefined): SaidSpan =>
  side === "past" || side === "future" ? { length, side } : { length };

export const iso = (at: Instant): string => new Date(at).toISOString();
