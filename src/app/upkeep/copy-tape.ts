import { MemoryError } from "../../core/failure.ts";
import type { Store, TapeEnd } from "../../ports/store.ts";
import type { Progress } from "../runtime/deps.ts";

/** Events that are copied at once. */
const PAGE_EVENTS = 1000;

/** True if a tape with this end is the beginning of the other tape. */
export async function isBeginning({ position, hash }: TapeEnd, of: Store): Promise<boolean> {
  if (position === 0) return true;
  const [same] = await of.events.eventsAt([position]);
  return same?.hash === hash;
}

/** Copies events unchanged, hashes included, from the end of the target on, and compares the ends. */
export async function copyTape(
  source: Store,
  target: Store,
  progress: Progress = () => {},
): Promise<TapeEnd> {
  const { position: total } = await source.tape.end();
  for (let { position: after } = await target.tape.end(); ; ) {
    const { events, upTo } = await source.events.read(after, PAGE_EVENTS);
    if (events.length === 0) break;
    await target.upkeep.extend(events);
    after = upTo;
    progress({ what: "copy the tape", done: after, total: Math.max(after, total) });
  }
  const [here, there] = [await source.tape.end(), await target.tape.end()];
  if (there.position <= here.position && (await isBeginning(there, source))) return there;
  throw new MemoryError("tape.broken", "The two tapes do not end alike. The memory was not moved.", {
    fix: { verb: "verify" },
  });
}
