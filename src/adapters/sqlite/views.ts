import { wordsOf } from "../../core/recall/words.ts";
import { canonical } from "../../core/tape/canonical.ts";
import type { Sha256 } from "../../core/tape/chain.ts";
import type { Position } from "../../core/tape/event.ts";
import type { Doc, Docs, Row, View } from "../../core/tape/projection.ts";
import type { Pass, Selected, Selection } from "../../ports/store.ts";
import type { SqlRow, Statement } from "./driver.ts";
import { corruptView } from "./failures.ts";

export type Sql = (text: string) => Statement;

export function checkpointOf(sql: Sql, view: View): Position {
  const row = sql("SELECT version, position FROM view_checkpoints WHERE view = ?").get(view.name);
  return row && row.version === view.version ? Number(row.position) : 0;
}

/** What another version of the view left behind is not there: a fold must not start from it. */
export function rowsOf(sql: Sql, view: View, keys: readonly string[]): Map<string, Row> {
  if (checkpointOf(sql, view) === 0) return new Map();
  const rows = sql(
    "SELECT key, body FROM view_rows WHERE view = ? AND key IN (SELECT value FROM json_each(?))",
  ).all(view.name, JSON.stringify(keys));
  return new Map(rows.map((row) => [String(row.key), bodyOf(row)]));
}

export function selectRows(sql: Sql, view: View, selection: Selection): Selected {
  const { kinds, statuses, rankMax, order, limit, offset } = selection;
  const isBelow = rankMax === undefined ? [] : ["rank <= ?"];
  const where = [
    ...["view = ?", "kind <> ''"],
    ...[...inList("kind", kinds), ...inList("status", statuses), ...isBelow],
  ].join(" AND ");
  const values = [
    view.name,
    ...(kinds ?? []),
    ...(statuses ?? []),
    ...(rankMax === undefined ? [] : [rankMax]),
  ];
  const total = Number(
    sql(`SELECT count(*) AS total FROM view_rows WHERE ${where}`).get(...values)?.total ?? 0,
  );
  const rows = sql(
    `SELECT body FROM view_rows WHERE ${where} ORDER BY rank ${order === "newest" ? "DESC" : "ASC"}, key LIMIT ? OFFSET ?`,
  ).all(...values, limit, offset);
  return { rows: rows.map(bodyOf), total };
}

function bodyOf(row: SqlRow): Row {
  try {
    return JSON.parse(String(row.body)) as Row;
  } catch (error) {
    throw corruptView(error);
  }
}

const inList = (column: string, values: readonly string[] | undefined): string[] =>
  values === undefined ? [] : [`${column} IN (${values.map(() => "?").join(", ")})`];

/** Where a pass writes: the rows always, the words only where there is an index to fill. */
export type PassTarget = {
  readonly sql: Sql;
  readonly sha256: Sha256;
  readonly hasWords: boolean;
  /** The only epoch whose passes are taken. */
  readonly epoch: () => number;
};

/** Applies one pass inside the caller's transaction. */
export function publishPass(target: PassTarget, pass: Pass): "published" | "conflict" {
  const { sql } = target;
  const { view } = pass;
  if (checkpointOf(sql, view) !== pass.after) return "conflict";
  if (pass.epoch !== undefined && pass.epoch !== target.epoch()) return "conflict";
  // A view of another version starts from nothing.
  if (pass.after === 0) clearView(target, view);
  if (pass.rows) publishRows(sql, view, pass.rows);
  if (pass.docs) publishDocs(target, pass.docs);
  sql("INSERT OR REPLACE INTO view_checkpoints (view, version, position) VALUES (?, ?, ?)").run(
    ...[view.name, view.version, pass.upTo],
  );
  return "published";
}

