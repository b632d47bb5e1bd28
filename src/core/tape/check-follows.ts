import { MemoryError } from "../failure.ts";
import { linkHash, type Sha256 } from "./chain.ts";
import type { Position, StoredEvent } from "./event.ts";

type End = { readonly position: Position; readonly hash: string };

/** Refuses events that do not continue the tape. Each event must follow the one before it in position and in hash. */
export function checkFollows(sha256: Sha256, end: End, events: readonly StoredEvent[]): void {
  let { position, hash } = end;
  for (const event of events) {
    position += 1;
    if (event.position !== position || event.hash !== linkHash(sha256, hash, event))
      throw new MemoryError(
        "tape.broken",
        `Event ${event.position} does not follow on event ${position - 1}.`,
        {
          fix: { to: "Check the source tape", verb: "verify" },
        },
      );
    ({ hash } = event);
  }
}
