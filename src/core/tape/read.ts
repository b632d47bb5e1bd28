import { MemoryError } from "../failure.ts";
import { CATALOGUE, type EventKind } from "./catalogue.ts";
import type { Payload, Recorded } from "./event.ts";

type Versioned = { readonly type: string; readonly version: number };

/** Brings an event as it lies on the tape to its newest version. Stored events are never rewritten. */
export function upcast<E extends Versioned & { readonly payload: Payload | null }>(
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

/** The catalogue's entry, or a refusal: to skip what we do not understand would be to show a lie. */
function knownKind(event: Versioned, catalogue: { readonly [type: string]: EventKind }): EventKind {
  const kind = Object.hasOwn(catalogue, event.type) ? catalogue[event.type] : undefined;
  if (kind && event.version <= kind.version) return kind;
  const known = kind ? `knows it up to version ${kind.version}` : "does not know it";
  throw new MemoryError(
    "tape.newer",
    `The tape holds "${event.type}" version ${event.version}; this Tidemark ${known}. A newer one wrote it.`,
    { fix: "Update Tidemark (npm install -g tidemark@latest) and try again. Nothing was changed." },
  );
}

export function upcastAll(events: readonly Recorded[]): Recorded[] {
  return events.map((event) => upcast(event));
}
