import { numbersIn } from "../../core/recall/index/doc-ids.ts";
import { type Columns, listOf, passageIn } from "../../core/recall/index/indexed.ts";
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
  termsToLookUp,
} from "../../core/recall/query/candidates.ts";
import { storableId } from "../../core/tape/plain-id.ts";
import { numberArray, type Query, textArray } from "./connection.ts";
import { COLUMNS } from "./indexing.ts";

/** Passages read at once if most of them may fail the filter for time or path. */
const PAGE = 500;

/** The passages with the numbers $2. Each is looked up separately: for a list the planner may read the whole project. */
const PASSAGES = `unnest($2::text::integer[]) WITH ORDINALITY AS given (number, place), LATERAL (
  SELECT * FROM search_docs WHERE project_id = $1 AND doc = number OFFSET 0) AS found`;

/** The passages worth scoring for a question, in a transaction that sees one state of the index. */
export async function candidatesFor(query: Query, project: string, ask: Ask): Promise<Candidates> {
  const source: IndexSource = { query, project };
  const index = await countsFor(source, ask);
  const lists = await listsFor(source, ask, index);
  const { numbers, skipped } = chooseBest(ask, { ...index, holding: (term) => lists.get(term) ?? [] });
  const found = needsPassageFacts(ask) ? await lookedAt(source, ask, numbers) : numbers;
  const along = await neighboursOf(source, found, ask.neighbours ?? 0);
  const columns = await columnsAt(source, [...found, ...along]);
  const columnsOf = (number: number): readonly Columns[] => {
    const known = columns.get(number);
    return known === undefined ? [] : [known];
  };
  const passages = [
    ...found.flatMap(columnsOf).map(passageIn),
    ...neighboursPassing(ask, along.flatMap(columnsOf)),
  ];
  return { passages: passages.sort(byPlace), skipped, corpus: corpusOf(ask, index) };
}

type IndexSource = { readonly query: Query; readonly project: string };
type Counts = Omit<Postings, "holding">;

async function countsFor({ query, project }: IndexSource, ask: Ask): Promise<Counts> {
  const terms = termsToLookUp(ask).map(storableId);
  const [totals, last, counted] = await Promise.all([
    query("SELECT passages, words FROM search_totals WHERE project_id = $1", project),
    query("SELECT max(doc) AS last FROM search_docs WHERE project_id = $1", project),
    query(
      "SELECT term, holders FROM search_terms WHERE project_id = $1 AND term = ANY ($2::text::text[])",
      ...[project, textArray(terms)],
    ),
  ]);
  const holders = new Map(counted.map((row) => [String(row.term), Number(row.holders)]));
  return {
    passages: Number(totals[0]?.passages ?? 0),
    words: Number(totals[0]?.words ?? 0),
    last: Number(last[0]?.last ?? 0),
    holders: (term) => holders.get(storableId(term)) ?? 0,
  };
}

type WantedList = {
  readonly term: string;
  readonly facets: readonly (readonly string[])[];
  readonly most: number;
};

/** The lists that the choice will need. They follow from the counts alone, so a first run of the choice names them, and they are fetched together. */
async function listsFor(
  source: IndexSource,
  ask: Ask,
  index: Counts,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const wanted: WantedList[] = [];
  chooseBest(ask, {
    ...index,
    holding: (term, facets, most) => {
      wanted.push({ term, facets, most });
      return [];
    },
  });
  const lists = wanted.map(async (list) => [list.term, await listOfTerm(source, list)] as const);
  return new Map(await Promise.all(lists));
}

/** The newest passages with a term and one of each list of facets, as one text. */
async function listOfTerm({ query, project }: IndexSource, list: WantedList): Promise<number[]> {
  const { term, facets, most } = list;
  const among = facets.map(
    (_, i) => `AND doc IN (SELECT unnest(docs) FROM search_postings
       WHERE project_id = $1 AND term = ANY ($${i + 4}::text::text[]))`,
  );
  const [row] =
    facets.length === 0
      ? await query(
          `SELECT string_agg(array_to_string(docs, ','), ',') AS docs FROM (
             SELECT docs, sum(cardinality(docs)) OVER (ORDER BY block DESC) - cardinality(docs) AS newer
             FROM search_postings WHERE project_id = $1 AND term = $2) AS blocks WHERE newer < $3`,
          ...[project, storableId(term), most],
        )
      : await query(
          `SELECT string_agg(doc::text, ',') AS docs FROM (SELECT doc FROM search_postings, unnest(docs) AS doc
             WHERE project_id = $1 AND term = $2 ${among.join(" ")} ORDER BY doc DESC LIMIT $3) AS found`,
          ...[project, storableId(term), most, ...facets.map((list) => textArray(list.map(storableId)))],
        );
  const numbers = numbersIn(String(row?.docs ?? ""));
  return numbers.length <= most ? numbers : numbers.sort((a, b) => b - a).slice(0, most);
}

/** The best passages that match the time and path, read page by page until there are enough. */
async function lookedAt(
  { query, project }: IndexSource,
  ask: Ask,
  numbers: readonly number[],
): Promise<number[]> {
  const found: number[] = [];
  for (let from = 0; from < numbers.length && found.length < ask.limit; from += PAGE) {
    const page = numbers.slice(from, from + PAGE);
    const rows = await query(`SELECT doc, at, paths FROM ${PASSAGES}`, ...[project, numberArray(page)]);
    const isIn = new Set(
      rows
        .filter(({ at, paths }) =>
          matchesTimeAndPath(ask, { at: Number(at), paths: listOf(paths === null ? null : String(paths)) }),
        )
        .map(({ doc }) => Number(doc)),
    );
    found.push(...page.filter((number) => isIn.has(number)));
  }
  return found.slice(0, ask.limit);
}

/** The turns before and after the best turns, without those that were already found. */
async function neighboursOf(
  { query, project }: IndexSource,
  found: readonly number[],
  most: number,
): Promise<number[]> {
  if (most === 0 || found.length === 0) return [];
  const beside = (side: "<" | ">", order: "DESC" | "ASC"): string =>
    `(SELECT doc FROM search_docs WHERE project_id = $1 AND session = best.session AND doc ${side} best.doc
      AND key <> best.key AND kind = 'turn' ORDER BY doc ${order} LIMIT 1)`;
  const rows = await query(
    `SELECT ${beside("<", "DESC")} AS before, ${beside(">", "ASC")} AS after FROM (
       SELECT doc, session, key FROM ${PASSAGES} WHERE kind = 'turn' AND session IS NOT NULL
       ORDER BY place LIMIT $3) AS best`,
    ...[project, numberArray(found), most],
  );
  const known = new Set(found);
  for (const { before, after } of rows)
    for (const number of [before, after]) if (number !== null) known.add(Number(number));
  return [...known].slice(found.length);
}

async function columnsAt(
  { query, project }: IndexSource,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, Columns>> {
  if (numbers.length === 0) return new Map();
  const rows = await query(
    `SELECT doc, json_build_array(${COLUMNS})::text AS columns FROM ${PASSAGES}`,
    ...[project, numberArray(numbers)],
  );
  return new Map(rows.map(({ doc, columns }) => [Number(doc), columnsIn(String(columns))]));
}

function columnsIn(text: string): Columns {
  const columns: unknown = JSON.parse(text);
  return Array.isArray(columns) ? columns : [];
}
