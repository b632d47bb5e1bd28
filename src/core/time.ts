import type { Instant } from "./tape/event.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
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

/** What people write for a time: an ISO instant, `tomorrow`, or a span like `3d` on either side of now. */
export function parseWhen(text: string, now: Instant, direction: "past" | "future"): Instant | undefined {
  const word = text.trim().toLowerCase();
  if (word === "now") return now;
  if (word === "tomorrow") return now + DAY_MS;
  if (word === "yesterday") return now - DAY_MS;
  const span = /^(\d{1,5})\s*([mhdw])$/.exec(word);
  if (!span) return parseInstant(text);
  const length = Number(span[1]) * (UNIT_MS[span[2] ?? ""] ?? 0);
  return direction === "past" ? now - length : now + length;
}

export const iso = (at: Instant): string => new Date(at).toISOString();
