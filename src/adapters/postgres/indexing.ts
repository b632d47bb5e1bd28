import { byCodePoints } from "../../core/order.ts";
import { packDocId, placeOf } from "../../core/recall/index/doc-ids.ts";
import {
  COLUMN_SEPARATOR,
  columnsOf,
  fromColumns,
  type IndexedPassage,
  indexedOf,
  termsOf,
} from "../../core/recall/index/indexed.ts";
import { storableId } from "../../core/tape/plain-id.ts";
import type { Docs } from "../../core/tape/projection.ts";
import { numberArray, type Query, type SqlRow, textArray } from "./connection.ts";
import type { ScanPage, ViewSet } from "./views.ts";

/** In the order of the core. */
const NAMES = [
  ...["key", "part", "kind", "position", "at", "session", "speaker", "role"],
  ...["told_by", "topic", "paths", "confidence", "words"],
] as const;
export const COLUMNS = NAMES.join(", ");

/** Passages of the index for which a term has one array. With more, reading is cheaper and adding a passage dearer. */
const BLOCK_PLACES = 1024;
const blockOf = (doc: number): number => Math.floor(placeOf(doc) / BLOCK_PLACES);

/** Replaces the passages of docs. The caller holds the checkpoint of the index. */
export async function publishDocs(query: Query, set: ViewSet, docs: Docs): Promise<void> {
  const { project, schema } = set;
  const [last, removed] = await Promise.all([
    query(`SELECT max(doc) AS last FROM ${schema}.search_docs WHERE project_id = $1`, project),
    query(
      `SELECT found.* FROM unnest($2::text::text[]) AS given (wanted), LATERAL (
         SELECT doc, ${COLUMNS} FROM ${schema}.search_docs WHERE project_id = $1 AND key = wanted OFFSET 0) AS found`,
      ...[project, textArray([...docs.keys()].map(storableId))],
    ),
  ]);
  // Rows are read one by one: for a list, the planner, which has no statistics, would read the whole project.
  const remove = `DELETE FROM ${schema}.search_docs WHERE project_id = $1 AND doc = $2`;
  await Promise.all(removed.map(({ doc }) => query(remove, project, Number(doc))));
  const added = numberPassages(docs, placeOf(Number(last[0]?.last ?? 0)));
  await query(
    `INSERT INTO ${schema}.search_docs (project_id, doc, ${COLUMNS})
     SELECT $1, doc, ${COLUMNS} FROM json_to_recordset($2::text::json) AS given (
       doc integer, key text, part integer, kind text, position bigint, at bigint, session text, speaker text,
       role text, told_by text, topic text, paths text, confidence text, words text)`,
    ...[project, JSON.stringify(added.map(rowOf))],
  );
  // A scratch build is compared by its passages alone.
  if (schema === "pg_temp") return;
  const before = removed.map((row) => ({ doc: Number(row.doc), passage: indexedIn(row) }));
  await removePostings(query, project, postingsOf(before));
  await addPostings(query, project, postingsOf(added));
  await changeCounts(query, project, { added, removed: before });
}

type NumberedPassage = { readonly doc: number; readonly passage: IndexedPassage };

function numberPassages(docs: Docs, lastPlace: number): NumberedPassage[] {
  let place = lastPlace;
  return [...docs].flatMap(([key, doc]) =>
    doc ? indexedOf(key, doc).map((passage) => ({ doc: packDocId(++place, passage), passage })) : [],
  );
}

function rowOf({ doc, passage }: NumberedPassage): SqlRow {
  const columns = columnsOf(passage).map((value) => (typeof value === "string" ? storableId(value) : value));
  return { doc, ...Object.fromEntries(NAMES.map((name, i) => [name, columns[i]])) };
}

const indexedIn = (row: SqlRow): IndexedPassage => fromColumns(NAMES.map((name) => columnOf(row[name])));

const columnOf = (value: unknown): string | number | null =>
  typeof value === "string" || typeof value === "number" ? value : null;

type Posting = { readonly term: string; readonly block: number; readonly docs: number[] };

function postingsOf(passages: readonly NumberedPassage[]): Posting[] {
  const found = new Map<string, Posting>();
  for (const { doc, passage } of passages) {
    const block = blockOf(doc);
    for (const term of termsOf(passage)) {
      const key = `${block} ${term}`;
      const posting = found.get(key) ?? { term: storableId(term), block, docs: [] };
      posting.docs.push(doc);
      found.set(key, posting);
    }
  }
  return [...found.values()].sort(byTerm);
}

