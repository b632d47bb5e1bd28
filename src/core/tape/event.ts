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

/** What stands above the payload of every event. */
type EventHeader = {
  readonly id: string;
  readonly version: number;
  /** When the world said it. Time never orders: positions do. */
  readonly at: Instant;
  readonly recordedAt: Instant;
  readonly writer: Writer;
  readonly session?: string;
  /** The item this event is about; all events of one subject tell its history. */
  readonly subject?: string;
  /** Recording a second event with the same key is a no-op. */
  readonly key?: string;
};

/** An event that is not on the tape yet. Nothing is known of its payload until `checkDraft` has looked at it. */
export type Draft = EventHeader & { readonly type: string; readonly payload: Payload };

/** What the tape adds to an event. */
type EventPlace = { readonly position: Position; readonly payloadHash: string; readonly hash: string };

/**
 * An event as it lies on the tape, written by this version of the program or by another one: `upcast` makes it one whose
 * payload is known. The payload is null once it has been forgotten; position and hashes stay.
 */
export type StoredEvent = EventHeader &
  EventPlace & { readonly type: string; readonly payload: Payload | null };

/** An event on the tape of one of these types, at its newest version: its type tells what its payload holds. */
export type EventOf<Type extends EventType> = {
  readonly [One in Type]: EventHeader &
    EventPlace & { readonly type: One; readonly payload: PayloadOf<One> | null };
}[Type];

/** An event on the tape. */
export type Recorded = EventOf<EventType>;

/** An event of one of these types that may go on the tape. */
export type DraftOf<Type extends EventType> = {
  readonly [One in Type]: EventHeader & { readonly type: One; readonly payload: PayloadOf<One> };
}[Type];

/** An event that fits its schema and may go on the tape. */
export type EventDraft = DraftOf<EventType>;

/** One message of a session. */
export type TurnEvent = EventOf<"turn.recorded">;
