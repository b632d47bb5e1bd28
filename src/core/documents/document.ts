import type { EventOf, Instant, Recorded } from "../tape/event.ts";

export const DOCUMENT_EVENTS = { seen: "document.seen", gone: "document.gone" } as const;
export const DOCUMENT_TYPES = Object.values(DOCUMENT_EVENTS);
export type DocumentEvent = EventOf<(typeof DOCUMENT_TYPES)[number]>;

export const isDocumentEvent = (event: Recorded): event is DocumentEvent =>
  DOCUMENT_TYPES.some((type) => type === event.type);

const PREFIX = "document:";

/** What the events of a document are about, and what it is called: `document:docs/setup.md`. */
export const documentSubject = (path: string): string => `${PREFIX}${path}`;

/** The path that such a name holds; undefined when it is the name of something else. */
export function documentPath(name: string | undefined): string | undefined {
  return name?.startsWith(PREFIX) && name.length > PREFIX.length ? name.slice(PREFIX.length) : undefined;
}

/**
 * What makes recording a version twice a no-op. It names the event it follows, because a text may come back: after
 * another one, or after its file was gone.
 */
export const versionKey = (path: string, hash: string, after: string | undefined): string =>
  `${documentSubject(path)} ${hash} after ${after ?? "nothing"}`;

export const removalKey = (path: string, after: string): string =>
  `${documentSubject(path)} gone after ${after}`;

/** The hash that a version's key names, which is there also when its words are forgotten. */
export const hashInKey = (key: string | undefined): string | undefined =>
  /^document:.* ([0-9a-f]{64}) after \S+$/s.exec(key ?? "")?.[1];

type FileActivity = { readonly at: Instant; readonly files: readonly string[] };

/**
 * When a document was last changed, according to the newest commits. If none of them touches it and there are older
 * commits, it is at most as new as the oldest of them; otherwise only its file can tell.
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
