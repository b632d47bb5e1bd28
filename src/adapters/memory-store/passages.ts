import { packDocId, placeOf } from "../../core/recall/index/doc-ids.ts";
import {
  type Columns,
  columnsOf,
  type IndexedPassage,
  indexedOf,
  passageIn,
  termsOf,
  textOf,
} from "../../core/recall/index/indexed.ts";
import {
  type Ask,
  byPlace,
  type Candidates,
  chooseBest,
  corpusOf,
  matchesTimeAndPath,
  needsPassageFacts,
  neighboursPassing,
  type Postings,
} from "../../core/recall/query/candidates.ts";
import type { Docs } from "../../core/tape/projection.ts";

type StoredPassage = {
  readonly indexed: IndexedPassage;
  readonly columns: Columns;
  readonly terms: ReadonlySet<string>;
};

/** An index of passages that counts by reading all of them. */
export type MemoryIndex = {
  readonly put: (docs: Docs) => void;
  readonly clear: () => void;
  readonly candidates: (ask: Ask) => Candidates;
  readonly texts: () => { readonly key: string; readonly text: string }[];
};

export function memoryIndex(): MemoryIndex {
  const docs = new Map<string, readonly StoredPassage[]>();
  return {
    clear: () => docs.clear(),
    put: (changed) => {
      for (const [key, doc] of changed) {
        docs.delete(key);
        if (doc) docs.set(key, indexedOf(key, doc).map(entryOf));
      }
    },
    candidates: (ask) => candidatesAmong([...docs.values()].flat(), ask),
    texts: () =>
      [...docs].map(([key, entries]) => ({ key, text: textOf(entries.map(({ indexed }) => indexed)) })),
  };
}

const entryOf = (indexed: IndexedPassage): StoredPassage => ({
  indexed,
  columns: columnsOf(indexed),
  terms: termsOf(indexed),
});

/** Entries are numbered in the order in which they were added, which is the order of the tape. */
function candidatesAmong(entries: readonly StoredPassage[], ask: Ask): Candidates {
  const index = postingsOf(entries);
  const { numbers, skipped } = chooseBest(ask, index);
  const isIn = (number: number): boolean =>
    !needsPassageFacts(ask) || matchesTimeAndPath(ask, passageAt(entries, number).indexed);
  const found = numbers.filter(isIn).slice(0, ask.limit);
  const columnsAt = (number: number) => passageAt(entries, number).columns;
  const along = neighboursOf(entries, found, ask.neighbours ?? 0).map(columnsAt);
  const passages = [...found.map(columnsAt).map(passageIn), ...neighboursPassing(ask, along)];
  return { passages: passages.sort(byPlace), skipped, corpus: corpusOf(ask, index) };
}

/** Numbers begin at 1, like the rows of a table. */
const passageAt = (entries: readonly StoredPassage[], number: number): StoredPassage =>
  entries[placeOf(number) - 1] as StoredPassage;
const numberAt = ({ indexed }: StoredPassage, i: number): number => packDocId(i + 1, indexed);

function postingsOf(entries: readonly StoredPassage[]): Postings {
  const numbersWith = (test: (terms: ReadonlySet<string>) => boolean): number[] =>
    entries.flatMap((entry, i) => (test(entry.terms) ? [numberAt(entry, i)] : []));
  return {
    passages: entries.length,
    words: entries.reduce((sum, { indexed }) => sum + indexed.words.length, 0),
    last: Math.max(0, ...entries.slice(-1).map((entry) => numberAt(entry, entries.length - 1))),
    holders: (term) => numbersWith((terms) => terms.has(term)).length,
    holding: (term, facets, most) =>
      numbersWith(
        (terms) => terms.has(term) && facets.every((list) => list.some((facet) => terms.has(facet))),
      ).slice(-most),
  };
}

function neighboursOf(entries: readonly StoredPassage[], found: readonly number[], most: number): number[] {
  const isTurn = (number: number): boolean => {
    const { kind, session } = passageAt(entries, number).indexed;
    return kind === "turn" && session !== undefined;
  };
  const all = entries.map(numberAt).filter(isTurn);
  const beside = found
    .filter(isTurn)
    .slice(0, most)
    .flatMap((number) => {
      const { session, key } = passageAt(entries, number).indexed;
      const others = all.filter((other) => {
        const { indexed } = passageAt(entries, other);
        return indexed.session === session && indexed.key !== key;
      });
      return [others.filter((other) => other < number).at(-1), others.find((other) => other > number)];
    });
  return [...new Set(beside.flatMap((number) => number ?? []))].filter((number) => !found.includes(number));
}
