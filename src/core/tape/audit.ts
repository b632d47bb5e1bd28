import { fieldsIn, isString } from "../fields.ts";
import { FORGOTTEN } from "../items/items-view.ts";
import { GENESIS, linkHash, payloadText, type Sha256 } from "./chain.ts";
import type { Payload, Position, StoredEvent } from "./event.ts";

/** One error that a check of a tape found. */
export type Flaw = {
  readonly about: "gap" | "payload" | "link" | "erased";
  readonly position: Position;
  readonly message: string;
};

/** Checks a tape event by event, from its first event, and returns the errors. */
export type Audit = {
  readonly take: (event: StoredEvent) => readonly Flaw[];
  /** Skips an event that cannot be read, so that it is not reported twice. */
  readonly skip: (position: Position) => void;
  /** Called after the last event. Returns missing or changed payloads that no event records as forgotten or redacted. */
  readonly finish: () => readonly Flaw[];
};

/** Checks the hash chain. After a flaw it continues with the stored hash, so that one changed event is reported once. */
export function createAudit(sha256: Sha256): Audit {
  let tail: Tail = { position: 0, hash: GENESIS };
  const erased = new Map<string, Position>();
  const named = new Set<string>();
  const changed = new Map<string, Changed>();
  const redacted = new Map<string, string>();
  return {
    take: (event) => {
      const flaws = flawsOf(sha256, event, tail);
      if (event.payload === null) erased.set(event.id, event.position);
      for (const id of forgottenEventIds(event)) named.add(id);
      const print = changedPrint(sha256, event);
      if (print !== undefined) changed.set(event.id, { position: event.position, print });
      for (const each of redactedEventsIn(event)) redacted.set(each.id, each.print);
      tail = { position: event.position, hash: event.hash };
      return flaws;
    },
    skip: (position) => {
      tail = { position };
    },
    finish: () => [
      ...[...changed]
        .filter(([id, { print }]) => redacted.get(id) !== print)
        .map(([, { position }]): Flaw => {
          return { about: "payload", position, message: `The payload of event ${position} was changed.` };
        }),
      ...[...erased]
        .filter(([id]) => !named.has(id))
        .map(([id, position]): Flaw => {
          const message = `The payload of event ${position} (${id}) is missing, but was not forgotten.`;
          return { about: "erased", position, message };
        }),
    ],
  };
}

/** An event whose payload differs from the recorded payload. */
type Changed = { readonly position: Position; readonly print: string };

/** The type of the events that list the payloads from which a scrub removed secrets. */
export const REDACTED = "payload.redacted";

/** An event, and the print of its payload after its secrets were removed. */
export type RedactedEvent = { readonly id: string; readonly print: string };

/** The print that the tape stores of a redacted payload. It proves that the scrub wrote this payload. */
export const payloadPrint = (sha256: Sha256, payload: Payload): string =>
  sha256(payloadText(payload)).slice(0, 32);

/** The print of a payload that differs from the recorded payload; undefined if the payload is unchanged or missing. */
export function changedPrint(
  sha256: Sha256,
  { payload, payloadHash }: Pick<StoredEvent, "payload" | "payloadHash">,
): string | undefined {
  if (payload === null) return undefined;
  const hash = sha256(payloadText(payload));
  return hash === payloadHash ? undefined : hash.slice(0, 32);
}

/** The events whose payloads were redacted according to this event. */
export function redactedEventsIn(event: Pick<StoredEvent, "type" | "payload">): readonly RedactedEvent[] {
  const events = event.type === REDACTED ? event.payload?.events : undefined;
  return Array.isArray(events) ? events.filter(isRedactedEvent) : [];
}

const isRedactedEvent = (value: unknown): value is RedactedEvent => {
  const { id, print } = fieldsIn(value);
  return isString(id) && isString(print);
};

/** The last event that was checked; without a hash if its hash is not known. */
type Tail = { readonly position: Position; readonly hash?: string };

/** The ids of the events whose payloads were forgotten according to this event. */
export function forgottenEventIds(event: Pick<StoredEvent, "type" | "payload">): readonly string[] {
  const ids = event.type === FORGOTTEN ? event.payload?.events : undefined;
  return Array.isArray(ids) ? ids.filter(isString) : [];
}

/** The explanation for an event if only its header differs from the hashed header. */
const WORDS_WHOLE =
  "Its text is unchanged, but its header was changed or contains an id that an older version could not store.";

const isWhole = (sha256: Sha256, event: StoredEvent): boolean =>
  event.payload !== null && changedPrint(sha256, event) === undefined;

function flawsOf(sha256: Sha256, event: StoredEvent, tail: Tail): Flaw[] {
  const { position } = event;
  const flaws: Flaw[] = [];
  if (position !== tail.position + 1) {
    const from = tail.position + 1;
    const missing = position - 1 === from ? `Event ${from} is` : `Events ${from} to ${position - 1} are`;
    flaws.push({ about: "gap", position: from, message: `${missing} missing.` });
  }
  // After a gap there is no hash to continue from, and the gap is reported already.
  const before = flaws[0]?.about === "gap" ? undefined : tail.hash;
  if (before !== undefined && linkHash(sha256, before, event) !== event.hash) {
    const message = `Event ${position} does not match the hash of the events before it.`;
    flaws.push({
      about: "link",
      position,
      message: isWhole(sha256, event) ? `${message} ${WORDS_WHOLE}` : message,
    });
  }
  return flaws;
}
