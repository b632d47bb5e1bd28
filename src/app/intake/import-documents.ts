import {
  changedAt,
  DOCUMENT_EVENTS,
  documentSubject,
  removalKey,
  versionKey,
} from "../../core/documents/document.ts";
import type { DocumentRow } from "../../core/documents/documents-view.ts";
import { titleOf } from "../../core/documents/sections.ts";
import { isStorablePath, newestOf, selectDocuments } from "../../core/documents/select-documents.ts";
import type { Instant } from "../../core/tape/event.ts";
import { catchUp, type DraftInput, newDraft } from "../runtime/decide-and-commit.ts";
import type { FileDeps, ItemDeps, MemoryDeps, ProjectDeps, WriteDeps } from "../runtime/deps.ts";

/** Maximum number of documents. A larger repository has pages that nobody asks for, and the index must stay small. */
const DOCUMENTS_MAX = 300;
/** Maximum number of bytes kept of one document: a long chapter. */
const TEXT_BYTES_MAX = 64 * 1024;
/** Maximum number of files that are checked to find those changed last. */
const LOOKED_AT_MAX = 5_000;
/** Documents recorded together, so that a first import of many holds no lock for long. */
const BATCH = 25;
/** Commits that are searched for the time of a document's last change. */
const COMMITS_MAX = 300;
/** Rows read at once. */
const PAGE_ROWS = 500;

export type DocumentImport = {
  /** Number of new versions. */
  readonly added: number;
  readonly gone: number;
  /** Number of documents above the maximum: those changed longest ago. */
  readonly left_out: number;
  /** Number of files that are missing, contain no text, are not regular files of the project, or have names that cannot be stored. */
  readonly skipped: number;
};

export const NO_DOCUMENTS: DocumentImport = { added: 0, gone: 0, left_out: 0, skipped: 0 };

/** Records the documents of the project's main worktree: each new version, and deletions. If git cannot be asked, nothing changes. */
export async function importDocuments(deps: ItemDeps & FileDeps): Promise<DocumentImport> {
  const { enabled, paths } = deps.config.documents;
  const tracked = enabled ? await deps.git.markdown(deps.project.root) : [];
  if (tracked === undefined) return NO_DOCUMENTS;
  const wanted = selectDocuments(tracked, paths);
  const { versions, left_out } = await versionsOf(deps, wanted);
  await catchUp(deps, "documents");
  const gone = await recordGone(deps, new Set(versions.map(({ path }) => path)));
  const added = await recordNew(deps, versions);
  return { added, gone, left_out, skipped: wanted.length - versions.length - left_out };
}

/** The current version of a document. */
type Version = {
  readonly path: string;
  readonly hash: string;
  readonly text: string;
  readonly isCut: boolean;
  readonly changedAt: Instant;
};

type Versions = { readonly versions: readonly Version[]; readonly left_out: number };

async function versionsOf(
  deps: MemoryDeps & ProjectDeps & FileDeps,
  wanted: readonly string[],
): Promise<Versions> {
  const { root } = deps.project;
  const named = wanted.filter(isStorablePath);
  const lying = [];
  for (const path of named.slice(0, LOOKED_AT_MAX)) {
    const changed = await deps.files.changedAt(root, path);
    if (changed !== undefined) lying.push({ path, changedAt: changed });
  }
  const newest = newestOf(lying, DOCUMENTS_MAX);
  const versions: Version[] = [];
  for (const { path, changedAt } of newest) {
    const found = await deps.files.beginning(root, path, TEXT_BYTES_MAX);
    if (found) versions.push({ path, changedAt, hash: deps.sha256(found.text), ...found });
  }
  const left_out = Math.max(0, named.length - LOOKED_AT_MAX) + lying.length - newest.length;
  return { versions, left_out };
}

/** Oldest first. Unchanged texts are skipped, and forgotten text must not come back. */
async function recordNew(deps: ItemDeps, versions: readonly Version[]): Promise<number> {
  const paths = versions.map(({ path }) => path);
  const rows = await deps.store.views.rows(deps.views.documents, paths);
  const fresh = versions.filter(({ path, hash }) => isNews(rows.get(path), hash)).reverse();
  if (fresh.length === 0) return 0;
  const commits = await deps.git.log(COMMITS_MAX);
  const isAll = commits.length < COMMITS_MAX;
  const events = fresh.map((version) => {
    const row = rows.get(version.path);
    const file = Math.min(version.changedAt, deps.clock.now());
    // If the document changed just now, the file's time counts. In a clone all files are as new as the clone.
    const at = row ? file : changedAt(version.path, { commits, isAll, file });
    return seenEvent(version, { at, after: row?.event });
  });
  return append(deps, events);
}

const isNews = (row: DocumentRow | undefined, hash: string): boolean =>
  row === undefined || !(row.forgotten.includes(hash) || (row.status === "seen" && row.hash === hash));

function seenEvent(
  { path, hash, text, isCut }: Version,
  { at, after }: { readonly at: Instant; readonly after: string | undefined },
): DraftInput {
  const kept = isCut ? wholeLines(text) : text;
  return {
    type: DOCUMENT_EVENTS.seen,
    subject: documentSubject(path),
    key: versionKey(path, hash, after),
    at,
    payload: { path, hash, title: titleOf(path, kept), text: kept, ...(isCut ? { cut: true } : {}) },
  };
}

/** Half a line may contain half a secret, which no rule would recognise. */
const wholeLines = (text: string): string => text.slice(0, text.lastIndexOf("\n") + 1 || text.length);

async function recordGone(deps: WriteDeps, there: ReadonlySet<string>): Promise<number> {
  const seen = await seenRows(deps);
  const gone = seen.filter(({ path }) => !there.has(path));
  const events = gone.map(({ path, event }) => ({
    type: DOCUMENT_EVENTS.gone,
    subject: documentSubject(path),
    key: removalKey(path, event),
    payload: { path },
  }));
  return append(deps, events);
}

async function seenRows(deps: MemoryDeps): Promise<DocumentRow[]> {
  const found: DocumentRow[] = [];
  for (let offset = 0; ; offset += PAGE_ROWS) {
    const page = { statuses: ["seen"], order: "oldest", limit: PAGE_ROWS, offset } as const;
    const { rows } = await deps.store.views.select(deps.views.documents, page);
    found.push(...rows);
    if (rows.length < PAGE_ROWS) return found;
  }
}

async function append(deps: WriteDeps, events: readonly DraftInput[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < events.length; from += BATCH) {
    const drafts = events.slice(from, from + BATCH).map((event) => newDraft(deps, event));
    added += (await deps.store.tape.append(drafts)).filter(({ isNew }) => isNew).length;
  }
  return added;
}
