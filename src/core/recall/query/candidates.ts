import { byCodePoints } from "../../order.ts";
import type { Instant } from "../../tape/event.ts";
import { bucketOf, bucketScores, placeOf } from "../index/doc-ids.ts";
import { type Columns, facetOf, fromColumns, type Indexed, passageIn, termsOf } from "../index/indexed.ts";
import type { Corpus, Passage } from "../index/passage.ts";
import { averageOf } from "../score/matches.ts";
import { idf } from "../score/term-weights.ts";
import { topOf } from "../score/top-of.ts";

/** What passages are asked for by. Where several names are given, any of them will do. */
export type Ask = {
  /** Words as `wordsOf` gives them; a passage must hold one of them. */
  readonly terms: readonly string[];
  /** Words that mean something of the question, with how much each counts beside its own words. */
  readonly related?: ReadonlyMap<string, number>;
  /** A limited number, beside neighbours. */
  readonly limit: number;
  readonly kinds?: readonly string[];
  readonly topics?: readonly string[];
  readonly by?: readonly string[];
  readonly session?: string;
  /** Said at or after, and before. */
  readonly since?: Instant;
  readonly until?: Instant;
  /** A file, or a folder with all that lies in it. */
  readonly path?: string;
  /** How many of the best turns bring their previous and next turn along, whatever words those contain. */
  readonly neighbours?: number;
  /** Entries of the index that may be read; `POSTINGS_MAX` when absent. */
  readonly postings?: number;
};

/** Passages worth scoring, in the order of the tape, and the statistics of all passages. */
export type Candidates = {
  readonly passages: readonly Passage[];
  readonly corpus: Corpus;
  /** Words that too many passages hold for all of those to be looked at. */
  readonly skipped: readonly string[];
};

/**
 * Entries of the index that one question reads. A word that every second passage holds tells little and costs most, so
 * the rarest words are followed first, until this is used up.
 */
export const POSTINGS_MAX = 150_000;

/** Passages that are compared with a time or a path, for which there is no index, before a question gives up. */
const LOOKED_AT_MAX = 20_000;

/** An index of passages, by the numbers that `numberFor` gives them. */
export type Postings = {
  readonly passages: number;
  /** Words in all of them. */
  readonly words: number;
  /** No passage has a higher number. */
  readonly last: number;
  /** How many passages have a term: a word or a facet. */
  readonly holders: (term: string) => number;
  /** Passages that have the term and one of each list of facets; the newest `most` when there are more. */
  readonly holding: (term: string, facets: readonly (readonly string[])[], most: number) => ArrayLike<number>;
};

export type ChosenPassages = {
  /** Best first: by what a scorer gives for the words that they hold, each counted once; of equals the newest. */
  readonly numbers: readonly number[];
  readonly skipped: readonly string[];
};

/** The passages with the best scores for the question, as far as the index alone can tell. */
export function chooseBest(ask: Ask, index: Postings): ChosenPassages {
  const facets = facetsAsked(ask);
  // Of each list the passages have one facet, so that no more can be left than its facets have holders.
  const bound = Math.min(...facets.map((list) => list.reduce((sum, facet) => sum + index.holders(facet), 0)));
  const rarest = termsAsked(ask, index);
  let left = ask.postings ?? POSTINGS_MAX;
  const tally = tallyOf(index.last, bucketScores(averageOf(index)));
  const skipped: string[] = [];
  for (const [i, { term, holders, counts }] of rarest.entries()) {
    const cost = Math.min(holders, bound);
    if (cost > left && counts === 1) skipped.push(term);
    // The rarest is followed in any case, as far as it goes.
    if (cost > left && i > 0) continue;
    tally.add(index.holding(term, facets, Math.max(1, left)), counts * idf(holders, index.passages));
    left -= Math.min(cost, left);
  }
  return { numbers: tally.best(needsPassageFacts(ask) ? LOOKED_AT_MAX : ask.limit), skipped };
}

/** Related words that are followed, and the part of all passages that hold one, at most: a common word tells too little. */
const RELATED_MAX = 24;
const RELATED_SHARE_MAX = 0.05;
const RELATED_HOLDERS_MIN = 20;

type AskedTerm = { readonly term: string; readonly holders: number; readonly counts: number };

/** The terms that some passage has, the question's own among them first where they are as rare. */
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

/** Every term that choosing may ask the index about, for a store that looks them up together. */
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

/** True when a passage must be looked at to know whether it was asked for. */
export const needsPassageFacts = ({ since, until, path }: Ask): boolean =>
  since !== undefined || until !== undefined || path !== undefined;

type PassageFacts = Pick<Passage, "at" | "paths">;

/** Whether a passage is of the time and about the path that were asked for. */
export const matchesTimeAndPath = (ask: Ask, seen: PassageFacts): boolean => strayOf(ask, seen) === undefined;

function strayOf({ since, until, path }: Ask, { at, paths = [] }: PassageFacts): Filter | undefined {
  if (since !== undefined && at < since) return "since";
  if (until !== undefined && at >= until) return "until";
  return path === undefined || paths.some((each) => isUnder(each, path)) ? undefined : "path";
}

/** A path is under itself and under every folder on its way. */
function isUnder(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map((each) => each.replace(/^\.\//, "").replace(/(?<!\/)\/+$/, ""));
  return inner === outer || inner?.startsWith(`${outer}/`) === true;
}

/** What a question can be kept to, by its name for people. */
export type Filter = "kind" | "topic" | "by" | "session" | "since" | "until" | "path";

/** The filter that excludes a passage; undefined if none does. */
export function filterAgainst(ask: Ask, indexed: Indexed): Filter | undefined {
  const facets = termsOf(indexed);
  const isWithout = (facet: (name: string) => string, names: readonly string[] | undefined): boolean =>
    names !== undefined && !names.some((name) => facets.has(facet(name)));
  if (isWithout(facetOf.kind, ask.kinds)) return "kind";
  if (isWithout(facetOf.topic, ask.topics)) return "topic";
  if (isWithout(facetOf.by, ask.by)) return "by";
  if (ask.session !== undefined && isWithout(facetOf.session, [ask.session])) return "session";
  return strayOf(ask, indexed);
}

/** The order of the tape; what one event made comes in the order of its keys. */
export const byPlace = (a: Passage, b: Passage): number =>
  a.position - b.position || byCodePoints(a.key, b.key) || a.part - b.part;

/** Neighbours that may come along: those that pass every filter. */
export function neighboursPassing(ask: Ask, neighbours: readonly Columns[]): Passage[] {
  const mayCome = (each: Columns): boolean => filterAgainst(ask, fromColumns(each)) === undefined;
  return (isFiltered(ask) ? neighbours.filter(mayCome) : neighbours).map(passageIn);
}

/** What scoring needs to know of all passages: how many hold each term that was asked for. */
export function corpusOf(ask: Ask, index: Omit<Postings, "holding">): Corpus {
  const terms = [...ask.terms, ...(ask.related?.keys() ?? [])];
  const holders = new Map(terms.map((term) => [term, index.holders(term)]));
  return { passages: index.passages, words: index.words, holders };
}

/** Whether a question is kept to some passages. */
export const isFiltered = (ask: Ask): boolean => needsPassageFacts(ask) || facetsAsked(ask).length > 0;

type Tally = {
  readonly add: (numbers: ArrayLike<number>, amount: number) => void;
  readonly best: (most: number) => number[];
};

/**
 * Sums by place, in one flat array: a map of as many entries takes ten times as long. The array is kept for the next
 * question, because making one as long as the tape takes longer than most answers; what the last one left is taken out.
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
