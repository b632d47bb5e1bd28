import { parseInstant } from "../src/core/time.ts";

const MINUTE_MS = 60_000;
/** The start from which a plain number counts minutes. */
const COUNTED_FROM = Date.UTC(2024, 0, 1);

/** The time formats of the packs. Only the first can have a zone, so all others are UTC. */
const READERS: readonly ((text: string) => number | undefined)[] = [
  parseInstant,
  (text) => (/^\d+$/.test(text) ? COUNTED_FROM + Number(text) * MINUTE_MS : undefined),
  (text) => {
    const match = /^(\d{4})\/(\d{2})\/(\d{2}) \([A-Za-z]+\) (\d{1,2}):(\d{2})$/.exec(text);
    return match
      ? parseInstant(`${match[1]}-${match[2]}-${match[3]}T${padded(match[4])}:${match[5]}`)
      : undefined;
  },
  (text) => {
    const match = /^(\d{1,2}):(\d{2}) (am|pm) on (\d{1,2}) ([A-Za-z]+),? (\d{4})$/i.exec(text);
    if (!match) return undefined;
    const [, hour, minute, half = "", day, month = "", year] = match;
    const hours = (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
    return parseInstant(`${year}-${monthOf(month)}-${padded(day)}T${padded(hours)}:${minute}`);
  },
  (text) => {
    const match = /^([A-Za-z]+)-(\d{1,2})-(\d{4})$/.exec(text);
    return match ? parseInstant(`${match[3]}-${monthOf(match[1] ?? "")}-${padded(match[2])}`) : undefined;
  },
];

/** Parses a pack's time; undefined if the format is unknown. */
export function instantIn(text: string): number | undefined {
  for (const read of READERS) {
    const at = read(text.trim());
    if (at !== undefined) return at;
  }
  return undefined;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/** The number of a month; "00", which makes the time invalid, for an unknown name. */
const monthOf = (name: string): string => padded(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
const padded = (value: string | number | undefined): string => String(value).padStart(2, "0");
