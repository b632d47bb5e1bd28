import { numbersIn } from "../../core/recall/index/doc-ids.ts";
import { type Columns, listOf, passageIn } from "../../core/recall/index/indexed.ts";
import type { Passage } from "../../core/recall/index/passage.ts";
import {
  type Ask,
  byPlace,
  type Candidates,
  chooseBest,
  corpusOf,
  isFiltered,
  matchesTimeAndPath,
  needsPassageFacts,
  neighboursPassing,
  type Postings,
} from "../../core/recall/query/candidates.ts";
import type { Sql } from "./driver.ts";
import { COLUMNS } from "./indexing.ts";
import type { PassageCache } from "./passage-cache.ts";

/** Passages read at once if most of them may fail the filter for time or path. */
const PAGE = 500;

/** The passages worth scoring for a question. Everything it reads is bounded. */
export function candidatesFor(sql: Sql, ask: Ask, shelf: PassageCache): Candidates {
  const index = postingsOf(sql);
  shelf.keepIf(index);
  const passagesAt = (numbers: readonly number[]): Passage[] =>
    shelf.passages(numbers, (missing) => new Map(columnsAt(sql, missing).map(numberedIn)));
  const { numbers, skipped } = chooseBest(ask, index);
  const found = needsPassageFacts(ask) ? lookedAt(sql, ask, numbers) : numbers;
  const along = neighboursOf(sql, found, ask.neighbours ?? 0);
  // Read at once if no filter can exclude any.
  const passages = isFiltered(ask)
    ? [...passagesAt(found), ...neighboursPassing(ask, columnsAt(sql, along))]
    : passagesAt([...found, ...along]);
  return { passages: passages.sort(byPlace), skipped, corpus: corpusOf(ask, index) };
}

type Totals = Pick<Postings, "passages" | "words"> & { readonly stamp: number };

function totalsOf(sql: Sql): Totals {
  const row = sql("SELECT passages, words, stamp FROM search_totals").get();
  return {
    passages: Number(row?.passages ?? 0),
    words: Number(row?.words ?? 0),
    stamp: Number(row?.stamp ?? 0),
  };
}

function postingsOf(sql: Sql): Postings & Totals {
  const counted = new Map<string, number>();
  const holders = (term: string): number => {
    const known = counted.get(term);
    if (known !== undefined) return known;
    const row = sql("SELECT holders FROM search_terms WHERE term = ?").get(term);
    const count = Number(row?.holders ?? 0);
    counted.set(term, count);
    return count;
  };
  return {
    ...totalsOf(sql),
    last: Number(sql("SELECT max(doc) AS last FROM search_docs").get()?.last ?? 0),
    holders,
    holding: (term, facets, most) => {
      const any = [[term], ...facets].map((list) => `(${list.map(quoteTerm).join(" OR ") || NONE})`);
      // One text with all numbers: row by row would take ten times as long.
      const row = sql(
        holders(term) <= most
          ? "SELECT group_concat(rowid) AS docs FROM search_words WHERE search_words MATCH ?"
          : `SELECT group_concat(rowid) AS docs FROM
             (SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid DESC LIMIT ?)`,
      ).get(any.join(" AND "), ...(holders(term) <= most ? [] : [most]));
      return numbersIn(String(row?.docs ?? ""));
    },
  };
}

const quoteTerm = (term: string): string => `"${term.replaceAll('"', '""')}"`;
/** A term that no passage has: a facet without a name. */
const NONE = quoteTerm("none:");

/** The best passages that match the time and path, read page by page until there are enough. */
function lookedAt(sql: Sql, ask: Ask, numbers: readonly number[]): number[] {
  const found: number[] = [];
  for (let from = 0; from < numbers.length && found.length < ask.limit; from += PAGE) {
    const page = numbers.slice(from, from + PAGE);
    const rows = sql("SELECT doc, at, paths FROM search_docs WHERE doc IN (SELECT value FROM json_each(?))");
    const isIn = new Set(
      rows
        .all(JSON.stringify(page))
        .filter(({ at, paths }) => matchesTimeAndPath(ask, { at: Number(at), paths: listOf(paths) }))
        .map(({ doc }) => Number(doc)),
    );
    found.push(...page.filter((number) => isIn.has(number)));
  }
  return found.slice(0, ask.limit);
}

/** The turns before and after the best turns, without those that were already found. */
function neighboursOf(sql: Sql, found: readonly number[], most: number): number[] {
  if (most === 0) return [];
  const beside = (side: "<" | ">", order: "DESC" | "ASC"): string =>
    `(SELECT doc FROM search_docs WHERE session = best.session AND doc ${side} best.doc AND key <> best.key
      AND kind = 'turn' ORDER BY doc ${order} LIMIT 1)`;
  // A cross join, so that the numbers are read in order and no further than needed.
  const rows = sql(
    `SELECT ${beside("<", "DESC")} AS before, ${beside(">", "ASC")} AS after FROM
       (SELECT doc, session, search_docs.key AS key FROM json_each(?) CROSS JOIN search_docs ON doc = value
        WHERE kind = 'turn' AND session IS NOT NULL LIMIT ?) AS best`,
  ).all(JSON.stringify(found), most);
  const known = new Set(found);
  for (const { before, after } of rows)
    for (const number of [before, after]) if (number != null) known.add(Number(number));
  return [...known].slice(found.length);
}

/** Passages by number, with the number last. They are read as one text, which costs half as much as rows. */
function columnsAt(sql: Sql, numbers: readonly number[]): Columns[] {
  if (numbers.length === 0) return [];
  const row = sql(
    `SELECT json_group_array(json_array(${COLUMNS}, doc)) AS found FROM search_docs
     WHERE doc IN (SELECT value FROM json_each(?))`,
  ).get(JSON.stringify(numbers));
  return JSON.parse(String(row?.found ?? "[]")) as Columns[];
}

const numberedIn = (columns: Columns): readonly [number, Passage] => [
  Number(columns.at(-1)),
  passageIn(columns),
];
