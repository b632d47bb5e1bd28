import { itemsView } from "../../../core/items/items-view.ts";
import type { Store } from "../../../ports/store.ts";
import { hookNotes } from "./hook-notes.ts";

const TYPES: ReadonlySet<string> = new Set(itemsView.types);

/** A store that tells the hooks of its memory when items have changed. */
export function withItemChanges(store: Store, memoryDir: string): Store {
  const { tape } = store;
  const tell = (events: readonly { readonly type: string }[]): void => {
    if (events.some(({ type }) => TYPES.has(type))) hookNotes(memoryDir).itemsChanged();
  };
  return {
    ...store,
    tape: {
      ...tape,
      append: async (events) => {
        const placed = await tape.append(events);
        tell(events);
        return placed;
      },
      commit: async (commit) => {
        const done = await tape.commit(commit);
        tell(commit.events);
        return done;
      },
    },
  };
}
