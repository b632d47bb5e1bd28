import type { Deps, MemoryDeps } from "../../app/runtime/deps.ts";
import type { Draft } from "../../core/tape/event.ts";

/** The alphabet of ids. A character of a hash chooses one. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 26;

/**
 * The dependencies of a call that may be repeated. Everything it records carries the call's key, and its ids follow from that key. The
 * second call records nothing and returns what the first one made.
 */
export function depsOfCall(deps: Deps, key: string): Deps {
  const { store } = deps;
  let recorded = 0;
  let named = 0;
  const keyed = (events: readonly Draft[]): Draft[] =>
    events.map((event, i) => ({ key: firstKey(key, recorded + i), ...event }));
  return {
    ...deps,
    ids: {
      next: (prefix) =>
        prefix === "evt" ? deps.ids.next(prefix) : idFrom(deps, `${key} ${named++}`, prefix),
    },
    store: {
      ...store,
      tape: {
        ...store.tape,
        append: async (events) => {
          const placed = await store.tape.append(keyed(events));
          recorded += events.length;
          return placed;
        },
        enqueue: async (events) => {
          await store.tape.enqueue(keyed(events));
          recorded += events.length;
        },
        commit: async (commit) => {
          const committed = await store.tape.commit({ ...commit, events: keyed(commit.events) });
          // A commit that lost a race recorded nothing, so its keys are still free.
          if (committed.outcome === "committed") recorded += commit.events.length;
          return committed;
        },
      },
    },
  };
}

/** The key of a call's first event. If it is known, the call was made before. */
export const firstKey = (key: string, at = 0): string => `${key} ${at}`;

function idFrom({ sha256 }: MemoryDeps, seed: string, prefix: string): string {
  const hash = sha256(`${prefix} ${seed}`);
  const letters = Array.from({ length: ID_LENGTH }, (_, i) => {
    const byte = Number.parseInt(hash.slice(2 * i, 2 * i + 2), 16);
    return LETTERS[byte % LETTERS.length];
  });
  return `${prefix}_${letters.join("")}`;
}