export function clearView({ sql, hasWords }: PassTarget, view: View): void {
  sql("DELETE FROM view_checkpoints WHERE view = ?").run(view.name);
  if (view.shape === "rows") return void sql("DELETE FROM view_rows WHERE view = ?").run(view.name);
  if (hasWords) sql("INSERT INTO search_words (search_words) VALUES ('delete-all')").run();
  sql("DELETE FROM search_docs").run();
}

/** Counts how often what views are built from was taken away. It is kept with the checkpoints, under no view's name. */
export function epochOf(sql: Sql): number {
  return Number(sql("SELECT position FROM view_checkpoints WHERE view = ''").get()?.position ?? 0);
}

/** Empties every view at once, for a tape that is not the one they were built from, and begins another epoch. */
export function clearAllViews(sql: Sql): void {
  const epoch = epochOf(sql) + 1;
  for (const table of ["view_checkpoints", "view_rows", "search_docs"]) sql(`DELETE FROM ${table}`).run();
  sql("INSERT INTO search_words (search_words) VALUES ('delete-all')").run();
  sql("INSERT INTO view_checkpoints (view, version, position) VALUES ('', 0, ?)").run(epoch);
}

function publishRows(sql: Sql, view: View, { changed, facetsOf }: NonNullable<Pass["rows"]>): void {
  for (const [key, row] of changed) {
    if (row === undefined) {
      sql("DELETE FROM view_rows WHERE view = ? AND key = ?").run(view.name, key);
      continue;
    }
    const { kind, status, rank } = facetsOf(row);
    sql(
      `INSERT INTO view_rows (view, key, kind, status, rank, body) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (view, key) DO UPDATE SET
         kind = excluded.kind, status = excluded.status, rank = excluded.rank, body = excluded.body`,
    ).run(view.name, key, kind, status, rank, canonical(row));
  }
}

/**
 * What is there already goes out first, all of it and in order: handed a lower row than the last one, FTS5
 * writes out the little it has gathered, and taking turns would make it do so at every second step.
 */
function publishDocs(target: PassTarget, docs: Docs): void {
  const { sql, hasWords } = target;
  const known = sql(
    "SELECT doc FROM search_docs WHERE key IN (SELECT value FROM json_each(?)) ORDER BY doc",
  ).all(JSON.stringify([...docs.keys()]));
  for (const { doc = 0 } of known) {
    if (hasWords) sql("DELETE FROM search_words WHERE rowid = ?").run(doc);
    sql("DELETE FROM search_docs WHERE doc = ?").run(doc);
  }
  for (const [key, doc] of docs) if (doc) insertDoc(target, key, doc);
}

function insertDoc({ sql, sha256, hasWords }: PassTarget, key: string, doc: Doc): void {
  const topic = wordsOf(doc.topic).join(" ");
  const text = wordsOf(doc.text).join(" ");
  const digest = sha256(`${doc.at}\n${topic}\n${text}`).slice(0, 32);
  sql("INSERT INTO search_docs (key, kind, position, digest) VALUES (?, ?, ?, ?)").run(
    ...[key, doc.kind, doc.position, digest],
  );
  if (!hasWords) return;
  sql("INSERT INTO search_words (rowid, topic, text) VALUES (last_insert_rowid(), ?, ?)").run(topic, text);
}

/** Rows of a view, or entries of the index, as text in key order. */
export function scanView(sql: Sql, view: View, page: { afterKey: string; limit: number }) {
  const { afterKey, limit } = page;
  const rows =
    view.shape === "words"
      ? sql(
          `SELECT key, kind || ' ' || position || ' ' || digest AS text FROM search_docs
         WHERE key > ? ORDER BY key LIMIT ?`,
        ).all(afterKey, limit)
      : sql(
          `SELECT key, kind || ' ' || status || ' ' || rank || ' ' || body AS text FROM view_rows
         WHERE view = ? AND key > ? ORDER BY key LIMIT ?`,
        ).all(view.name, afterKey, limit);
  return rows.map((row) => ({ key: String(row.key), text: String(row.text) }));
}
