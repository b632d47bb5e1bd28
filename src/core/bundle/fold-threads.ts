import { conceptsNamed } from "../edges/parallel-statements.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { ItemRow } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import type { SpokenWords } from "../threads/thread.ts";
import type { LiveItems } from "./compose.ts";
import { withoutItems } from "./join-statements.ts";
import { doubtText, type NewestStatement, type ThreadTelling, wordsOf } from "./thread-text.ts";

/** Live items with each thread shown once, and how each thread is shown. */
export type FoldedThreads = {
  readonly live: readonly LiveItems[];
  readonly threads: ReadonlyMap<string, ThreadTelling>;
};

/**
 * Removes items that a newer item surely replaced; the newer item shows them as its history. An item that was perhaps replaced keeps its
 * line and says so. If the newest statement is not among the live items, it is shown on the older item's line.
 */
export function foldThreads(
  live: readonly LiveItems[],
  newest: ReadonlyMap<string, NewestStatement>,
): FoldedThreads {
  const all = live.flatMap(({ items }) => items).sort((a, b) => b.position - a.position);
  const present = new Set(all.map(({ id }) => id));
  const threads = new Map<string, ThreadTelling>();
  const gone = new Set<string>();
  /** The item on whose line another item, or a turn without a unit, is shown. */
  const tellers = new Map<string, string>();
  for (const item of all) {
    const lead = newest.get(item.id);
    if (lead === undefined) continue;
    const key = lead.item === undefined ? unitOf(lead.words, item, all) : lead.item.id;
    if (key === item.id) continue;
    const teller = tellers.get(key) ?? (present.has(key) ? key : undefined);
    const told = threads.get(teller ?? "");
    // An item that may still hold has its own line: behind another statement it would look like history.
    if (teller === undefined || !lead.isSure) {
      if (teller === undefined) tellers.set(key, item.id);
      const toldBy = all.find(({ id }) => id === teller);
      const replacing = toldBy?.id === key ? { isSure: lead.isSure, item: toldBy } : lead;
      threads.set(item.id, { ...threads.get(item.id), newest: { ...replacing, toldBy: toldBy?.label } });
    } else {
      gone.add(item.id);
      tellers.set(item.id, teller);
      threads.set(teller, { ...told, earlier: [...(told?.earlier ?? []), item] });
    }
  }
  for (const item of all.filter(({ id }) => !gone.has(id) && !threads.has(id))) {
    const newer = all.find(
      (other) => !gone.has(other.id) && choosesOtherThan(item, other, threads.get(other.id)),
    );
    if (newer) threads.set(item.id, { newest: { isSure: false, item: newer, toldBy: newer.label } });
  }
  const left = live.map((each) => withoutItems(each, ({ id }) => gone.has(id)));
  return { live: amongRules(left, threads), threads };
}

/** A mark for each item that says what its thread knows about it, by id. Every item keeps its own line. */
export function threadMarks(
  items: readonly ItemRow[],
  newest: ReadonlyMap<string, NewestStatement>,
): ReadonlyMap<string, string> {
  const { threads } = foldThreads([{ kind: "fact", items, total: items.length }], newest);
  const labels = new Map(items.map(({ id, label }) => [id, label]));
  const marks = new Map<string, string>();
  for (const [teller, { newest: lead, earlier = [] }] of threads) {
    for (const { id } of earlier) marks.set(id, `replaced by ${labels.get(teller)}`);
    if (lead) marks.set(teller, doubtText({ ...lead, toldBy: lead.toldBy ?? lead.item?.label }));
  }
  return marks;
}

/** Moves an item that replaced a rule to the rules, so that it is shown with the same priority. */
function amongRules(live: readonly LiveItems[], threads: FoldedThreads["threads"]): readonly LiveItems[] {
  const moved = new Map(
    live.flatMap(({ kind, items }) =>
      items.flatMap((item) => {
        const rule = (threads.get(item.id)?.earlier ?? []).find((each) => RULES.includes(each.kind));
        return rule === undefined || RULES.includes(kind) ? [] : [[item, rule.kind] as const];
      }),
    ),
  );
  if (moved.size === 0) return live;
  return live.map((each) => {
    const added = [...moved].flatMap(([item, kind]) => (kind === each.kind ? [item] : []));
    const left = withoutItems(each, (item) => moved.has(item));
    return { ...left, items: [...left.items, ...added], total: left.total + added.length };
  });
}

const RULES: readonly string[] = ["constraint", "preference"] satisfies readonly KindName[];

/**
 * Whether a later statement chose an alternative to the thing that failed in a trap: `yarn test` after the change to pnpm. That statement,
 * or one that it replaced, must name the thing, so that both are about the same choice.
 */
function choosesOtherThan(trap: ItemRow, newer: ItemRow, { earlier = [] }: ThreadTelling = {}): boolean {
  if (trap.kind !== "trap" || !isLater(newer, trap)) return false;
  const chosen = conceptsNamed(newer.text);
  const spokenOf = [newer, ...earlier].map(({ text }) => conceptsNamed(text));
  return [...conceptsNamed(trap.text)].some(([concept, used]) => {
    const isOther = [...(chosen.get(concept) ?? [])].some((name) => !used.has(name));
    return (
      isOther && spokenOf.some((names) => [...(names.get(concept) ?? [])].some((name) => used.has(name)))
    );
  });
}

const isLater = ({ evidence: newer = [] }: ItemRow, { evidence: older = [] }: ItemRow): boolean =>
  (newer.at(-1) ?? 0) > (older.at(-1) ?? 0);

/** Maximum distance between a statement and the edit that carries it out. */
const EDIT_NEAR = 15;

/** The unit that was made from the quoted words, or whose request an edit carries out. If there is none, the name of the turn. */
function unitOf(words: SpokenWords, older: ItemRow, units: readonly ItemRow[]): string {
  const said = wordsOf(words.text);
  const own = units.filter(({ evidence = [] }) => evidence.includes(words.position));
  const made = own.find(({ text }) => said.includes(wordsOf(text)) || wordsOf(text).includes(said));
  const asked = units.find((unit) => {
    const before = words.position - (unit.evidence?.at(-1) ?? 0);
    const isNear = before > 0 && before <= EDIT_NEAR && isLater(unit, older) && / → /.test(words.text);
    return isNear && sharedSubject(subjectOf(words.text), subjectOf(unit.text)).weight >= 1;
  });
  return (made ?? asked)?.id ?? `turn@${words.position}`;
}
