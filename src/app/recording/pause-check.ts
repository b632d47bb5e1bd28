import { isInPausePeriod, pausePeriods } from "../../core/recording/pause-periods.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import type { Instant } from "../../core/tape/event.ts";
import type { MemoryDeps, ProjectDeps } from "../runtime/deps.ts";

export type PauseCheck = (session: string, at: Instant) => boolean;

/** Reports whether a session had turns while recording was off in this project. */
export function createPauseCheck({ consent, sha256 }: MemoryDeps & ProjectDeps): PauseCheck {
  if (consent === undefined) return () => false;
  const stretches = [consent.everywhere(), consent.project(), ...consent.around()].flatMap(pausePeriods);
  const sessions = consent.pausedSessions();
  return (session, at) =>
    sessions.has(safeId(session, sha256)) || stretches.some((stretch) => isInPausePeriod(stretch, at));
}
