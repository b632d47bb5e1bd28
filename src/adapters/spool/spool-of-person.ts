import { agentOfPerson } from "../../core/agent-name.ts";
import type { Spool } from "../../ports/spool.ts";

/**
 * The spool of a named person. Hooks know only the agent, so the person is added when events leave the spool. Its seal uses the user's own
 * key, so it contains nobody else's events.
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
