import { advance } from "../../src/app/runtime/advance.ts";
import { allViews } from "../../src/app/runtime/all-views.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import type { Indexing, Projection } from "../../src/core/tape/projection.ts";
import type { Store, ViewSpace } from "../../src/ports/store.ts";
import { dump } from "../../src/testing/contract-drafts.ts";
import { sha256 } from "../../src/testing/fakes.ts";
import type { Write } from "./tapes.ts";

export const VIEWS: readonly (Projection | Indexing)[] = Object.values(allViews(sha256));
export const ROW_VIEWS = VIEWS.filter((view) => view.shape === "rows");

/** Records a write. Forgetting resets every view, as the verb does. */
export async function put(store: Store, { events, erase }: Write): Promise<void> {
  if (erase.length === 0) {
    await store.tape.append(events);
    return;
  }
  await store.tape.commit({ events, expect: new Map(), erase });
  await store.views.reset(VIEWS);
}

export type KeepUp = { readonly space?: ViewSpace; readonly passEvents?: number };

/** Lets every view catch up, in passes of at most `passEvents` events. */
export async function keepUp(store: Store, { space = store.views, passEvents }: KeepUp = {}): Promise<void> {
  const read: Store["events"]["read"] = (after, limit, types) =>
    store.events.read(after, passEvents ?? limit, types);
  for (const view of VIEWS) await advance({ events: { read }, space, view });
}

/** The content of every view as text, by name. */
export async function viewTexts(space: ViewSpace): Promise<{ readonly [view: string]: string }> {
  const texts: { [view: string]: string } = {};
  for (const view of VIEWS) texts[view.name] = await dump(space, view);
  return texts;
}

/** Search results and counts, because no dump contains the index and its counts. */
export async function hits(store: Store): Promise<string[]> {
  const asked = ["build", "jwt", "pnpm we", "日本語", "käfer", "שלום", "b c"];
  const found = await Promise.all(
    asked.map((text) => store.search.candidates({ terms: wordsOf(text), limit: 100 })),
  );
  return found.map(({ passages, corpus, skipped }, i) => {
    const counts = [corpus.passages, corpus.words, ...corpus.holders.values(), ...skipped].join(" ");
    return `${asked[i]}: ${passages.map(({ key, part }) => `${key}/${part}`).join(" ")} of ${counts}`;
  });
}

/** Keys of the passages that contain one of the terms. */
export async function keysWith(store: Store, ...terms: readonly string[]): Promise<string[]> {
  const { passages } = await store.search.candidates({ terms, limit: 1000 });
  return [...new Set(passages.map(({ key }) => key))];
}
