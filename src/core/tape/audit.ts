import { FORGOTTEN } from "../items/items-view.ts";
import { GENESIS, linkHash, payloadText, type Sha256 } from "./chain.ts";
import type { Position, Recorded } from "./event.ts";

/** One thing about a tape that is not as it was written. */
export type Flaw = {
  readonly about: "gap" | "payload" | "link" | "erased";
  readonly position: Position;
  readonly message: string;
};

/** Reads a tape from its first event on, and says what does not fit. */
export type Audit = {
  readonly take: (event: Recorded) => readonly Flaw[];
  /** Passes over an event that cannot be read, so that it is not told twice. */
  readonly skip: (position: Position) => void;
  /** Payloads that are gone though no event says they were forgotten. Asked when the whole tape was taken. */
  readonly finish: () => readonly Flaw[];
};

/**
 * Follows the chain. After a flaw it goes on from what is stored, so that one changed event is one finding
 * and not a finding for every event behind it.
 */
export function auditOf(sha256: Sha256): Audit {
  let tail: Tail = { position: 0, hash: GENESIS };
  const erased = new Map<string, Position>();
  const named = new Set<string>();
  return {
    take: (event) => {
      const flaws = flawsOf(sha256, event, tail);
      if (event.payload === null) erased.set(event.id, event.position);
      for (const id of forgottenBy(event)) named.add(id);
      tail = { position: event.position, hash: event.hash };
      return flaws;
    },
    skip: (position) => {
      tail = { position };
    },
    finish: () =>
      [...erased]
        .filter(([id]) => !named.has(id))
        .map(([id, position]) => ({
          about: "erased",
          position,
          message: `The payload of event ${position} (${id}) is gone, and nothing says that it was forgotten.`,
        })),
  };
}

/** Where the reading stands; without a hash when it is not known. */
type Tail = { readonly position: Position; readonly hash?: string };

/** The ids of the events whose payloads this one says are forgotten. */
export function forgottenBy(event: Pick<Recorded, "type" | "payload">): readonly string[] {
  const ids = event.type === FORGOTTEN ? event.payload?.events : undefined;
  return Array.isArray(ids) ? (ids as string[]) : [];
}

/** Said where only the header of an event differs from what was hashed. */
const WORDS_WHOLE =
  "Its words are as they were recorded; its header was changed, or holds an id that an older version could not store.";

function flawsOf(sha256: Sha256, event: Recorded, tail: Tail): Flaw[] {
  const { position, payload } = event;
  const flaws: Flaw[] = [];
  if (position !== tail.position + 1) {
    const from = tail.position + 1;
    const missing = position - 1 === from ? `Event ${from} is` : `Events ${from} to ${position - 1} are`;
    flaws.push({ about: "gap", position: from, message: `${missing} missing.` });
  }
  const isWhole = payload !== null && sha256(payloadText(payload)) === event.payloadHash;
  if (payload !== null && !isWhole) {
    flaws.push({ about: "payload", position, message: `The payload of event ${position} was changed.` });
  }
  // Behind a gap there is no hash to start from, and the gap is told already.
  const before = flaws[0]?.about === "gap" ? undefined : tail.hash;
  if (before !== undefined && linkHash(sha256, before, event) !== event.hash) {
    const message = `Event ${position} does not fit the hash of what came before it.`;
    flaws.push({ about: "link", position, message: isWhole ? `${message} ${WORDS_WHOLE}` : message });
  }
  return flaws;
}
