import type { Instant } from "./tape/event.ts";
import { iso } from "./time.ts";

const HOUR_MS = 3_600_000;
const HOURS_SHOWN = 48;

/** Says that a copy answers in place of the server, and how old it is. */
export function copyText(asOf: Instant, now: Instant): string {
  const hours = Math.max(0, Math.floor((now - asOf) / HOUR_MS));
  const age =
    hours < 1
      ? "less than an hour"
      : hours < HOURS_SHOWN
        ? `${hours} hours`
        : `${Math.floor(hours / 24)} days`;
  return `The memory's server cannot be reached in time. This is a copy from ${iso(asOf).slice(0, 16)}Z, ${age} old; what is recorded meanwhile is sent later.`;
}
