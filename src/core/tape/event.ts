import type { PayloadOf } from "./catalogue.ts";
import type { EventType } from "./versions.ts";

/** A place on the tape of one project: 1, 2, 3 … without gaps. Zero is before the first event. */
export type Position = number;

/** Milliseconds since 1970-01-01T00:00Z. Times are shown to people and programs as ISO strings. */
export type Instant = number;

/** Who wrote an event: an agent, in a host program, as one process, in one worktree of the project. */
export type Writer = {
  readonly agent: string;
  readonly host: string;
  readonly process: string;
  readonly worktree: string;
};

/** The facts of an event, in snake_case as every surface shows them. */
export type Payload = { readonly [field: string]: unknown };

/** The header fields of every event. */
type EventHeader = {
  readonly id: string;
  readonly version: number;
  /** When the event happened. Events are ordered by position, never by time. */
  readonly at: Instant;
  readonly recordedAt: Instant;
  readonly writer: Writer;
  readonly session?: string;
  /** The item that this event is about. All events with the same subject are that item's history. */
  readonly subject?: string;
  /** Recording a second event with the same key is a no-op. */
  readonly key?: string;
};

/** An event that is not on the tape yet. Its payload is unchecked until `checkDraft` has validated it. */
export type Draft = EventHeader & { readonly type: string; readonly payload: Payload };

/** The fields that the tape adds to an event. */
type EventPlace = { readonly position: Position; readonly payloadHash: string; readonly hash: string };

/**
 * An event as it is stored on the tape, perhaps by another version of the program. `upcast` converts it to the newest version, whose
 * payload is known. The payload is null after it was forgotten; the position and the hashes stay.
 */
export type StoredEvent = EventHeader &
  EventPlace & { readonly type: string; readonly payload: Payload | null };

/** An event on the tape of one of these types, at its newest version. Its type determines its payload. */
export type EventOf<Type extends EventType> = {
  readonly [One in Type]: EventHeader &
    EventPlace & { readonly type: One; readonly payload: PayloadOf<One> | null };
}[Type];

/** An event on the tape. */
export type Recorded = EventOf<EventType>;

/** An event of one of these types that may be put on the tape. */
export type DraftOf<Type extends EventType> = {
  readonly [One in Type]: EventHeader & { readonly type: One; readonly payload: PayloadOf<One> };
}[Type];

/** An event that matches its schema and may be put on the tape. */
export type EventDraft = DraftOf<EventType>;

/** One message of a session. */
export type TurnEvent = EventOf<"turn.recorded">;
