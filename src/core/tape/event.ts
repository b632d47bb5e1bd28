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

/** An event that is not on the tape yet. */
export type Draft = {
  readonly id: string;
  readonly type: string;
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
  readonly payload: Payload;
};

/** An event on the tape. Its payload is null once it has been forgotten; position and hashes stay. */
export type Recorded = Omit<Draft, "payload"> & {
  readonly position: Position;
  readonly payload: Payload | null;
  readonly payloadHash: string;
  readonly hash: string;
};
