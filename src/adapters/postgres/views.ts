import { canonical } from "../../core/tape/canonical.ts";
import type { Position } from "../../core/tape/event.ts";
import { storableId } from "../../core/tape/plain-id.ts";
import { type Row, storedRow, type View } from "../../core/tape/projection.ts";
import type { Pass, SelectedRows, Selection } from "../../ports/store.ts";
import { type Query, textArray } from "./connection.ts";
import { clearIndex, publishDocs, scanIndex } from "./indexing.ts";

/** The views of one project: those in use, or a scratch build in temporary tables with the same names. */
export type ViewSet = {
  readonly project: string;
  /** Always named in a statement, so that a scratch with a lost connection never reads or writes the views in use. */
  readonly schema: "tidemark" | "pg_temp";
};

export async function checkpointOf(
  query: Query,
  { project, schema }: ViewSet,
  view: View,
): Promise<Position> {
  const [row] = await query(
    `SELECT version, position FROM ${schema}.view_checkpoints WHERE project_id = $1 AND view = $2`,
    ...[project, view.name],
  );
  return row && Number(row.version) === view.version ? Number(row.position) : 0;
}

/**
 * The rows of the view $2 with the keys $3, each as the first row from its key on: only the index of keys has that order. For equality the
 * planner, which has no statistics, may read the whole view through another index.
 */
const rowsWithKeys = (
  schema: ViewSet["schema"],
): string => `unnest($3::text::text[]) AS given (key), LATERAL (
  SELECT * FROM ${schema}.view_rows WHERE project_id = $1 AND (view, key) >= ($2, given.key)
  ORDER BY view, key LIMIT 1) AS found WHERE found.view = $2 AND found.key = given.key`;

/** Rows of another version of the view are ignored: a fold must not start from them. */
export async function rowsOf<R extends Row, K extends Row>(
  query: Query,
  { project, schema }: ViewSet,
  { view, keys }: { readonly view: View<R, K>; readonly keys: readonly string[] },
): Promise<Map<string, R | K>> {
  const rows = await query(
    `SELECT found.key, found.body FROM ${rowsWithKeys(schema)}
       AND EXISTS (SELECT 1 FROM ${schema}.view_checkpoints
       WHERE project_id = $1 AND view = $2 AND version = $4 AND position > 0)`,
    ...[project, view.name, textArray(keys.map(storableId)), view.version],
  );
  const given = new Map(keys.map((key) => [storableId(key), key]));
  return new Map(
    rows.map((row) => [given.get(String(row.key)) ?? String(row.key), storedRow<R | K>(row.body)]),
  );
}

export async function selectRows<R extends Row, K extends Row>(
  query: Query,
  { project, schema }: ViewSet,
  { view, selection }: { readonly view: View<R, K>; readonly selection: Selection },
): Promise<SelectedRows<R>> {
  const { kinds, statuses, rankMax, order, limit, offset } = selection;
  const values = [
    ...[project, view.name],
    ...[kinds, statuses].flatMap((list) => (list === undefined ? [] : [textArray(list)])),
    ...(rankMax === undefined ? [] : [rankMax]),
  ];
  let mark = 2;
  const where = [
    ...["project_id = $1", "view = $2", "kind <> ''"],
    ...(kinds === undefined ? [] : [`kind = ANY ($${++mark}::text::text[])`]),
    ...(statuses === undefined ? [] : [`status = ANY ($${++mark}::text::text[])`]),
    ...(rankMax === undefined ? [] : [`rank <= $${++mark}`]),
  ].join(" AND ");
  const direction = order === "newest" ? "DESC" : "ASC";
  // One statement sees one state, and costs one round trip.
  const rows = await query(
    `SELECT counted.total, page.body FROM (SELECT count(*) AS total FROM ${schema}.view_rows WHERE ${where}) AS counted
     LEFT JOIN LATERAL (SELECT body FROM ${schema}.view_rows WHERE ${where}
       ORDER BY rank ${direction}, key LIMIT $${++mark} OFFSET $${++mark}) AS page ON true`,
    ...[...values, limit, offset],
  );
  const found = rows.filter(({ body }) => body !== null);
  return { rows: found.map((row) => storedRow<R>(row.body)), total: Number(rows[0]?.total ?? 0) };
}

