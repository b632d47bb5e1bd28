import type { ItemRow } from "../items/items-view.ts";
import { saidBy } from "../items/said-by.ts";
import type { SpokenWords } from "../threads/thread.ts";
import type { LiveItems } from "./compose.ts";
import {
  EARLIER_MAX,
  JOINED_MAX,
  joinedText,
  type NewestStatement,
  type ThreadTelling,
  wordsOf,
} from "./thread-text.ts";

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
  /** Which item tells another one, or words of which no unit was made. */
  const tellers = new Map<string, string>();
  for (const item of all) {
    const lead = newest.get(item.id);
    if (lead === undefined) continue;
    const key = lead.item === undefined ? unitOf(lead.words, all) : lead.item.id;
    if (key === item.id) continue;
    const teller = tellers.get(key) ?? (present.has(key) ? key : undefined);
    const told = threads.get(teller ?? "");
    // What may still hold is not left out for want of room behind another.
    const hasRoom =
      lead.isSure || (told?.earlier?.length ?? 0) + Number(told?.newest !== undefined) < EARLIER_MAX;
    if (teller === undefined || !hasRoom) {
      if (teller === undefined) tellers.set(key, item.id);
      const toldBy = all.find(({ id }) => id === teller)?.label;
      threads.set(item.id, { ...threads.get(item.id), newest: { ...lead, toldBy } });
    } else {
      gone.add(item.id);
      tellers.set(item.id, teller);
      const history = { item, isSure: lead.isSure };
      const earlier = told?.earlier ?? [];
      // The unsure ones first: they are told in full.
      threads.set(teller, { ...told, earlier: lead.isSure ? [...earlier, history] : [history, ...earlier] });
    }
  }
  const told = withSiblings(threads, all, gone);
  const kept = live.map(({ kind, items, total }) => {
    const left = items.filter(({ id }) => !gone.has(id));
    return { kind, items: left, total: total - (items.length - left.length) };
  });
  return { live: kept, threads: told };
}

/**
 * What may still hold is told with what was said in the same turn, unless that has a thread of its own: sentences that lean
 * on each other stay together.
 */
function withSiblings(
  threads: ReadonlyMap<string, ThreadTelling>,
  all: readonly ItemRow[],
  gone: Set<string>,
): ReadonlyMap<string, ThreadTelling> {
  const isFree = ({ id }: ItemRow): boolean => !gone.has(id) && !threads.has(id);
  const siblingsOf = (item: ItemRow): ItemRow[] =>
    all.filter((other) => isFree(other) && isSaidWith(item, other));
  const told = [...threads].map(([id, { earlier, ...rest }]): [string, ThreadTelling] => {
    if (earlier === undefined) return [id, rest];
    const history = earlier.map((each, i) => {
      if (each.isSure || i >= EARLIER_MAX) return each;
      const along = siblingsOf(each.item);
      if (along.length === 0 || joinedText([each.item, ...along]).length > JOINED_MAX) return each;
      for (const sibling of along) gone.add(sibling.id);
      return { ...each, along };
    });
    return [id, { ...rest, earlier: history }];
  });
  return new Map(told);
}

const isSaidWith = (item: ItemRow, other: ItemRow): boolean =>
  saidBy(item) === saidBy(other) &&
  other.instead === undefined &&
  other.expires_at === undefined &&
  (item.evidence ?? []).some((at) => at > 0 && other.evidence?.includes(at));

/** The unit that was made of quoted words, where there is one: it tells them. Else the name of their turn. */
function unitOf(words: SpokenWords, units: readonly ItemRow[]): string {
  const said = wordsOf(words.text);
  const own = units.filter(({ evidence = [] }) => evidence.includes(words.position));
  return (
    own.find(({ text }) => said.includes(wordsOf(text)) || wordsOf(text).includes(said))?.id ??
    `turn@${words.position}`
  );
}