/** In the order of their index, so that adjacent rows are written together. */
const byTerm = (a: { readonly term: string }, b: { readonly term: string }): number =>
  byCodePoints(a.term, b.term);

const POSTINGS = "json_to_recordset($2::text::json) AS given (term text, block integer, docs integer[])";

async function addPostings(query: Query, project: string, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  await query(
    `INSERT INTO tidemark.search_postings (project_id, term, block, docs) SELECT $1, term, block, docs FROM ${POSTINGS}
     ON CONFLICT (project_id, term, block) DO UPDATE SET docs = search_postings.docs || excluded.docs`,
    ...[project, JSON.stringify(postings)],
  );
}

async function removePostings(query: Query, project: string, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  await query(
    `UPDATE tidemark.search_postings AS kept
     SET docs = ARRAY(SELECT unnest(kept.docs) EXCEPT SELECT unnest(given.docs) ORDER BY 1)
     FROM ${POSTINGS} WHERE kept.project_id = $1 AND kept.term = given.term AND kept.block = given.block`,
    ...[project, JSON.stringify(postings)],
  );
  const blocks = [...new Set(postings.map(({ block }) => block))];
  await query(
    `DELETE FROM tidemark.search_postings WHERE project_id = $1 AND term = ANY ($2::text::text[])
       AND block = ANY ($3::text::integer[]) AND docs = '{}'`,
    ...[project, textArray(new Set(postings.map(({ term }) => term))), numberArray(blocks)],
  );
}

type CountInput = {
  readonly added: readonly NumberedPassage[];
  readonly removed: readonly NumberedPassage[];
};

/** Updates how many passages contain each term, and the total numbers of passages and words. */
async function changeCounts(query: Query, project: string, { added, removed }: CountInput): Promise<void> {
  const holders = new Map<string, number>();
  const totals = { passages: 0, words: 0 };
  const count = (passages: readonly NumberedPassage[], sign: 1 | -1): void => {
    for (const { passage } of passages) {
      totals.passages += sign;
      totals.words += sign * passage.words.length;
      for (const term of termsOf(passage)) {
        const name = storableId(term);
        holders.set(name, (holders.get(name) ?? 0) + sign);
      }
    }
  };
  count(added, 1);
  count(removed, -1);
  const changed = [...holders]
    .filter(([, by]) => by !== 0)
    .map(([term, by]) => ({ term, by }))
    .sort(byTerm);
  await query(
    `INSERT INTO tidemark.search_terms (project_id, term, holders)
     SELECT $1, term, by FROM json_to_recordset($2::text::json) AS given (term text, by integer)
     ON CONFLICT (project_id, term) DO UPDATE SET holders = search_terms.holders + excluded.holders`,
    ...[project, JSON.stringify(changed)],
  );
  const fewer = changed.filter(({ by }) => by < 0).map(({ term }) => term);
  if (fewer.length > 0)
    await query(
      `DELETE FROM tidemark.search_terms WHERE project_id = $1 AND term = ANY ($2::text::text[]) AND holders <= 0`,
      ...[project, textArray(fewer)],
    );
  await query(
    `INSERT INTO tidemark.search_totals (project_id, passages, words) VALUES ($1, $2, $3)
     ON CONFLICT (project_id) DO UPDATE SET passages = search_totals.passages + excluded.passages,
       words = search_totals.words + excluded.words`,
    ...[project, totals.passages, totals.words],
  );
}

export async function clearIndex(query: Query, { project, schema }: ViewSet): Promise<void> {
  const tables = [
    "search_docs",
    ...(schema === "tidemark" ? ["search_postings", "search_terms", "search_totals"] : []),
  ];
  for (const table of tables) await query(`DELETE FROM ${schema}.${table} WHERE project_id = $1`, project);
}

/** Docs in key order, each with all its passages as one text, in the core's format. */
export async function scanIndex(
  query: Query,
  { project, schema }: ViewSet,
  { afterKey, limit }: Omit<ScanPage, "view">,
) {
  const text = NAMES.map((name) => `coalesce(${name}::text, '')`).join(` || '${COLUMN_SEPARATOR}' || `);
  const rows = await query(
    `SELECT key, string_agg(${text}, E'\\n' ORDER BY part) AS text FROM ${schema}.search_docs
     WHERE project_id = $1 AND key > $2 GROUP BY key ORDER BY key LIMIT $3`,
    ...[project, storableId(afterKey), limit],
  );
  return rows.map((row) => ({ key: String(row.key), text: String(row.text) }));
}
