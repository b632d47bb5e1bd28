import { conceptsNamed } from "../edges/parallel-statements.ts";
import { sharedSubject, subjectOf } from "../edges/subject.ts";
import type { ItemRow } from "../items/items-view.ts";
import type { KindName } from "../items/kinds.ts";
import type { SpokenWords } from "../threads/thread.ts";
import type { LiveItems } from "./compose.ts";
import { withoutItems } from "./join-statements.ts";
import { doubtText, type NewestStatement, type ThreadTelling, wordsOf } from "./thread-text.ts";

/** Live items of which each thread is told once, and how each is told. */
export type FoldedThreads = {
  readonly live: readonly LiveItems[];
  readonly threads: ReadonlyMap<string, ThreadTelling>;
};

/**
 * Takes away the items whose place a newer one surely took, which tells them as its history. What was perhaps replaced keeps its
 * line, and says so. Where the newest statement is not among the live items, it is told on the line of the item.
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
    const key = lead.item === undefined ? unitOf(lead.words, item, all) : lead.item.id;
    if (key === item.id) continue;
    const teller = tellers.get(key) ?? (present.has(key) ? key : undefined);
    const told = threads.get(teller ?? "");
    // What may still hold has a line of its own: behind another statement it would read as that one's history.
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

/** What the thread of each item says of it, by id, where every item keeps its own line. */
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

/** What took the place of a rule is told where rules are told, and as surely as they are. */
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
 * Whether a later statement chose another thing than the one that failed in a trap: `yarn test` after the change to pnpm. It or
 * what it took the place of must name that thing, so that it speaks of the same choice.
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

/** So far behind a sentence an agent edits what the sentence asked for. */
const EDIT_NEAR = 15;

/** The unit that was made of quoted words, or that an edit carries out: it tells them. Else the name of their turn. */
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
