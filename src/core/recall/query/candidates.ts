import { byCodePoints } from "../../order.ts";
import type { Instant } from "../../tape/event.ts";
import { bucketOf, bucketScores, placeOf } from "../index/doc-ids.ts";
import {
  type Columns,
  facetOf,
  fromColumns,
  type IndexedPassage,
  passageIn,
  termsOf,
} from "../index/indexed.ts";
import type { Corpus, Passage } from "../index/passage.ts";
import { averageOf } from "../score/matches.ts";
import { idf } from "../score/term-weights.ts";
import { topOf } from "../score/top-of.ts";

/** A search for passages. If several names are given for one filter, a passage needs only one of them. */
export type Ask = {
  /** Words as `wordsOf` returns them. A passage must contain at least one. */
  readonly terms: readonly string[];
  /** Words related to the question, each with its weight relative to the question's own words. */
  readonly related?: ReadonlyMap<string, number>;
  /** Maximum number of passages, without neighbours. */
  readonly limit: number;
  readonly kinds?: readonly string[];
  readonly topics?: readonly string[];
  readonly by?: readonly string[];
  readonly session?: string;
  /** The time range: from `since` inclusive, to `until` exclusive. */
  readonly since?: Instant;
  readonly until?: Instant;
  /** A file, or a folder with everything in it. */
  readonly path?: string;
  /** Number of best turns for which the previous and the next turn are added, whatever words these contain. */
  readonly neighbours?: number;
  /** Maximum number of index entries to read; the default is `POSTINGS_MAX`. */
  readonly postings?: number;
};

/** Passages worth scoring, in the order of the tape, and the statistics of all passages. */
export type Candidates = {
  readonly passages: readonly Passage[];
  readonly corpus: Corpus;
  /** Words that occur in too many passages to read all of these. */
  readonly skipped: readonly string[];
};

/**
 * Maximum number of index entries that one question reads. A word in every second passage says little and costs most, so the rarest words
 * are read first until the limit is reached.
 */
export const POSTINGS_MAX = 150_000;

/** Maximum number of passages that are compared with a time or a path. There is no index for these. */
const LOOKED_AT_MAX = 20_000;

/** An index of passages, by the numbers of `packDocId`. */
export type Postings = {
  readonly passages: number;
  /** Total number of words. */
  readonly words: number;
  /** The highest number of a passage. */
  readonly last: number;
  /** The number of passages with a term, which is a word or a facet. */
  readonly holders: (term: string) => number;
  /** Passages with the term and at least one facet of each list; if there are more than `most`, the newest ones. */
  readonly holding: (term: string, facets: readonly (readonly string[])[], most: number) => ArrayLike<number>;
};

export type ChosenPassages = {
  /** Best first, by the scorer's weights for the contained words, each counted once; among equals, the newest first. */
  readonly numbers: readonly number[];
  readonly skipped: readonly string[];
};

/** The passages with the best scores for the question, as far as the index alone can tell. */
export function chooseBest(ask: Ask, index: Postings): ChosenPassages {
  const facets = facetsAsked(ask);
  // A passage needs one facet of each list, so there are at most as many passages as the rarest list has.
  const bound = Math.min(...facets.map((list) => list.reduce((sum, facet) => sum + index.holders(facet), 0)));
  const rarest = termsAsked(ask, index);
  let left = ask.postings ?? POSTINGS_MAX;
  const tally = tallyOf(index.last, bucketScores(averageOf(index)));
  const skipped: string[] = [];
  for (const [i, { term, holders, counts }] of rarest.entries()) {
    const cost = Math.min(holders, bound);
    if (cost > left && counts === 1) skipped.push(term);
    // The rarest word is always read, as far as the limit allows.
    if (cost > left && i > 0) continue;
    tally.add(index.holding(term, facets, Math.max(1, left)), counts * idf(holders, index.passages));
    left -= Math.min(cost, left);
  }
  return { numbers: tally.best(needsPassageFacts(ask) ? LOOKED_AT_MAX : ask.limit), skipped };
}

/** Maximum number of related words, and maximum share of passages that may contain one: a common word says too little. */
const RELATED_MAX = 24;
const RELATED_SHARE_MAX = 0.05;
const RELATED_HOLDERS_MIN = 20;

type AskedTerm = { readonly term: string; readonly holders: number; readonly counts: number };

/** The terms that at least one passage has, rarest first. Among equally rare terms, the question's own come first. */
function termsAsked({ terms, related = NO_TERMS }: Ask, index: Postings): AskedTerm[] {
  const known = (term: string, counts: number): AskedTerm[] => {
    const holders = index.holders(term);
    return holders > 0 ? [{ term, holders, counts }] : [];
  };
  const byRarity = (a: AskedTerm, b: AskedTerm): number => a.holders - b.holders;
  const own = [...new Set(terms)].flatMap((term) => known(term, 1));
  const most = Math.max(RELATED_HOLDERS_MIN, RELATED_SHARE_MAX * index.passages);
  const others = [...related]
    .flatMap(([term, counts]) => known(term, counts))
    .filter(({ holders }) => holders <= most)
    .sort(byRarity);
  return [...own, ...others.slice(0, RELATED_MAX)].sort(byRarity);
}

