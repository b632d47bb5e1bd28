import type { Found } from "../../ports/store.ts";
import type { Sql } from "./views.ts";

/** How much more a word in the topic says than one in the text. */
const TOPIC_WEIGHT = 2;

/** Docs that hold any of the words, best BM25 first; equal ranks by key, so that the order never wavers. */
export function searchWords(
  sql: Sql,
  words: readonly string[],
  how: { readonly limit: number; readonly kinds?: readonly string[] },
): Found[] {
  if (words.length === 0) return [];
  const query = [...new Set(words)].map((word) => `"${word.replaceAll('"', '""')}"`).join(" OR ");
  const rows = sql(
    `SELECT d.key, bm25(search_words, ${TOPIC_WEIGHT}, 1) AS score
     FROM search_words JOIN search_docs d ON d.doc = search_words.rowid
     WHERE search_words MATCH ? AND (? = '' OR d.kind IN (SELECT value FROM json_each(?)))
     ORDER BY score, d.key LIMIT ?`,
  ).all(query, how.kinds ? "some" : "", JSON.stringify(how.kinds ?? []), how.limit);
  // FTS5 counts the best match as the most negative; people expect more to be better.
  return rows.map((row) => ({ key: String(row.key), rank: -Number(row.score) }));
}
