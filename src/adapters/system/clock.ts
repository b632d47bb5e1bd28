import { MemoryError } from "../../core/failure.ts";
import { parseInstant } from "../../core/time.ts";
import type { Clock } from "../../ports/clock.ts";

/** The machine's clock, or a clock fixed at the time in TIDEMARK_NOW, for tests and documentation. */
export function systemClock(env: NodeJS.ProcessEnv): Clock {
  const text = env.TIDEMARK_NOW?.trim();
  if (!text) return { now: () => Date.now(), offsetMinutes };
  const fixedAt = parseInstant(text);
  if (fixedAt === undefined) {
    throw new MemoryError("input.config", `TIDEMARK_NOW must be an ISO instant; it is "${text}".`, {
      field: "TIDEMARK_NOW",
      fix: "Set it to something like 2030-01-31T09:00:00Z, or unset it.",
    });
  }
  return { now: () => fixedAt, offsetMinutes, fixedAt };
}

const offsetMinutes = (at: number): number => 0 - new Date(at).getTimezoneOffset();
