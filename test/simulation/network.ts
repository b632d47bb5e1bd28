import { MemoryError } from "../../src/core/failure.ts";
import type { Store } from "../../src/ports/store.ts";

/** How the next writes of one agent fail: they never arrive, or they arrive and the answer is lost. */
export type NetworkFault = {
  kind: "none" | "refused" | "answer-lost";
  /** What another process does between what the next commit was decided on and its arrival. */
  meanwhile?: (() => Promise<void>) | undefined;
};

/** A store whose writing calls fail as a network does. Reads and views are left alone. */
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