const NO_TERMS: ReadonlyMap<string, number> = new Map();

/** Every term that the choice may look up, so that a store can fetch them together. */
export const termsToLookUp = (ask: Ask): string[] => [
  ...new Set([...ask.terms, ...(ask.related?.keys() ?? []), ...facetsAsked(ask).flat()]),
];

function facetsAsked({ kinds, topics, by, session }: Ask): string[][] {
  return [
    ...(kinds ? [kinds.map(facetOf.kind)] : []),
    ...(topics ? [topics.map(facetOf.topic)] : []),
    ...(by ? [by.map(facetOf.by)] : []),
    ...(session === undefined ? [] : [[facetOf.session(session)]]),
  ];
}

/** True if a passage must be read to know whether it matches the filters. */
export const needsPassageFacts = ({ since, until, path }: Ask): boolean =>
  since !== undefined || until !== undefined || path !== undefined;

type PassageFacts = Pick<Passage, "at" | "paths">;

/** Whether a passage matches the filters for time and path. */
export const matchesTimeAndPath = (ask: Ask, seen: PassageFacts): boolean => strayOf(ask, seen) === undefined;

function strayOf({ since, until, path }: Ask, { at, paths = [] }: PassageFacts): Filter | undefined {
  if (since !== undefined && at < since) return "since";
  if (until !== undefined && at >= until) return "until";
  return path === undefined || paths.some((each) => isUnder(each, path)) ? undefined : "path";
}

/** Whether a path is equal to a folder or lies anywhere below it. */
function isUnder(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((each) => each.replace(/^\.\//, "").replace(/(?<!\/)\/+$/, ""));
  return inner === outer || inner?.startsWith(`${outer}/`) === true;
}

/** The filters of a search, by the names that people see. */
export type Filter = "kind" | "topic" | "by" | "session" | "since" | "until" | "path";

/** The filter that excludes a passage; undefined if none does. */
export function filterAgainst(ask: Ask, indexed: IndexedPassage): Filter | undefined {
  const facets = termsOf(indexed);
  const isWithout = (facet: (name: string) => string, names: readonly string[] | undefined): boolean =>
    names !== undefined && !names.some((name) => facets.has(facet(name)));
  if (isWithout(facetOf.kind, ask.kinds)) return "kind";
  if (isWithout(facetOf.topic, ask.topics)) return "topic";
  if (isWithout(facetOf.by, ask.by)) return "by";
  if (ask.session !== undefined && isWithout(facetOf.session, [ask.session])) return "session";
  return strayOf(ask, indexed);
}

/** Orders passages by the tape; passages of one event are ordered by their keys. */
export const byPlace = (a: Passage, b: Passage): number =>
  a.position - b.position || byCodePoints(a.key, b.key) || a.part - b.part;

/** Neighbours that pass every filter. */
export function neighboursPassing(ask: Ask, neighbours: readonly Columns[]): Passage[] {
  const mayCome = (each: Columns): boolean => filterAgainst(ask, fromColumns(each)) === undefined;
  return (isFiltered(ask) ? neighbours.filter(mayCome) : neighbours).map(passageIn);
}

/** The statistics that scoring needs: the number of passages with each searched term. */
export function corpusOf(ask: Ask, index: Omit<Postings, "holding">): Corpus {
  const terms = [...ask.terms, ...(ask.related?.keys() ?? [])];
  const holders = new Map(terms.map((term) => [term, index.holders(term)]));
  return { passages: index.passages, words: index.words, holders };
}

/** Whether a search has any filter. */
export const isFiltered = (ask: Ask): boolean => needsPassageFacts(ask) || facetsAsked(ask).length > 0;

type Tally = {
  readonly add: (numbers: ArrayLike<number>, amount: number) => void;
  readonly best: (most: number) => number[];
};

/**
 * Sums by place in one flat array, because a map with as many entries takes ten times as long. The array is reused for the next question,
 * because allocating one as long as the tape takes longer than most answers. The entries of the last question are reset first.
 */
let sums = new Float64Array(0);
let touched: number[] = [];

function tallyOf(last: number, worth: Float64Array): Tally {
  for (const number of touched) sums[placeOf(number)] = 0;
  touched = [];
  if (sums.length <= placeOf(last)) sums = new Float64Array(placeOf(last) + 1);
  return {
    add: (numbers, amount) => {
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i] ?? 0;
        const place = placeOf(number);
        const sum = sums[place] ?? 0;
        if (sum === 0) touched.push(number);
        sums[place] = sum + amount * (worth[bucketOf(number)] ?? 0);
      }
    },
    best: (most) => {
      const isBefore = (a: number, b: number): boolean => {
        const difference = (sums[placeOf(a)] ?? 0) - (sums[placeOf(b)] ?? 0);
        return difference > 0 || (difference === 0 && a > b);
      };
      return topOf(touched, isBefore, most);
    },
  };
}
