import type { ItemRow } from "../items/items-view.ts";
import { kindOf } from "../items/kinds.ts";
import { saidBy } from "../items/said-by.ts";
import type { LiveItems } from "./compose.ts";
import {
  EARLIER_MAX,
  JOINED_MAX,
  joinedText,
  type ThreadHistory,
  type ThreadTelling,
  wordsOf,
} from "./thread-text.ts";

/** Live items of which those of one turn share a line, and what stands on the line of each besides it. */
export type JoinedStatements = {
  readonly live: readonly LiveItems[];
  readonly threads: ReadonlyMap<string, ThreadTelling>;
  readonly along: ReadonlyMap<string, readonly ItemRow[]>;
};

type Joining = {
  /** Whether an item is told by itself, as one that is doubtful is. */
  readonly isApart: (item: ItemRow) => boolean;
  readonly threads: ReadonlyMap<string, ThreadTelling>;
};

/**
 * What somebody said in one breath is told in one line: sentences that lean on each other stay together, the same words
 * are told once, and who said it and when stands there once.
 */
export function joinStatements(live: readonly LiveItems[], { isApart, threads }: Joining): JoinedStatements {
  const tellers = new Map<string, ItemRow>();
  const along = new Map<string, ItemRow[]>();
  const merged = new Map(threads);
  const explained = explainedTraps([
    ...live.flatMap(({ items }) => items),
    ...[...threads.values()].flatMap(({ earlier = [] }) => earlier.map(({ item }) => item)),
  ]);
  const kept = live.map(({ kind, items, total }) => {
    const left = items.filter((item) => {
      if (explained.has(item.id) && !isApart(item)) return false;
      if (!kindOf(item.kind).isUnit || isApart(item) || !isPlain(item, threads)) return true;
      const turns = (item.evidence ?? []).filter((at) => at > 0).map((at) => `${at} ${saidBy(item)}`);
      const teller = turns.map((turn) => tellers.get(turn)).find(Boolean);
      for (const turn of turns) if (!tellers.has(turn)) tellers.set(turn, teller ?? item);
      if (teller === undefined) return true;
      const others = along.get(teller.id) ?? [];
      const earlier = [...(merged.get(teller.id)?.earlier ?? []), ...(threads.get(item.id)?.earlier ?? [])];
      if (!fitsWith(item, [teller, ...others]) || mayHold(earlier).length > EARLIER_MAX) return true;
      along.set(teller.id, [...others, item]);
      // What may still hold comes first: it is told in full.
      const surely = earlier.filter(({ isSure }) => isSure);
      if (earlier.length > 0) merged.set(teller.id, { earlier: [...mayHold(earlier), ...surely] });
      return false;
    });
    return { kind, items: left, total: total - (items.length - left.length) };
  });
  return { live: kept, threads: merged, along };
}

/** So close together in the tape are a failure and the sentence that explains it. */
const CLOSE = 15;
/** Of the names in a way out, so many stand in a sentence from elsewhere that tells it as well. */
const NAMES_SHARE = 0.5;

/** Traps whose way out a sentence names that was said about them: it is told, and the trap when the call is made. */
function explainedTraps(items: readonly ItemRow[]): ReadonlySet<string> {
  const sentences = items.filter(({ kind, instead }) => kindOf(kind).isUnit && instead === undefined);
  const isExplained = (trap: ItemRow): boolean => {
    const names = wayOutNames(trap);
    const at = trap.evidence?.at(-1) ?? 0;
    return sentences.some(({ text, evidence = [] }) => {
      const words = wordsOf(text);
      if (words.includes(wordsOf(trap.text)) && words.includes(wordsOf(String(trap.instead)))) return true;
      // What a person said of it is more than the way out.
      if (trap.origin === "user") return false;
      const told = names.filter((name) => words.includes(wordsOf(name))).length;
      const isClose = evidence.some((position) => position > 0 && Math.abs(position - at) <= CLOSE);
      return told > 0 && (isClose || told >= names.length * NAMES_SHARE);
    });
  };
  return new Set(
    items.filter((item) => typeof item.instead === "string" && isExplained(item)).map(({ id }) => id),
  );
}

/** Names in the way out of a trap that what failed did not have. */
function wayOutNames({ text, instead }: ItemRow): string[] {
  const failed = wordsOf(text);
  const names = String(instead).match(/[\p{L}\p{N}_./-]{3,}/gu) ?? [];
  return [...new Set(names)].filter((name) => wordsOf(name) !== "  " && !failed.includes(wordsOf(name)));
}

/** What has a way out, a date on it or a newer statement before it has a line of its own. */
const isPlain = ({ id, instead, expires_at }: ItemRow, threads: Joining["threads"]): boolean =>
  instead === undefined && expires_at === undefined && threads.get(id)?.newest === undefined;

const mayHold = (earlier: readonly ThreadHistory[]): ThreadHistory[] =>
  earlier.filter(({ isSure }) => !isSure);

const fitsWith = (item: ItemRow, others: readonly ItemRow[]): boolean =>
  joinedText([...others, item]).length <= JOINED_MAX;
