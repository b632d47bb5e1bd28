import type { Instant } from "../tape/event.ts";
import type { Pause } from "./recording.ts";

/** A period in which recording was off; without an end it is still off. */
export type PausedStretch = { readonly from: Instant; readonly to?: Instant };

/** The user's decision, with the pauses that have ended. */
export type PausedConsent = { readonly off?: Pause; readonly paused?: readonly PausedStretch[] };

/** Maximum number of stored pauses, the newest ones. */
const STRETCHES_MAX = 500;

/** All periods in which this consent had recording off. A pause without a known start is left out. */
export function pausedStretches({ off, paused = [] }: PausedConsent): readonly PausedStretch[] {
  if (off?.from === undefined) return paused;
  return [...paused, { from: off.from, ...(off.until === undefined ? {} : { to: off.until }) }];
}

/** The consent without its pause, which ends now or at its own end, whichever is earlier. */
export function endPause<Kept extends PausedConsent>(consent: Kept, now: Instant): Omit<Kept, "off"> {
  const { off: _, ...rest } = consent;
  const paused = pausedStretches(consent)
    .map(({ from, to = now }) => ({ from, to: Math.min(to, now) }))
    .slice(-STRETCHES_MAX);
  return paused.length === 0 ? rest : { ...rest, paused };
}

export const isInStretch = ({ from, to }: PausedStretch, at: Instant): boolean =>
  at >= from && (to === undefined || at < to);
