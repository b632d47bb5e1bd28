import { agentOfPerson } from "../../core/agent-name.ts";
import type { Batch, Spool } from "../../ports/spool.ts";

/** Two spools as one: written to the first, drained from both. The second contains events that hooks could not write beside the database. */
export function bothSpools(near: Spool, far: Spool): Spool {
  const parts = new WeakMap<Batch, { readonly near: Batch; readonly far: Batch }>();
  return {
    write: near.write,
    reject: near.reject,
    hasWaiting: (readTo) => near.hasWaiting(readTo) || far.hasWaiting(readTo),
    read: (readTo, options) => {
      const a = near.read(readTo, options);
      const b = far.read(readTo, options);
      const batch: Batch = {
        drafts: [...a.drafts, ...b.drafts],
        offsets: new Map([...a.offsets, ...b.offsets]),
        finished: [...a.finished, ...b.finished],
        isAll: a.isAll && b.isAll,
      };
      parts.set(batch, { near: a, far: b });
      return batch;
    },
    rejectedCount: () => near.rejectedCount() + far.rejectedCount(),
    lostCount: () => near.lostCount() + far.lostCount(),
    foreignCount: () => near.foreignCount() + far.foreignCount(),
    settle: (batch) => {
      const both = parts.get(batch);
      if (!both) return;
      near.settle(both.near);
      far.settle(both.far);
    },
    close: () => {
      near.close();
      far.close();
    },
  };
}

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
