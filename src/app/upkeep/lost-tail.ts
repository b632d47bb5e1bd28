import type { Suggestion } from "../../core/suggestion.ts";
import type { Position } from "../../core/tape/event.ts";
import type { Deps } from "../runtime/deps.ts";

/** Acknowledged events that are missing on the tape. */
export type LostTail = {
  /** The known end of the tape, and its end when the loss was first noticed. */
  readonly known: Position;
  readonly end: Position;
  /** The minimum number of missing events. New events on the tape do not change it. */
  readonly missing: number;
};

/**
 * Compares the tape with the anchor outside the database. The anchor is read first: the tape only grows, so another process that writes
 * meanwhile causes no alarm.
 */
export async function lostTail(deps: Pick<Deps, "ownership" | "store">): Promise<LostTail | undefined> {
  const anchor = deps.ownership?.foreign ? undefined : deps.ownership?.anchor();
  if (anchor === undefined || anchor.position === 0) return undefined;
  const { position: known } = anchor;
  const { position: now } = await deps.store.tape.end();
  const [there] = now < known ? [] : await deps.store.events.eventsAt([known]);
  if (there?.hash === anchor.hash) return undefined;
  const noted = deps.ownership?.loss();
  const end = noted?.known === known ? noted.end : now;
  return { known, end, missing: Math.max(1, known - end) };
}

export function lostTailText({ known, end, missing }: LostTail): string {
  if (end >= known)
    return `The tape has been replaced: event ${known} has changed, and earlier events may be lost.`;
  const events = missing === 1 ? "1 acknowledged event is" : `${missing} acknowledged events are`;
  return `${events} missing (${lostPositions({ known, end })}): the tape ended at ${known}, and at ${end} when the loss was noticed.`;
}

/** Positions of the missing events. */
export const lostPositions = ({ known, end }: Pick<LostTail, "known" | "end">): string =>
  known - end === 1 ? `event ${known}` : `events ${end + 1} to ${known}`;

/** What to do about it: a backup contains the events; accepting the loss gives them up. */
export const LOST_TAIL_FIX: Suggestion = {
  to: "Restore a backup if you have one. Without one, adopt the memory as it is. To restore",
  verb: "restore",
  words: ["FILE"],
};

/** One line for an agent. It names no command, because a person has to choose. */
export const lostTailForAgents = (lost: LostTail): string =>
  `${lostTailText(lost)} Tell the user, who must choose between restoring a backup and continuing without these events.`;
