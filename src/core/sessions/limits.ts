/** So many turns may lie unread before a session is due; the next one marks it. */
export const TURNS_BEFORE_DUE = 5;

/** A session of which nothing was recorded for this long is put to sleep. */
export const IDLE_MS = 60_000;

/** Sessions that never ended cleanly stay active: in one of which nothing happened for so long nobody is at work. */
export const AT_WORK_MS = 12 * 60 * 60 * 1000;

/** A session that slept for this long counts as ended: its host sent no end event. */
export const END_AFTER_MS = 60 * 60 * 1000;

/** Tries before a session is left to a person. */
export const ATTEMPTS_MAX = 5;

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 10 * 60 * 1000;

/** How long to wait after a failed try: longer each time, and never the same for two, by `chance` in 0 to 1. */
export function retryDelay(attempt: number, chance: number): number {
  const longest = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + chance / 2));
}
