import { MemoryError } from "../failure.ts";
import { CATALOGUE, type EventKind } from "./catalogue.ts";
import type { Payload, Recorded, StoredEvent } from "./event.ts";
import { isKnownType, VERSIONS } from "./versions.ts";

type Versioned = { readonly type: string; readonly version: number };

/** Converts an event as it is stored on the tape to its newest version. Stored events are never rewritten. */
export function upcast(event: StoredEvent): Recorded {
  // Almost every event is already of the newest version. A command that only reads then does not load the schemas.
  if (isNewest(event)) return event;
  const newest = newestOf(event);
  if (isNewest(newest)) return newest;
  throw new Error(`bug: ${event.type} was not brought to its newest version`);
}

/** A payload on the tape was checked against its schema when it was recorded, and upcasts preserve this. It is not checked again. */
const isNewest = (event: StoredEvent): event is Recorded =>
  isKnownType(event.type) && event.version === VERSIONS[event.type];

/** The same for an event that may not be on the tape, or whose type may not be in this program's catalogue. */
export function newestOf<E extends Versioned & { readonly payload: Payload | null }>(
  event: E,
  catalogue: { readonly [type: string]: EventKind } = CATALOGUE,
): E {
  const kind = knownKind(event, catalogue);
  if (event.version === kind.version) return event;
  let payload = event.payload;
  for (let version = event.version; version < kind.version && payload !== null; version++) {
    const step = kind.upcasts[version];
    if (!step) throw new Error(`bug: ${event.type} has no upcast from version ${version}`);
    payload = step(payload);
  }
  return { ...event, version: kind.version, payload };
}

/** The catalogue's entry of an event. An unknown event is refused: a view that skipped it would be wrong. */
function knownKind(event: Versioned, catalogue: { readonly [type: string]: EventKind }): EventKind {
  const kind = Object.hasOwn(catalogue, event.type) ? catalogue[event.type] : undefined;
  if (kind && event.version <= kind.version) return kind;
  const known = kind ? `knows it up to version ${kind.version}` : "does not know it";
  throw new MemoryError(
    "tape.newer",
    `The tape contains "${event.type}" version ${event.version}; this Tidemark ${known}. A newer one wrote it.`,
    { fix: "Update Tidemark (npm install -g tidemark@latest) and try again. Nothing was changed." },
  );
}

export function upcastAll(events: readonly StoredEvent[]): Recorded[] {
  return events.map((event) => upcast(event));
}
