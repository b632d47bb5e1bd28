import { agentOfPerson } from "../../core/agent-name.ts";
import type { Spool } from "../../ports/spool.ts";

/**
 * The spool of a person who has a name: hooks know the agent alone, so the person is added when events leave the spool.
 * It is sealed with the user's own key, so nobody else's events are in it.
 */
export function spoolOfPerson(spool: Spool, person: string | undefined): Spool {
  if (person === undefined) return spool;
  return {
    ...spool,
    read: (readTo, options) => {
      const batch = spool.read(readTo, options);
      const drafts = batch.drafts.map((draft) => {
        const agent = agentOfPerson(person, draft.writer.agent);
        return { ...draft, writer: { ...draft.writer, agent } };
      });
      return { ...batch, drafts };
    },
  };
}
