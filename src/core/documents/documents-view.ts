import type { Position } from "../tape/event.ts";
import type { Projection } from "../tape/projection.ts";
import { DOCUMENT_EVENTS, DOCUMENT_TYPES, type DocumentEvent, documentPath, hashInKey } from "./document.ts";

/** The last known state of one document. */
export type DocumentRow = {
  readonly path: string;
  readonly status: "seen" | "gone" | "forgotten";
  /** The hash of the version that was seen last. */
  readonly hash: string;
  /** The event that recorded this state, and its position. */
  readonly event: string;
  readonly position: Position;
  /** Hashes of forgotten versions, which must not be recorded again. */
  readonly forgotten: readonly string[];
};

/** Maximum number of forgotten versions of one document. */
const FORGOTTEN_MAX = 100;

/** The known version of each document of the repository, by path, so that only a changed version is recorded. */
export const documentsView: Projection<DocumentRow, never, DocumentEvent["type"]> = {
  shape: "rows",
  name: "documents",
  version: 1,
  types: DOCUMENT_TYPES,
  keysOf: (event) => {
    const path = documentPath(event.subject);
    return path === undefined ? [] : [path];
  },
  evolve: (rows, event) => {
    const path = documentPath(event.subject);
    if (path === undefined) return new Map();
    return new Map([[path, rowAfter(path, rows.get(path), event)]]);
  },
  facetsOf: (row) => ({ kind: "document", status: row.status, rank: row.position }),
};

function rowAfter(path: string, before: DocumentRow | undefined, event: DocumentEvent): DocumentRow {
  const { id, position, key, payload } = event;
  const { hash = "", forgotten = [] } = before ?? {};
  const told = { path, event: id, position };
  if (event.type === DOCUMENT_EVENTS.gone) return { ...told, status: "gone", hash, forgotten };
  const its = hashInKey(key) ?? "";
  if (payload !== null) return { ...told, status: "seen", hash: its, forgotten };
  return { ...told, status: "forgotten", hash: its, forgotten: [...forgotten, its].slice(-FORGOTTEN_MAX) };
}
