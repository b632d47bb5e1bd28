import type { Instant, Position } from "../tape/event.ts";
import { DAY_MS } from "../time.ts";

/** When the working memory of a session was last written, from what, and what it then was. */
export type Published = {
  readonly published_at: Instant;
  /** How far the tape had been read for it. */
  readonly position: Position;
  readonly hash: string;
};

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** Local time: the hour at which the day's first refresh is due, and how far local time is ahead of UTC. */
export type LocalHour = { readonly hour: number; readonly offsetMinutes: number };

/** Has the refresh of this local day not been done yet? */
export function isDailyDue(last: Instant, now: Instant, { hour, offsetMinutes }: LocalHour): boolean {
  const day = (at: Instant): number => Math.floor((at + offsetMinutes * MINUTE_MS - hour * HOUR_MS) / DAY_MS);
  return day(now) > day(last);
}
