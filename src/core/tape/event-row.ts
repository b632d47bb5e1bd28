import { isObject } from "../fields.ts";
import type { Payload, StoredEvent } from "./event.ts";

/** A row of the events table, which has the same columns in every database. */
export type EventRow = { readonly [column: string]: unknown };

/** Converts a row to its event. `corrupt` makes the store's own error for a payload that cannot be read. */
export function eventOfRow(row: EventRow, corrupt: (cause: unknown) => Error): StoredEvent {
  return {
    position: Number(row.position),
    id: String(row.id),
    type: String(row.type),
    version: Number(row.version),
    at: Number(row.at),
    recordedAt: Number(row.recorded_at),
    writer: {
      agent: String(row.agent),
      host: String(row.host),
      process: String(row.process),
      worktree: String(row.worktree),
    },
    ...(row.session === null ? {} : { session: String(row.session) }),
    ...(row.subject === null ? {} : { subject: String(row.subject) }),
    ...(row.key === null ? {} : { key: String(row.key) }),
    payload: row.payload === null ? null : payloadOf(String(row.payload), corrupt),
    payloadHash: String(row.payload_hash),
    hash: String(row.hash),
  };
}

function payloadOf(text: string, corrupt: (cause: unknown) => Error): Payload {
  try {
    const payload: unknown = JSON.parse(text);
    if (isObject(payload)) return payload;
  } catch (error) {
    throw corrupt(error);
  }
  throw corrupt(new Error("a payload is no object"));
}