/** The checkpoint of a view. No other transaction can move it until this one ends. */
async function lockCheckpoint(query: Query, { project, schema }: ViewSet, view: View): Promise<Position> {
  const [row] = await query(
    `INSERT INTO ${schema}.view_checkpoints AS kept (project_id, view, version, position) VALUES ($1, $2, 0, 0)
     ON CONFLICT (project_id, view) DO UPDATE SET version = kept.version RETURNING version, position`,
    ...[project, view.name],
  );
  return row && Number(row.version) === view.version ? Number(row.position) : 0;
}

/** Applies one pass in the caller's transaction, which has checked that the epoch is that of the pass. */
export async function publishPass(query: Query, set: ViewSet, pass: Pass): Promise<"published" | "conflict"> {
  const { view } = pass;
  const { schema } = set;
  if ((await lockCheckpoint(query, set, view)) !== pass.after) return "conflict";
  // A view of another version starts from nothing.
  if (pass.after === 0) await clearRows(query, set, view);
  await Promise.all([
    pass.rows && publishRows(query, set, { view, ...pass.rows }),
    pass.docs && publishDocs(query, set, pass.docs),
    query(
      `UPDATE ${schema}.view_checkpoints SET version = $3, position = $4 WHERE project_id = $1 AND view = $2`,
      ...[set.project, view.name, view.version, pass.upTo],
    ),
  ]);
  return "published";
}

type ChangedRows = NonNullable<Pass["rows"]> & { readonly view: View };

/** Rows are replaced by key, and removed one by one: for a list the planner would read the whole view. */
function publishRows(
  query: Query,
  { project, schema }: ViewSet,
  { view, changed, facetsOf }: ChangedRows,
): Promise<unknown> {
  const kept = [...changed].flatMap(([key, row]) =>
    row === undefined ? [] : [{ key: storableId(key), ...facetsOf(row), body: canonical(row) }],
  );
  const removed = [...changed].flatMap(([key, row]) => (row === undefined ? [storableId(key)] : []));
  return Promise.all([
    ...removed.map((key) =>
      query(
        `DELETE FROM ${schema}.view_rows WHERE project_id = $1 AND view = $2 AND key = $3`,
        ...[project, view.name, key],
      ),
    ),
    query(
      `INSERT INTO ${schema}.view_rows (project_id, view, key, kind, status, rank, body)
       SELECT $1, $2, key, kind, status, rank, body FROM json_to_recordset($3::text::json) AS given (
         key text, kind text, status text, rank bigint, body text)
       ON CONFLICT (project_id, view, key) DO UPDATE SET
         kind = excluded.kind, status = excluded.status, rank = excluded.rank, body = excluded.body`,
      ...[project, view.name, JSON.stringify(kept)],
    ),
  ]);
}

async function clearRows(query: Query, set: ViewSet, view: View): Promise<void> {
  const { schema } = set;
  if (view.shape === "words") return clearIndex(query, set);
  await query(`DELETE FROM ${schema}.view_rows WHERE project_id = $1 AND view = $2`, set.project, view.name);
}

/** Empties a view in the caller's transaction. */
export async function clearView(query: Query, set: ViewSet, view: View): Promise<void> {
  const { schema } = set;
  await lockCheckpoint(query, set, view);
  await query(
    `DELETE FROM ${schema}.view_checkpoints WHERE project_id = $1 AND view = $2`,
    ...[set.project, view.name],
  );
  await clearRows(query, set, view);
}

/** Empties every view, because they contain erased words, and begins another epoch. */
export async function clearAllViews(query: Query, set: ViewSet): Promise<void> {
  for (const table of ["view_checkpoints", "view_rows"])
    await query(`DELETE FROM ${set.schema}.${table} WHERE project_id = $1`, set.project);
  await clearIndex(query, set);
  await query("UPDATE projects SET epoch = epoch + 1 WHERE project_id = $1", set.project);
}

export type ScanPage = { readonly view: View; readonly afterKey: string; readonly limit: number };

/** Rows of a view, or entries of the index, as text in key order. */
export async function scanView(query: Query, set: ViewSet, page: ScanPage) {
  const { schema } = set;
  if (page.view.shape === "words") return scanIndex(query, set, page);
  const rows = await query(
    `SELECT key, kind || ' ' || status || ' ' || rank || ' ' || body AS text FROM ${schema}.view_rows
     WHERE project_id = $1 AND view = $2 AND key > $3 ORDER BY key LIMIT $4`,
    ...[set.project, page.view.name, storableId(page.afterKey), page.limit],
  );
  return rows.map((row) => ({ key: String(row.key), text: String(row.text) }));
}
