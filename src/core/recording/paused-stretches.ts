import type { Instant } from "../tape/event.ts";
import type { Pause } from "./recording.ts";

/** A time in which recording was off. Without an end it still is. */
export type PausePeriod = { readonly from: Instant; readonly to?: Instant };

/** What the user decided, with the pauses that have ended. */
export type PausedConsent = { readonly off?: Pause; readonly paused?: readonly PausePeriod[] };

/** Pauses that are remembered: the newest ones. */
const STRETCHES_MAX = 500;

/** All times in which recording was off by this consent. A pause of unknown beginning is left out. */
export function pausePeriods({ off, paused = [] }: PausedConsent): readonly PausePeriod[] {
  if (off?.from === undefined) return paused;
  return [...paused, { from: off.from, ...(off.until === undefined ? {} : { to: off.until }) }];
}

/** The consent without its pause, which counts as over now or when it ended by itself. */
export function endPause<Kept extends PausedConsent>(consent: Kept, now: Instant): Omit<Kept, "off"> {
  const { off: _, ...rest } = consent;
  const paused = pausePeriods(consent)
    .map(({ from, to = now }) => ({ from, to: Math.min(to, now) }))
    .slice(-STRETCHES_MAX);
  return paused.length === 0 ? rest : { ...rest, paused };
}

export const isInPausePeriod = ({ from, to }: PausePeriod, at: Instant): boolean =>
  at >= from && (to === undefined || at < to);
