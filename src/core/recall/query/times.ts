import type { Instant } from "../../tape/event.ts";
import { DAY_MS } from "../../time.ts";

/** A time that a question names: a month or a day, of one year or of any year. */
export type Time = { readonly month: number; readonly day?: number; readonly year?: number };

const NAMES = "january|february|march|april|may|june|july|august|september|october|november|december";
const MONTHS = NAMES.split("|");
const MONTH = `(${NAMES})`;

/** The ways to write a time. A month alone must follow a preposition: "may" and "march" also have other meanings. */
const WAYS: readonly (readonly [RegExp, (groups: readonly string[]) => Time | undefined])[] = [
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})\\b`, "g"),
    ([, d, m, y]) => timeOf(m, d, y),
  ],
  [new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "g"), ([, m, d, y]) => timeOf(m, d, y)],
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, y, m, d]) => timeOf(MONTHS[Number(m) - 1], d, y)],
  [new RegExp(`\\b${MONTH},? (?:of )?(\\d{4})\\b`, "g"), ([, m, y]) => timeOf(m, undefined, y)],
  [
    new RegExp(
      `\\b(?:in|during|of|on|by|since|from|until|before|after) ${MONTH}(?: (\\d{1,2})(?:st|nd|rd|th)?)?\\b`,
      "g",
    ),
    ([, m, d]) => timeOf(m, d, undefined),
  ],
];

/** The times that a text names. */
export function timesIn(text: string): Time[] {
  const found: Time[] = [];
  let left = text.toLowerCase();
  for (const [way, read] of WAYS)
    left = left.replace(way, (...groups) => {
      const time = read(groups.map(String));
      if (time) found.push(time);
      return " ";
    });
  return found;
}

function timeOf(
  month: string | undefined,
  day: string | undefined,
  year: string | undefined,
): Time | undefined {
  const index = MONTHS.indexOf(month ?? "");
  if (index < 0) return undefined;
  return { month: index, ...numberField("day", day), ...numberField("year", year) };
}

const numberField = (name: "day" | "year", text: string | undefined): Partial<Time> =>
  text === undefined || text === "undefined" ? {} : { [name]: Number(text) };

/** Tolerance before and after a time: past events are often mentioned some days later, and plans a little earlier. */
const BEFORE_MS = 3 * DAY_MS;
const AFTER_MS = 10 * DAY_MS;
const NEARBY = 0.4;

/** How well an instant matches a time: 1 if it is within the time, less if it is a few days off. */
export function timeMatch(time: Time, at: Instant): number {
  const years = time.year === undefined ? [new Date(at).getUTCFullYear()] : [time.year];
  return Math.max(
    ...years.map((year) => {
      const from = Date.UTC(year, time.month, time.day ?? 1);
      const to = time.day === undefined ? Date.UTC(year, time.month + 1, 1) : from + DAY_MS;
      if (at >= from && at < to) return 1;
      return at >= from - BEFORE_MS && at < to + AFTER_MS ? NEARBY : 0;
    }),
  );
}
