/** Maximum number of unread turns before a session is due; the next turn marks it. */
export const TURNS_BEFORE_DUE = 5;

/** A session becomes sleeping if nothing was recorded in it for this long. */
export const IDLE_MS = 60_000;

/** Sessions that never ended cleanly stay active. If nothing happened in one for this long, nobody is working in it. */
export const AT_WORK_MS = 12 * 60 * 60 * 1000;

/** A session that slept for this long counts as ended: its host sent no end event. */
export const END_AFTER_MS = 60 * 60 * 1000;

/** Number of tries after which a session is left to a person. */
export const ATTEMPTS_MAX = 5;

const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 10 * 60 * 1000;

/** How long to wait after a failed try. The wait grows with each try, and `chance` (0 to 1) keeps two workers from retrying together. */
export function retryDelay(attempt: number, chance: number): number {
  const longest = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + chance / 2));
}
