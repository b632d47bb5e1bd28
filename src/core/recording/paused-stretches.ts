import type { Instant } from "../tape/event.ts";
import type { Pause } from "./recording.ts";

/** A time in which recording was off. Without an end it still is. */
export type PausedStretch = { readonly from: Instant; readonly to?: Instant };

/** What the user decided, with the pauses that have ended. */
export type PausedConsent = { readonly off?: Pause; readonly paused?: readonly PausedStretch[] };

/** Pauses that are remembered: the newest ones. */
const STRETCHES_MAX = 500;

/** All times in which recording was off by this consent. A pause of unknown beginning is left out. */
export function pausedStretches({ off, paused = [] }: PausedConsent): readonly PausedStretch[] {
  if (off?.from === undefined) return paused;
  return [...paused, { from: off.from, ...(off.until === undefined ? {} : { to: off.until }) }];
}

/** The consent without its pause, which counts as over now or when it ended by itself. */
export function endPause<Kept extends PausedConsent>(consent: Kept, now: Instant): Omit<Kept, "off"> {
  const { off: _, ...rest } = consent;
  const paused = pausedStretches(consent)
    .map(({ from, to = now }) => ({ from, to: Math.min(to, now) }))
    .slice(-STRETCHES_MAX);
  return paused.length === 0 ? rest : { ...rest, paused };
}

export const isInStretch = ({ from, to }: PausedStretch, at: Instant): boolean =>
  at >= from && (to === undefined || at < to);
