import type { Position } from "../core/tape/event.ts";
import type { World } from "./world.ts";

/** Events that were acknowledged and are not on the tape any more. */
export type LostTail = {
  /** Where the tape was known to end, and where it ends now. */
  readonly known: Position;
  readonly end: Position;
  /** The least number of events that are gone. */
  readonly missing: number;
};

/** The command that says: it is lost, go on from here. */
export const ADOPT = "tidemark adopt";

/**
 * Holds the tape against the anchor that lies outside the database. The anchor is read first: the tape only grows, so
 * another process that writes meanwhile raises no alarm.
 */
export async function lostTail(world: Pick<World, "ownership" | "store">): Promise<LostTail | undefined> {
  const anchor = world.ownership?.foreign ? undefined : world.ownership?.anchor();
  if (anchor === undefined || anchor.position === 0) return undefined;
  const { position: end } = await world.store.end();
  if (end < anchor.position) return { known: anchor.position, end, missing: anchor.position - end };
  const [there] = await world.store.eventsAt([anchor.position]);
  if (there?.hash === anchor.hash) return undefined;
  return { known: anchor.position, end, missing: 1 };
}

export function lostTailText({ known, end, missing }: LostTail): string {
  if (end >= known)
    return `The tape is not the one that was here: event ${known} has changed, and events before it may be lost.`;
  const events = missing === 1 ? "1 acknowledged event is" : `${missing} acknowledged events are`;
  return `${events} missing: the tape ended at ${known} and now ends at ${end}.`;
}

/** What to do about it, as a sentence. */
export const LOST_TAIL_FIX = `Go back to a backup: tidemark restore FILE. To accept the loss: ${ADOPT}`;
