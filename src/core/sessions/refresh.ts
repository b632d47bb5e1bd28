import type { Instant, Position } from "../tape/event.ts";
import { DAY_MS } from "../time.ts";

/** When the working memory of a session was last written, from which position, and the hash of its text. */
export type PublishedPage = {
  readonly published_at: Instant;
  /** The position up to which the tape had been read when it was written. */
  readonly position: Position;
  readonly hash: string;
};

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** The local hour at which the day's first refresh is due, and the offset of local time from UTC. */
export type LocalHour = { readonly hour: number; readonly offsetMinutes: number };

/** Whether the refresh of this local day is still to be done. */
export function isDailyDue(last: Instant, now: Instant, { hour, offsetMinutes }: LocalHour): boolean {
  const day = (at: Instant): number => Math.floor((at + offsetMinutes * MINUTE_MS - hour * HOUR_MS) / DAY_MS);
  return day(now) > day(last);
}
