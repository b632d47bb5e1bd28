import { NEGATION } from "../edges/stands-beside.ts";
import { isInstruction } from "../items/instruction-kinds.ts";
import type { ItemRow } from "../items/items-view.ts";
import { kindOf } from "../items/kinds.ts";
import { statementSpeaker } from "../items/statement-speaker.ts";
import { contentWords } from "../recall/query/asking-words.ts";
import type { LiveItems } from "./compose.ts";
import {
  JOINED_MAX,
  joinedText,
  lineNames,
  type NewestStatement,
  type ThreadTelling,
  wordsOf,
} from "./thread-text.ts";

/** Live items with the items of one turn joined on one line, and the further items on each line. */
export type JoinedStatements = {
  readonly live: readonly LiveItems[];
  readonly threads: ReadonlyMap<string, ThreadTelling>;
  readonly along: ReadonlyMap<string, readonly ItemRow[]>;
};

type Joining = {
  /** Whether an item must have its own line, such as a doubtful item. */
  readonly isApart: (item: ItemRow) => boolean;
  readonly threads: ReadonlyMap<string, ThreadTelling>;
};

/** Shows statements of one turn on one line: related sentences stay together, and repeated words, speaker and date appear once. */
export function joinStatements(live: readonly LiveItems[], { isApart, threads }: Joining): JoinedStatements {
  const tellers = new Map<string, ItemRow>();
  const along = new Map<string, ItemRow[]>();
  const merged = new Map(threads);
  const items = live.flatMap((each) => each.items);
  const history = [...threads.values()].flatMap(({ earlier = [] }) => earlier);
  const explained = explainedTraps([...items, ...history]);
  // Items that may be outdated are joined with the other statements of their turn first, because sentences that depend on each other are
  // doubtful together.
  for (const item of items)
    if (isInDoubt(item, threads) && !isApart(item))
      for (const turn of turnsOf(item)) if (!tellers.has(turn)) tellers.set(turn, item);
  const isToldElsewhere = (item: ItemRow): boolean => {
    if (explained.has(item.id) && !isApart(item)) return true;
    if (!kindOf(item.kind).isUnit || isApart(item) || !hasPlainText(item)) return false;
    const turns = turnsOf(item);
    const found = turns.map((turn) => tellers.get(turn)).find(Boolean);
    const teller = found && sharesDoubt(item, found, threads) ? found : undefined;
    if (teller === undefined && threads.get(item.id)?.newest) return false;
    for (const turn of turns) if (!tellers.has(turn)) tellers.set(turn, teller ?? item);
    if (teller === undefined) return false;
    const others = along.get(teller.id) ?? [];
    if (!fitsWith(item, [teller, ...others])) return false;
    along.set(teller.id, [...others, item]);
    const { newest, earlier = [] } = threads.get(item.id) ?? {};
    const told = merged.get(teller.id);
    const joined = [...(told?.earlier ?? []), ...earlier];
    if (joined.length > 0) merged.set(teller.id, { ...told, earlier: joined });
    // The line says itself what one of its statements would only refer to.
    if (newest && told?.newest?.toldBy === item.label)
      merged.set(teller.id, { ...merged.get(teller.id), newest });
    return true;
  };
  const kept = live.map((each) => withoutItems(each, isToldElsewhere));
  const { left, repeats } = withoutRepeats(kept, { along, isApart, threads: merged });
  /** The label under which an item's line can be found. A line may show only its first label. */
  const lineName = (item: ItemRow): string | undefined => {
    const teller = repeats.get(item.id) ?? items.find(({ id }) => along.get(id)?.includes(item));
    return teller ? lineName(teller) : lineNames([item, ...(along.get(item.id) ?? [])])[0];
  };
  for (const item of items) {
    const { newest, ...rest } = merged.get(item.id) ?? {};
    const named = items.find(({ label }) => label === newest?.toldBy);
    const toldBy = named && lineName(named);
    if (newest && toldBy && toldBy !== lineName(item))
      merged.set(item.id, { ...rest, newest: { ...newest, toldBy } });
  }
  return { live: left, threads: merged, along };
}

/** Removes some items of one kind, and corrects the total. */
export function withoutItems(
  { kind, items, total }: LiveItems,
  isGone: (item: ItemRow) => boolean,
): LiveItems {
  const left = items.filter((item) => !isGone(item));
  return { kind, items: left, total: total - (items.length - left.length) };
}

