import type { Instant } from "../tape/event.ts";
import type { Pause } from "./recording.ts";

/** A period in which recording was off. Without an end, it is still off. */
export type PausePeriod = { readonly from: Instant; readonly to?: Instant };

/** The user's decision, and the pauses that have ended. */
export type PausedConsent = { readonly off?: Pause; readonly paused?: readonly PausePeriod[] };

/** Maximum number of pauses stored, the newest ones. */
const STRETCHES_MAX = 500;

/** All periods in which this decision turned recording off. A pause without a known start is left out. */
export function pausePeriods({ off, paused = [] }: PausedConsent): readonly PausePeriod[] {
  if (off?.from === undefined) return paused;
  return [...paused, { from: off.from, ...(off.until === undefined ? {} : { to: off.until }) }];
}

/** Ends a pause: at the current time, or at the time when it ended automatically. */
export function endPause<Kept extends PausedConsent>(consent: Kept, now: Instant): Omit<Kept, "off"> {
  const { off: _, ...rest } = consent;
  const paused = pausePeriods(consent)
    .map(({ from, to = now }) => ({ from, to: Math.min(to, now) }))
    .slice(-STRETCHES_MAX);
  return paused.length === 0 ? rest : { ...rest, paused };
}

export const isInPausePeriod = ({ from, to }: PausePeriod, at: Instant): boolean =>
  at >= from && (to === undefined || at < to);
