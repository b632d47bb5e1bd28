import type { Instant } from "../core/tape/event.ts";

export interface Clock {
  now(): Instant;
  /** The instant the clock was told to stand at (TIDEMARK_NOW); every surface says so while it is set. */
  readonly fixedAt?: Instant;
}