/** Removes statements that another line already contains in the same words. */
function withoutRepeats(
  live: readonly LiveItems[],
  { along, isApart, threads }: Joining & Pick<JoinedStatements, "along">,
): { readonly left: readonly LiveItems[]; readonly repeats: ReadonlyMap<string, ItemRow> } {
  const told = live
    .flatMap(({ items }) => items)
    .filter(({ kind }) => kindOf(kind).isUnit)
    .map((item) => ({ item, meaning: meaningOf([item, ...(along.get(item.id) ?? [])]) }));
  const repeats = new Map<string, ItemRow>();
  for (const { item, meaning } of told) {
    if (isApart(item) || !hasPlainText(item) || threads.get(item.id)?.earlier) continue;
    const teller = told.find(
      (other) =>
        other.item !== item &&
        !repeats.has(other.item.id) &&
        mayStandFor(other.item, item) &&
        tellsStatement(other.meaning, meaning),
    );
    if (teller) repeats.set(item.id, teller.item);
  }
  return { left: live.map((each) => withoutItems(each, ({ id }) => repeats.has(id))), repeats };
}

type Meaning = { readonly text: string; readonly words: ReadonlySet<string>; readonly isNegated: boolean };

/** The content words of a line as stems, and whether the line negates something. */
function meaningOf(items: readonly ItemRow[]): Meaning {
  const text = items.map((item) => item.text).join("\n");
  return { text: wordsOf(text), words: new Set(contentWords(text)), isNegated: NEGATION.test(text) };
}

/** Whether a line also contains a statement. One different noun, number or negation makes another one, unless the line begins with it. */
const tellsStatement = (line: Meaning, statement: Meaning): boolean =>
  statement.words.size > 0 &&
  (line.text.startsWith(statement.text) ||
    (line.isNegated === statement.isNegated && [...statement.words].every((word) => line.words.has(word))));

/** Whether an item may stand in for another. A pitfall, a fact or an agent's statement cannot replace a person's decision. */
const mayStandFor = (other: ItemRow, item: ItemRow): boolean =>
  (other.kind === item.kind || (isInstruction(other.kind) && isInstruction(item.kind))) &&
  (isPersons(other) || !isPersons(item));

const isPersons = ({ origin = "user" }: ItemRow): boolean => origin === "user" || origin === "agreed";

const turnsOf = (item: ItemRow): string[] =>
  (item.evidence ?? []).filter((at) => at > 0).map((at) => `${at} ${statementSpeaker(item)}`);

/** Whether a later statement may have replaced the item. */
const isInDoubt = (item: ItemRow, threads: Joining["threads"]): boolean =>
  threads.get(item.id)?.newest?.isSure === false && kindOf(item.kind).isUnit && hasPlainText(item);

/** Maximum distance on the tape between a failure and the sentence that explains it. */
const CLOSE = 15;

/** Traps whose workaround is named in a sentence about them. That sentence is shown, and the trap only before a matching call. */
function explainedTraps(items: readonly ItemRow[]): ReadonlySet<string> {
  const sentences = items.filter(({ kind, instead }) => kindOf(kind).isUnit && instead === undefined);
  const isExplained = (trap: ItemRow): boolean => {
    const names = wayOutNames(trap);
    const at = trap.evidence?.at(-1) ?? 0;
    return sentences.some(({ text, evidence = [] }) => {
      const words = wordsOf(text);
      const isClose = evidence.some((position) => position > 0 && Math.abs(position - at) <= CLOSE);
      return isClose && names.some((name) => words.includes(wordsOf(name)));
    });
  };
  // A person's own words about a trap are kept, because they say more than the remedy.
  const isSeen = ({ instead, origin }: ItemRow): boolean => typeof instead === "string" && origin !== "user";
  return new Set(items.filter((item) => isSeen(item) && isExplained(item)).map(({ id }) => id));
}

/** Names in a trap's workaround that the failed command did not contain. */
function wayOutNames({ text, instead }: ItemRow): string[] {
  const failed = wordsOf(text);
  const names = String(instead).match(/[\p{L}\p{N}_./-]{3,}/gu) ?? [];
  return [...new Set(names)].filter((name) => wordsOf(name) !== "  " && !failed.includes(wordsOf(name)));
}

/** Whether an item may share a line. An item with a workaround or an expiry date needs its own line. */
const hasPlainText = ({ instead, expires_at }: ItemRow): boolean =>
  instead === undefined && expires_at === undefined;

/** Whether nothing newer is known about an item, or only what the line of another item says anyway. */
function sharesDoubt(item: ItemRow, teller: ItemRow, threads: Joining["threads"]): boolean {
  const [ours, theirs] = [item, teller].map(({ id }) => threads.get(id)?.newest);
  if (ours === undefined) return true;
  if (theirs === undefined || ours.isSure || theirs.isSure) return false;
  const key = ({ item: newer, words }: NewestStatement) => newer?.id ?? words?.position;
  return teller !== item && (ours.toldBy === teller.label || key(ours) === key(theirs));
}

const fitsWith = (item: ItemRow, others: readonly ItemRow[]): boolean =>
  joinedText([...others, item]).length <= JOINED_MAX;
