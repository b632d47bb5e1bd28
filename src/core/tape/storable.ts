import type { Draft } from "./event.ts";
import { storableId } from "./plain-id.ts";
import type { Foreign } from "./rebase-positions.ts";

/**
 * The event as every store gives it back. The hash of an event covers its header, so a header that a database changes
 * while it stores it would break the chain of the tape permanently. A payload is stored as JSON, which writes such characters
 * out: it comes back letter for letter.
 */
export function storable<Event extends Draft | Foreign>(event: Event): Event {
  const { id, type, writer, session, subject, key } = event;
  return {
    ...event,
    id: storableId(id),
    type: storableId(type),
    writer: {
      agent: storableId(writer.agent),
      host: storableId(writer.host),
      process: storableId(writer.process),
      worktree: storableId(writer.worktree),
    },
    ...(session === undefined ? {} : { session: storableId(session) }),
    ...(subject === undefined ? {} : { subject: storableId(subject) }),
    ...(key === undefined ? {} : { key: storableId(key) }),
  };
}
