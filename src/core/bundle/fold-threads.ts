import type { LiveItems } from "./compose.ts";
import { EARLIER_MAX, type NewestStatement, type ThreadTelling } from "./thread-text.ts";

/** Live items of which each thread is told once, and how each is told. */
export type FoldedThreads = {
  readonly live: readonly LiveItems[];
  readonly threads: ReadonlyMap<string, ThreadTelling>;
};

/**
 * Takes away the items whose thread is told by a newer one, which tells them as its history. Where the newest statement
 * is not among the live items, it is told on the line of the item.
 */
export function foldThreads(
  live: readonly LiveItems[],
  newest: ReadonlyMap<string, NewestStatement>,
): FoldedThreads {
  const all = live.flatMap(({ items }) => items).sort((a, b) => b.position - a.position);
  const present = new Set(all.map(({ id }) => id));
  const threads = new Map<string, ThreadTelling>();
  const gone = new Set<string>();
  /** Which item tells words of which no unit was made. */
  const tellers = new Map<string, string>();
  for (const item of all) {
    const lead = newest.get(item.id);
    if (lead === undefined) continue;
    const key = lead.item?.id ?? `turn@${lead.words?.position}`;
    const teller = present.has(key) ? key : tellers.get(key);
    const told = threads.get(teller ?? "");
    // What may still hold is not left out for want of room behind another.
    const hasRoom =
      lead.isSure || (told?.earlier?.length ?? 0) + Number(told?.newest !== undefined) < EARLIER_MAX;
    if (teller === undefined || !hasRoom) {
      if (teller === undefined) tellers.set(key, item.id);
      threads.set(item.id, { ...threads.get(item.id), newest: lead });
    } else {
      gone.add(item.id);
      const history = { item, isSure: lead.isSure };
      const earlier = told?.earlier ?? [];
      // The unsure ones first: they are told in full.
      threads.set(teller, { ...told, earlier: lead.isSure ? [...earlier, history] : [history, ...earlier] });
    }
  }
  const kept = live.map(({ kind, items, total }) => {
    const left = items.filter(({ id }) => !gone.has(id));
    return { kind, items: left, total: total - (items.length - left.length) };
  });
  return { live: kept, threads };
}
