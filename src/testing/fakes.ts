import { createHash } from "node:crypto";
import type { Sha256 } from "../core/tape/chain.ts";
import type { Instant, Writer } from "../core/tape/event.ts";
import type { Clock, Ids } from "../ports/clock.ts";

/** The time at which tests take place, unless they say otherwise. */
export const TEST_START: Instant = Date.UTC(2026, 0, 1);

export type FixedClock = Clock & {
  /** Moves the clock forward or back, as real clocks do. */
  readonly advance: (ms: number) => void;
};

/** A clock that only moves when told to. */
export function fixedClock(start: Instant = TEST_START): FixedClock {
  let now = start;
  return {
    now: () => now,
    offsetMinutes: () => 0,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Ids with a counter: `evt_0001`, `evt_0002`, `dec_0001`. */
export function sequentialIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_${String(count).padStart(4, "0")}`;
    },
  };
}

export const sha256: Sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

export const testWriter: Writer = { agent: "tester", host: "test", process: "p1", worktree: "main" };
