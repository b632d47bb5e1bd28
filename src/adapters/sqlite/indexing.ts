import { packDocId, placeOf } from "../../core/recall/index/doc-ids.ts";
import {
  COLUMN_SEPARATOR,
  columnsOf,
  fromColumns,
  type IndexedPassage,
  indexedOf,
  termsOf,
} from "../../core/recall/index/indexed.ts";
import type { Docs } from "../../core/tape/projection.ts";
import type { Sql, SqlRow } from "./driver.ts";

/** In the order of the core. */
export const COLUMNS =
  "key, part, kind, position, at, session, speaker, role, told_by, topic, paths, confidence, words";

/** SQLite's random numbers are divided by this, so that JavaScript can represent them exactly. */
const STAMPS = 2 ** 12;

const INSERT = `INSERT INTO search_docs (doc, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * Replaces the passages of docs. All old passages are removed first, in order: for a lower row than the last one, FTS5 writes out the
 * little it has collected, and alternating would cause that at every second step. Returns by how
 * much the number of terms grew.
 */
export function publishDocs(sql: Sql, docs: Docs, hasWords: boolean): number {
  const counts = countsOf();
  // If a number is deleted and reused in one pass, FTS5 loses the rows behind it (secure-delete, detail=none).
  let place = placeOf(Number(sql("SELECT max(doc) AS last FROM search_docs").get()?.last ?? 0));
  const known = sql(
    `SELECT doc, ${COLUMNS} FROM search_docs WHERE key IN (SELECT value FROM json_each(?)) ORDER BY doc`,
  ).all(JSON.stringify([...docs.keys()]));
  for (const row of known) {
    const doc = row.doc ?? 0;
    sql("DELETE FROM search_docs WHERE doc = ?").run(doc);
    if (!hasWords) continue;
    const terms = counts.take(indexedIn(row), -1);
    sql("INSERT INTO search_words (search_words, rowid, terms) VALUES ('delete', ?, ?)").run(doc, terms);
  }
  for (const [key, doc] of docs) {
    if (!doc) continue;
    for (const passage of indexedOf(key, doc)) {
      const number = packDocId(++place, passage);
      sql(INSERT).run(number, ...columnsOf(passage));
      if (!hasWords) continue;
      const terms = counts.take(passage, 1);
      sql("INSERT INTO search_words (rowid, terms) VALUES (?, ?)").run(number, terms);
    }
  }
  if (!hasWords) return 0;
  const terms = termsIn(sql);
  counts.write(sql);
  return termsIn(sql) - terms;
}

const termsIn = (sql: Sql): number => Number(sql("SELECT count(*) AS terms FROM search_terms").get()?.terms);

const indexedIn = (row: SqlRow): IndexedPassage =>
  fromColumns(COLUMNS.split(", ").map((name) => row[name] ?? null));

type TermCounter = {
  /** Counts a passage in (1) or out (-1), and returns its terms as one text. */
  readonly take: (passage: IndexedPassage, sign: 1 | -1) => string;
  readonly write: (sql: Sql) => void;
};

/** How a pass changes the numbers of passages and words, and how many passages contain each term. */
function countsOf(): TermCounter {
  const holders = new Map<string, number>();
  const totals = { passages: 0, words: 0 };
  let isTaken = false;
  return {
    take: (passage, sign) => {
      isTaken ||= sign < 0;
      totals.passages += sign;
      totals.words += sign * passage.words.length;
      const terms = [...termsOf(passage)];
      for (const term of terms) holders.set(term, (holders.get(term) ?? 0) + sign);
      return terms.join(" ");
    },
    write: (sql) => {
      const add = sql(
        `INSERT INTO search_terms (term, holders) VALUES (?, ?)
         ON CONFLICT (term) DO UPDATE SET holders = holders + excluded.holders`,
      );
      // In the order of the table: a long vocabulary does not fit into the cache, and each page is then read once.
      const changed = [...holders].filter(([, count]) => count !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [term, count] of changed) {
        add.run(term, count);
        if (count < 0) sql("DELETE FROM search_terms WHERE term = ? AND holders <= 0").run(term);
      }
      sql(
        `INSERT INTO search_totals (id, passages, words, stamp) VALUES (1, ?, ?, random() / ${STAMPS})
         ON CONFLICT (id) DO UPDATE SET passages = passages + excluded.passages, words = words + excluded.words,
           stamp = iif(?, excluded.stamp, stamp)`,
      ).run(totals.passages, totals.words, isTaken ? 1 : 0);
    },
  };
}

export function clearIndex(sql: Sql, hasWords: boolean): void {
  sql("DELETE FROM search_docs").run();
  if (!hasWords) return;
  sql("INSERT INTO search_words (search_words) VALUES ('delete-all')").run();
  for (const table of ["search_terms", "search_totals"]) sql(`DELETE FROM ${table}`).run();
}

/** Docs in key order, each with all its passages as one text, in the core's format. */
export function scanIndex(
  sql: Sql,
  { afterKey, limit }: { readonly afterKey: string; readonly limit: number },
) {
  const text = COLUMNS.split(", ").map((column) => `coalesce(${column}, '')`);
  const rows = sql(
    `SELECT key, group_concat(${text.join(` || '${COLUMN_SEPARATOR}' || `)}, char(10)) AS text FROM
       (SELECT * FROM search_docs WHERE key > ? ORDER BY key, part)
     GROUP BY key ORDER BY key LIMIT ?`,
  ).all(afterKey, limit);
  return rows.map((row) => ({ key: String(row.key), text: String(row.text) }));
}
