import { objectIn } from "../../../app/intake/json-lines.ts";
import type { HistoryReader, HistorySource, HostRecord } from "../../../ports/host.ts";
import { idOf } from "../host-line.ts";
import { atOf, eventOf, leftOut, placeOf, startLine, unknownRecord } from "../host-records.ts";
import { HOST, recordPart } from "./parts.ts";

/**
 * opencode: one SQLite database for all sessions, ~/.local/share/opencode/opencode.db, with messages and their parts as JSON. A sub-agent
 * has a session of its own there, which is imported as a part of its parent session.
 */
export const opencodeHistory: HistoryReader = {
  host: HOST,
  folders: ({ home, env }) => [`${env.XDG_DATA_HOME ?? `${home}/.local/share`}/opencode`],
  isHistory: isDatabase,
  recognises: (path, head) => head === "" && isDatabase(path),
  read,
};

function isDatabase(path: string): boolean {
  return /(^|[\\/])opencode(-[\w.]+)?\.db$/.test(path);
}

/** Messages whose parts are fetched at once, so that the database is never in memory as a whole. */
const MESSAGES_AT_ONCE = 20;

type DatabaseRow = { readonly [column: string]: unknown };

type SessionRowWithRoot = { readonly row: DatabaseRow; readonly root: string; readonly isSubagent: boolean };

const event = eventOf(HOST);

async function* read(source: HistorySource): AsyncGenerator<HostRecord> {
  const tables = new Set(
    await column(source, "SELECT name AS value FROM sqlite_master WHERE type = 'table'"),
  );
  if (!["session", "message", "part"].every((name) => tables.has(name))) {
    return yield { is: "unreadable", why: "the database has no sessions, messages and parts" };
  }
  for (const session of await sessionsOf(source)) {
    yield* startOf(session);
    yield* messagesOf(source, session);
    if (tables.has("session_message")) yield* newerOf(source, session);
  }
}

/** Sessions, oldest first, each with its root session. */
async function sessionsOf(source: HistorySource): Promise<SessionRowWithRoot[]> {
  const rows = await allRows(
    source,
    "SELECT id, parent_id, directory, time_created FROM session ORDER BY time_created, id",
  );
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
  return rows.flatMap((row) => {
    const root = idOf(rootOf(row.id, parents));
    // A sub-agent's session stays one after its parent session was deleted.
    const isSubagent = root !== row.id || idOf(row.parent_id) !== undefined;
    return root === undefined ? [] : [{ row, root, isSubagent }];
  });
}

/** Follows parents up to the root. A cycle, which only a damaged database has, ends where it closes. */
function rootOf(id: unknown, parents: ReadonlyMap<unknown, unknown>): unknown {
  const seen = new Set<unknown>();
  let root = id;
  while (!seen.has(root)) {
    seen.add(root);
    const parent = parents.get(root);
    if (parents.has(parent)) root = parent;
  }
  return root;
}

function* startOf({ row, root, isSubagent }: SessionRowWithRoot): Generator<HostRecord> {
  if (isSubagent) return yield leftOut("session, of a sub-agent");
  yield event({ ...startLine(root, placeOf({ cwd: row.directory })), ...atOf(row.time_created) });
}

async function* messagesOf(source: HistorySource, session: SessionRowWithRoot): AsyncGenerator<HostRecord> {
  const sql = `SELECT id AS value FROM message WHERE session_id = ${quoteSql(session.row.id)} ORDER BY time_created, id`;
  const ids = await column(source, sql);
  for (let i = 0; i < ids.length; i += MESSAGES_AT_ONCE) {
    yield* partsOf(source, session, ids.slice(i, i + MESSAGES_AT_ONCE));
  }
}

/** A message without parts is returned once, with none. */
async function* partsOf(
  source: HistorySource,
  session: SessionRowWithRoot,
  ids: readonly unknown[],
): AsyncGenerator<HostRecord> {
  const rows = source.rows(
    `SELECT m.id AS message_id, m.data AS message, p.id AS id, p.data AS part, p.time_created AS at
     FROM message m LEFT JOIN part p ON p.message_id = m.id
     WHERE m.id IN (${ids.map(quoteSql).join(", ")}) ORDER BY m.time_created, m.id, p.id`,
  );
  let last: unknown;
  for await (const row of rows) {
    if (row.message_id !== last) yield leftOut("message, told by its parts");
    last = row.message_id;
    if (row.id !== null) yield partOf(row, session);
  }
}

function partOf(row: DatabaseRow, { root, isSubagent }: SessionRowWithRoot): HostRecord {
  const part = objectIn(String(row.part));
  const message = objectIn(String(row.message));
  if (part === undefined || message === undefined)
    return { is: "unreadable", why: `part ${String(row.id)} is not a JSON object` };
  const told = recordPart({ id: row.id, part, message, session: root, isSubagent, at: row.at });
  if (told === undefined)
    return unknownRecord(
      `part/${typeof part.type === "string" ? part.type : "(none)"}`,
      String(row.part),
      root,
    );
  return "line" in told ? event(told.line) : told;
}

/** A table in which later versions are expected to store messages. Its content is unknown so far. */
async function* newerOf(
  source: HistorySource,
  { row, root }: SessionRowWithRoot,
): AsyncGenerator<HostRecord> {
  const sql = `SELECT type, data FROM session_message WHERE session_id = ${quoteSql(row.id)} ORDER BY seq`;
  for await (const { type, data } of source.rows(sql)) {
    yield unknownRecord(
      `session_message/${typeof type === "string" ? type : "(none)"}`,
      typeof data === "string" ? data : "",
      root,
    );
  }
}

async function allRows(source: HistorySource, sql: string): Promise<DatabaseRow[]> {
  const rows: DatabaseRow[] = [];
  for await (const row of source.rows(sql)) rows.push(row);
  return rows;
}

const column = async (source: HistorySource, sql: string) =>
  (await allRows(source, sql)).map(({ value }) => value);

/** A quoted SQL string. */
function quoteSql(value: unknown): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : "NULL";
}
