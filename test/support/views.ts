import { advance } from "../../src/app/advance.ts";
import { allViews } from "../../src/app/views.ts";
import { wordsOf } from "../../src/core/recall/words.ts";
import type { Store, ViewSpace } from "../../src/ports/store.ts";
import { dump } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import type { Write } from "./tapes.ts";

export const VIEWS = Object.values(allViews(sha256));
export const ROW_VIEWS = VIEWS.filter((view) => view.shape === "rows");

/** Puts a write on the tape. Forgetting resets every view, as the verb does. */
export async function put(store: Store, { events, erase }: Write): Promise<void> {
  if (erase.length === 0) {
    await store.append(events);
    return;
  }
  await store.commit({ events, expect: new Map(), erase });
  await store.reset(VIEWS);
}

export type KeepUp = { readonly space?: ViewSpace; readonly passEvents?: number };

/** Lets every view catch up, in passes of at most so many events. */
export async function keepUp(store: Store, { space = store, passEvents }: KeepUp = {}): Promise<void> {
  const read: Store["read"] = (after, limit, types) => store.read(after, passEvents ?? limit, types);
  for (const view of VIEWS) await advance({ store: { read }, space, view });
}

/** Everything the views say, as text by view. */
export async function viewTexts(space: ViewSpace): Promise<{ readonly [view: string]: string }> {
  const texts: { [view: string]: string } = {};
  for (const view of VIEWS) texts[view.name] = await dump(space, view);
  return texts;
}

/**
 * What searches find: the index's words are not in any dump. Which docs, not in which order: FTS5 goes on
 * counting deleted rows of such an index when it ranks, so ranks depend on how often a doc was replaced.
 */
export async function hits(store: Store): Promise<string[]> {
  const asked = ["build", "jwt", "pnpm we", "日本語", "käfer", "שלום", "b c"];
  const found = await Promise.all(asked.map((text) => store.search(wordsOf(text), { limit: 100 })));
  return found.map(
    (each, i) =>
      `${asked[i]}: ${each
        .map(({ key }) => key)
        .sort()
        .join(" ")}`,
  );
}
