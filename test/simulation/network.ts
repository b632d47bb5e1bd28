import { MemoryError } from "../../src/core/failure.ts";
import type { Store } from "../../src/ports/store.ts";

/** How the next writes of one agent fail: they never arrive, or they arrive and the answer is lost. */
export type NetworkFault = {
  kind: "none" | "refused" | "answer-lost";
  /** Writes of another process between the decision of the next commit and its arrival. */
  meanwhile?: (() => Promise<void>) | undefined;
};

/** A store whose writes fail like those over a broken network. Reads and views work. */
export function breakConnection(store: Store, fault: NetworkFault): Store {
  const { tape, leases } = store;
  const through = async <T>(call: () => Promise<T>): Promise<T> => {
    if (fault.kind === "refused") throw lost();
    const result = await call();
    if (fault.kind === "answer-lost") throw lost();
    return result;
  };
  return {
    ...store,
    close: () => store.close(),
    tape: {
      ...tape,
      append: (events) => through(() => tape.append(events)),
      enqueue: (events) => through(() => tape.enqueue(events)),
      commit: async (commit) => {
        const { meanwhile } = fault;
        fault.meanwhile = undefined;
        await meanwhile?.();
        return through(() => tape.commit(commit));
      },
    },
    leases: { ...leases, claim: (lease, now) => through(() => leases.claim(lease, now)) },
  };
}

const lost = (): MemoryError => new MemoryError("store.io", "connection lost", { retryable: true });
