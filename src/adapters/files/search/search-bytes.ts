import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { ifThere } from "../../disk/owned-folder.ts";

/** Bytes read at once in a search. */
const CHUNK_BYTES = 1024 * 1024;
/** A file that is not ours and larger than this is not searched. */
const BYTES_MAX = 512 * 1024 * 1024;

/** A larger file is searched as bytes. Text files of ours are far smaller. */
export const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** The search patterns: a text is searched for words and base64, any other file for bytes. */
export type SearchPatterns = {
  readonly inText: (text: string) => boolean;
  readonly base64: readonly Buffer[];
  readonly bytes: readonly Buffer[];
};

/** True if a file contains one of the patterns; a missing file contains none. */
export function fileMatches(
  open: () => number,
  path: string,
  { inText, base64, bytes }: SearchPatterns,
): boolean {
  const opened = ifThere(() => openForReading(path, open));
  if (opened === undefined) return false;
  try {
    const text = opened.isKept ? undefined : readText(opened.fd);
    if (text === undefined) return search(opened.fd, bytes);
    return inText(text) || (base64.length > 0 && search(opened.fd, base64));
  } finally {
    if (!opened.isKept) closeSync(opened.fd);
  }
}

/** The text of an open file; undefined if it is not text or too large. */
export function readText(fd: number): string | undefined {
  const { size } = fstatSync(fd);
  if (size > TEXT_BYTES_MAX) return undefined;
  const bytes = Buffer.alloc(size);
  let read = 0;
  while (read < size) {
    const more = readSync(fd, bytes, read, size - read, read);
    if (more === 0) break;
    read += more;
  }
  return textIn(bytes.subarray(0, read));
}

/** Bytes as text; undefined if they are not UTF-8. */
export function textIn(bytes: Buffer | undefined): string | undefined {
  return bytes === undefined || bytes.includes(0) || !isUtf8(bytes) ? undefined : bytes.toString("utf8");
}

/** The same for a file that is not ours, or for the files in such a folder. Undefined if it cannot be read. */
export function someFileIn(path: string, sought: SearchPatterns): boolean | undefined {
  try {
    const stat = lstatSync(path);
    if (stat.isDirectory())
      return readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .some(({ name }) => someFileIn(join(path, name), sought));
    if (!stat.isFile() || stat.size > BYTES_MAX) return undefined;
    return fileMatches(() => openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)), path, sought);
  } catch {
    return undefined;
  }
}

/** Reads overlapping chunks, so that no match is hidden at a border. */
function search(fd: number, patterns: readonly Buffer[]): boolean {
  const longest = Math.max(1, ...patterns.map(({ length }) => length));
  const window = Buffer.alloc(Math.min(fstatSync(fd).size, CHUNK_BYTES) + longest);
  let kept = 0;
  for (let at = 0; ; ) {
    const read = readSync(fd, window, kept, window.length - kept, at);
    if (read === 0) return false;
    at += read;
    const filled = window.subarray(0, kept + read);
    if (patterns.some((pattern) => filled.includes(pattern))) return true;
    kept = Math.min(longest - 1, filled.length);
    window.copyWithin(0, filled.length - kept, filled.length);
  }
}

const DATABASE_FILE = /\.db(-wal|-shm)?$/;
/** Descriptors of databases, by file. They stay open until the process ends. */
const databaseFds = new Map<string, number>();

type OpenedFile = { readonly fd: number; readonly isKept: boolean };

/**
 * On POSIX systems, closing any descriptor of a file drops every lock that the process has on it. That includes the locks of a database
 * connection, which other processes then ignore. So databases are opened once and stay open.
 */
function openForReading(path: string, open: () => number): OpenedFile {
  if (process.platform === "win32" || !DATABASE_FILE.test(path)) return { fd: open(), isKept: false };
  const { dev, ino } = statSync(path);
  const known = databaseFds.get(`${dev}:${ino}`);
  if (known !== undefined) return { fd: known, isKept: true };
  const fd = open();
  const found = fstatSync(fd);
  databaseFds.set(`${found.dev}:${found.ino}`, fd);
  return { fd, isKept: true };
}
