/**
 * How words are taken out of a file of ours.
 *
 * - `store`: the database in use, which erases through its own transactions.
 * - `database`: a copy of it. The same is erased inside; if it cannot be opened, the bytes are overwritten.
 * - `context`: a file of the active context and the copy of it, which change together.
 * - `overwrite`: the words are overwritten in place, so that nothing else of the file changes. Keys, ids and types of a
 *   file that can be read stay.
 * - `rebuilt`: made from the tape. It is deleted, and made again of what the tape says by then.
 * - `wordless`: numbers alone, in which letters would only be found by chance.
 * - `person`: a person's own file. It is named and left alone.
 */
export type FileCleaning = "store" | "database" | "context" | "overwrite" | "rebuilt" | "wordless" | "person";

/** The folder of a file: the memory folder, the user's state folder, or the folder of the active context. */
export type FilePlace = "memory" | "state" | "context";

export type FileFamily = {
  readonly place: FilePlace;
  /** Matches the path relative to its folder, with forward slashes. */
  readonly pattern: RegExp;
  readonly cleaning: FileCleaning;
};

/** The suffix of a temporary file beside another one, perhaps left by a process that was killed. */
const BESIDE = String.raw`(?:\.[0-9a-f]{12}|\.\d+(?:-[0-9a-z]+)?)?`;
const COMPANION = "(?:-wal|-shm|-journal)?";

const family = (place: FilePlace, pattern: string, cleaning: FileCleaning): FileFamily => ({
  place,
  pattern: new RegExp(`^(?:${pattern})$`),
  cleaning,
});

/**
 * Every file that Tidemark writes in its own folders, with the way in which forgotten words are removed from it. A file without a family
 * fails a test. The first matching family applies.
 */
export const FILE_FAMILIES: readonly FileFamily[] = [
  family("memory", `tidemark\\.db${COMPANION}`, "store"),
  // A backup, or a copy that a restore or a salvage made.
  family("memory", `(?:.*/)?[^/]*\\.db(?:\\.[a-z]+-[0-9a-z-]+)?${COMPANION}`, "database"),
  family("memory", `spool/[^/]+\\.jsonl(?:\\.retired)?`, "overwrite"),
  family("memory", "spool/rejected\\.log", "overwrite"),
  family("memory", `spool/[a-z-]+${BESIDE}`, "overwrite"),
  family("memory", `hooks/[^/]+`, "overwrite"),
  family("memory", `sessions/[^/]+/working\\.md`, "rebuilt"),
  family("memory", `sessions/[^/]+/working\\.md${BESIDE}`, "overwrite"),
  family("memory", `state\\.json${BESIDE}`, "overwrite"),
  family("memory", `context/[^/]+/base/[^/]+`, "context"),
  // An unfinished write, or its lock.
  family("memory", `context/[^/]+/[^/]+`, "context"),
  family("memory", `reference-tracker[^/]*(?:/[^/]+)?`, "overwrite"),
  family("memory", `vectors\\.bin${BESIDE}`, "wordless"),
  family("memory", `embedder-sent-[0-9-]+`, "overwrite"),
  family("memory", `copies\\.jsonl${BESIDE}`, "overwrite"),
  family("memory", `recording\\.json${BESIDE}`, "wordless"),
  family("memory", `server-copy\\.json${BESIDE}`, "wordless"),
  family("memory", "drift\\.json", "rebuilt"),
  family("memory", "\\.[^/]+\\.partial", "overwrite"),
  family("memory", `[^/]+\\.unreadable-\\d+[^/]*`, "overwrite"),
  family("memory", "\\.gitignore|token|config\\.yaml", "person"),
  family("state", `[^/]+\\.jsonl(?:\\.retired)?`, "overwrite"),
  // Counters and rejected input of that spool.
  family("state", `[^/]+`, "overwrite"),
  family("context", `(?:.*/)?[^/]+`, "context"),
];

/** The family of a file; undefined for files that Tidemark does not write. */
export function familyOf(place: FilePlace, path: string): FileFamily | undefined {
  // A private memory has the same files. Its database is not in use, and is cleaned like a copy.
  const own = place === "memory" ? path.replace(/^private\/(?!tidemark\.db)/, "") : path;
  return FILE_FAMILIES.find((each) => each.place === place && each.pattern.test(own));
}
