import type { EventOf, Instant, Recorded } from "../tape/event.ts";

export const DOCUMENT_EVENTS = { seen: "document.seen", gone: "document.gone" } as const;
export const DOCUMENT_TYPES = Object.values(DOCUMENT_EVENTS);
export type DocumentEvent = EventOf<(typeof DOCUMENT_TYPES)[number]>;

export const isDocumentEvent = (event: Recorded): event is DocumentEvent =>
  DOCUMENT_TYPES.some((type) => type === event.type);

const PREFIX = "document:";

/** The subject of a document's events, which is also its name: `document:docs/setup.md`. */
export const documentSubject = (path: string): string => `${PREFIX}${path}`;

/** The path in such a name; undefined for other names. */
export function documentPath(name: string | undefined): string | undefined {
  return name?.startsWith(PREFIX) && name.length > PREFIX.length ? name.slice(PREFIX.length) : undefined;
}

/**
 * The idempotency key of a version. It contains the preceding event, because a text may return after another version, or after its file was
 * deleted.
 */
export const versionKey = (path: string, hash: string, after: string | undefined): string =>
  `${documentSubject(path)} ${hash} after ${after ?? "nothing"}`;

export const removalKey = (path: string, after: string): string =>
  `${documentSubject(path)} gone after ${after}`;

/** The hash in a version's key. The key remains even if the text is forgotten. */
export const hashInKey = (key: string | undefined): string | undefined =>
  /^document:.* ([0-9a-f]{64}) after \S+$/s.exec(key ?? "")?.[1];

type FileActivity = { readonly at: Instant; readonly files: readonly string[] };

/**
 * When a document was last changed, according to the newest commits. If none of them changed it but older commits exist, the result is at
 * most the time of the oldest listed commit; otherwise the file's own time is used.
 */
export function changedAt(
  path: string,
  {
    commits,
    isAll,
    file,
  }: { readonly commits: readonly FileActivity[]; readonly isAll: boolean; readonly file: Instant },
): Instant {
  const touching = commits.find(({ files }) => files.includes(path)) ?? (isAll ? undefined : commits.at(-1));
  return Math.min(touching?.at ?? file, file);
}
