import type { Draft } from "./event.ts";
import { storableId } from "./plain-id.ts";
import type { ForeignEvent } from "./rebase-positions.ts";

/**
 * The event as every store returns it. The hash of an event covers its header. If a database changed a header while storing it, the chain
 * of the tape would be broken permanently. A payload is stored as JSON, which escapes such characters, so it comes back unchanged.
 */
export function storable<Event extends Draft | ForeignEvent>(event: Event): Event {
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
