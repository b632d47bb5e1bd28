import { canonical } from "../../core/tape/canonical.ts";
import type { Position } from "../../core/tape/event.ts";
import { type Row, storedRow, type View } from "../../core/tape/projection.ts";
import type { Pass, SelectedRows, Selection } from "../../ports/store.ts";
import type { Sql } from "./driver.ts";
import { clearIndex, publishDocs, scanIndex } from "./indexing.ts";

export function checkpointOf(sql: Sql, view: View): Position {
  const row = sql("SELECT version, position FROM view_checkpoints WHERE view = ?").get(view.name);
  return row && row.version === view.version ? Number(row.position) : 0;
}

/** Rows of another version of the view are ignored: a fold must not start from them. */
export function rowsOf<R extends Row, K extends Row>(
  sql: Sql,
  view: View<R, K>,
  keys: readonly string[],
): Map<string, R | K> {
  if (checkpointOf(sql, view) === 0) return new Map();
  const rows = sql(
    "SELECT key, body FROM view_rows WHERE view = ? AND key IN (SELECT value FROM json_each(?))",
  ).all(view.name, JSON.stringify(keys));
  return new Map(rows.map((row) => [String(row.key), storedRow<R | K>(row.body)]));
}

export function selectRows<R extends Row, K extends Row>(
  sql: Sql,
  view: View<R, K>,
  selection: Selection,
): SelectedRows<R> {
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
  const [direction, isWithin, last] = order === "newest" ? ["DESC", ">=", "min"] : ["ASC", "<=", "max"];
  // The rank of the last row is read from the index alone: sorting whole rows takes longer the more there are.
  const rows = sql(
    `SELECT body FROM view_rows WHERE ${where} AND rank ${isWithin}
       (SELECT ${last}(rank) FROM (SELECT rank FROM view_rows WHERE ${where} ORDER BY rank ${direction} LIMIT ?))
     ORDER BY rank ${direction}, key LIMIT ? OFFSET ?`,
  ).all(...values, ...values, limit + offset, limit, offset);
  const count = () => sql(`SELECT count(*) AS total FROM view_rows WHERE ${where}`).get(...values)?.total;
  const isEnd = rows.length > 0 && rows.length < limit;
  const total = isEnd ? offset + rows.length : Number(count() ?? 0);
  return { rows: rows.map((row) => storedRow<R>(row.body)), total };
}

const inList = (column: string, values: readonly string[] | undefined): string[] =>
  values === undefined ? [] : [`${column} IN (${values.map(() => "?").join(", ")})`];

/** The target of a pass: always rows, and words only if there is an index. */
export type PassTarget = {
  readonly sql: Sql;
  readonly hasWords: boolean;
  /** The current epoch. Passes of any other epoch are refused. */
  readonly epoch: () => number;
};

/** Applies one pass inside the caller's transaction. */
export function publishPass(target: PassTarget, pass: Pass): "published" | "conflict" {
  const { sql, hasWords } = target;
  const { view } = pass;
  if (checkpointOf(sql, view) !== pass.after) return "conflict";
  if (pass.epoch !== undefined && pass.epoch !== target.epoch()) return "conflict";
  // A view of another version starts from nothing.
  if (pass.after === 0) clearView(target, view);
  const { rows, ranks } = pass.rows ? publishRows(sql, view, pass.rows) : NO_CHANGE;
  const terms = pass.docs ? publishDocs(sql, pass.docs, hasWords) : 0;
  sql(
    `INSERT INTO view_checkpoints (view, version, position, rows, rank_sum) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (view) DO UPDATE SET version = excluded.version, position = excluded.position,
       rows = rows + excluded.rows, rank_sum = rank_sum + excluded.rank_sum`,
  ).run(...[view.name, view.version, pass.upTo, rows + terms, ranks]);
  return "published";
}

/** How a pass changes the number of rows and the sum of their ranks, which reveal missing rows. */
type RowTotals = { readonly rows: number; readonly ranks: number };
const NO_CHANGE: RowTotals = { rows: 0, ranks: 0 };

/** Whether a view has the published number of rows and sum of ranks. Both are read from an index. The rows of words are terms. */
export function isWhole(sql: Sql, view: View): boolean {
  const found =
    view.shape === "words"
      ? sql(
          `SELECT rows = (SELECT count(*) FROM search_terms) AND
             (rows = 0 OR EXISTS (SELECT 1 FROM search_words_idx)) AND
             (SELECT count(*) FROM search_docs) = coalesce((SELECT passages FROM search_totals), 0) AS same
           FROM view_checkpoints WHERE view = ?`,
        ).get(view.name)
      : sql(
          `SELECT rows = (SELECT count(*) FROM view_rows WHERE view = checked.view) AND
             rank_sum = (SELECT coalesce(sum(rank), 0) FROM view_rows WHERE view = checked.view) AS same
           FROM view_checkpoints AS checked WHERE view = ?`,
        ).get(view.name);
  return found === undefined || found.same === 1;
}

export function clearView({ sql, hasWords }: PassTarget, view: View): void {
  sql("DELETE FROM view_checkpoints WHERE view = ?").run(view.name);
  if (view.shape === "rows") return void sql("DELETE FROM view_rows WHERE view = ?").run(view.name);
  clearIndex(sql, hasWords);
}

/** Counts how often erasures or replacements made earlier data invalid. Stored with the checkpoints, without a view's name. */
export function epochOf(sql: Sql): number {
  return Number(sql("SELECT position FROM view_checkpoints WHERE view = ''").get()?.position ?? 0);
}

/** Empties every view, because the tape they were built from changed, and begins another epoch. */
export function clearAllViews(sql: Sql): void {
  const epoch = epochOf(sql) + 1;
  for (const table of ["view_checkpoints", "view_rows"]) sql(`DELETE FROM ${table}`).run();
  clearIndex(sql, true);
  sql("INSERT INTO view_checkpoints (view, version, position) VALUES ('', 0, ?)").run(epoch);
}

function publishRows(sql: Sql, view: View, { changed, facetsOf }: NonNullable<Pass["rows"]>): RowTotals {
  let [rows, ranks] = [0, 0];
  const rankAt = sql("SELECT rank FROM view_rows WHERE view = ? AND key = ?");
  for (const [key, row] of changed) {
    const before = rankAt.get(view.name, key);
    rows += (row === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    ranks += (row === undefined ? 0 : facetsOf(row).rank) - Number(before?.rank ?? 0);
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
  return { rows, ranks };
}

/** Rows of a view, or entries of the index, as text in key order. */
export function scanView(sql: Sql, view: View, page: { afterKey: string; limit: number }) {
  if (view.shape === "words") return scanIndex(sql, page);
  const rows = sql(
    `SELECT key, kind || ' ' || status || ' ' || rank || ' ' || body AS text FROM view_rows
     WHERE view = ? AND key > ? ORDER BY key LIMIT ?`,
  ).all(view.name, page.afterKey, page.limit);
  return rows.map((row) => ({ key: String(row.key), text: String(row.text) }));
}
