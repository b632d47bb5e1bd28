import type { Instant } from "../core/tape/event.ts";

export interface Clock {
  now(): Instant;
  /** How far local time is ahead of UTC at an instant. */
  offsetMinutes(at: Instant): number;
  /** The time at which the clock is fixed (TIDEMARK_NOW); every surface mentions it while it is set. */
  readonly fixedAt?: Instant;
}

/** Makes names that sort by time of making and never repeat: `pln_01k9…`. */
export interface Ids {
  next(prefix: string): string;
}
