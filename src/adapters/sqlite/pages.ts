import { isUtf8 } from "node:buffer";
import { openDatabaseFile } from "../disk/database-file.ts";
import { SYSTEM_CALLS } from "../disk/file-calls.ts";
import type { SqlValue } from "./driver.ts";

const { closeSync, fstatSync, readSync } = SYSTEM_CALLS;

/** One row of some table in the file. The first column of our tape is its row id. */
export type Cell = { readonly rowId: number; readonly values: readonly SqlValue[] };

const PAGE_BYTES_DEFAULT = 4096;
const HEADER = "SQLite format 3\0";
/** Larger than any row that we write. A greater length is damage, and must not allocate that much memory. */
const ROW_BYTES_MAX = 64 * 1024 * 1024;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Every readable row of a table with this many columns, the first of them its row id, in a database file and its write-ahead log, in no
 * order. It reads pages without SQLite, which refuses a whole file if its first page or the upper part of a tree is damaged, although the
 * rows below are intact. It trusts nothing: a row may be nonsense, and the caller must check it against the row's own hashes.
 */
export function* rowsInFile(path: string, columns: number): Generator<Cell> {
  const file = openDatabaseFile(path);
  if (file === undefined) return;
  const log = openDatabaseFile(`${path}-wal`);
  try {
    const source = { ...pagesOf(file, log), columns };
    for (let number = 1; number <= source.count; number++) yield* cellsOf(source, number);
  } finally {
    // On POSIX systems, closing a descriptor drops the locks of all connections of this process to the same file. A salvage runs once in
    // a process, so there the system closes it at the end.
    if (process.platform === "win32") for (const fd of [file, log]) if (fd !== undefined) closeSync(fd);
  }
}

type Pages = {
  readonly count: number;
  readonly size: number;
  readonly page: (number: number) => Buffer;
  readonly columns: number;
};

function pagesOf(file: number, log: number | undefined): Omit<Pages, "columns"> {
  const size = pageSizeOf(file);
  const newer = log === undefined ? new Map<number, number>() : framesOf(log, size);
  const inFile = Math.ceil(fstatSync(file).size / size);
  // A log adds at most as many pages as it has. A higher number is damage.
  const isReal = (number: number): boolean => number <= inFile + newer.size;
  const count = [...newer.keys()].filter(isReal).reduce((most, number) => Math.max(most, number), inFile);
  const page = (number: number): Buffer => {
    const bytes = Buffer.alloc(size);
    const frame = newer.get(number);
    if (frame !== undefined && log !== undefined) readSync(log, bytes, 0, size, frame);
    else readSync(file, bytes, 0, size, (number - 1) * size);
    return bytes;
  };
  return { count, size, page };
}

function pageSizeOf(file: number): number {
  const header = Buffer.alloc(100);
  readSync(file, header, 0, 100, 0);
  const stated = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  const isSound =
    header.toString("latin1", 0, 16) === HEADER && stated >= 512 && (stated & (stated - 1)) === 0;
  return isSound ? stated : PAGE_BYTES_DEFAULT;
}

/** The place of each page's newest image in the log. Frames of an earlier round have another salt. */
function framesOf(log: number, size: number): Map<number, number> {
  const newest = new Map<number, number>();
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  if (readSync(log, header, 0, WAL_HEADER_BYTES, 0) < WAL_HEADER_BYTES) return newest;
  const salt = header.subarray(16, 24);
  let waiting: [number, number][] = [];
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  for (let at = WAL_HEADER_BYTES; ; at += FRAME_HEADER_BYTES + size) {
    if (readSync(log, frame, 0, FRAME_HEADER_BYTES, at) < FRAME_HEADER_BYTES) return newest;
    if (!frame.subarray(8, 16).equals(salt)) return newest;
    waiting.push([frame.readUInt32BE(0), at + FRAME_HEADER_BYTES]);
    // Frames count only after a frame that ends their transaction.
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [number, where] of waiting) newest.set(number, where);
    waiting = [];
  }
}

/** Reads any page as if it contained rows: a flipped bit in its type must not cost its rows. */
function* cellsOf(source: Pages, number: number): Generator<Cell> {
  const page = source.page(number);
  const start = number === 1 ? 100 : 0;
  const count = Math.min(page.readUInt16BE(start + 3), (source.size - 8) / 2);
  for (let i = 0; i < count; i++) {
    const at = start + 8 + 2 * i;
    const cell = at + 2 <= source.size ? cellAt(source, page, page.readUInt16BE(at)) : undefined;
    if (cell) yield cell;
  }
}

function cellAt(source: Pages, page: Buffer, offset: number): Cell | undefined {
  // Most offsets are not rows, so the cheap checks come first.
  if (offset < 8 || offset > source.size - 4) return undefined;
  try {
    const length = varintAt(page, offset);
    const rowId = varintAt(page, length.next);
    if (length.value > ROW_BYTES_MAX || !Number.isSafeInteger(rowId.value)) return undefined;
    if (!startsRow(page, rowId.next, source.columns)) return undefined;
    const record = recordAt(source, page, { offset: rowId.next, length: length.value });
    return record && { rowId: rowId.value, values: valuesOf(record) };
  } catch {
    // Lengths and offsets beyond the page show that this is not a row.
    return undefined;
  }
}

/** True if a row's header has an entry for each column, and nothing in the first one, which is the row id. */
function startsRow(page: Buffer, offset: number, columns: number): boolean {
  const head = page[offset] ?? 0;
  if (head <= columns || head >= 0x80 || page[offset + 1] !== 0) return false;
  let found = 0;
  // The last byte of a type is the only one without the high bit.
  for (let at = offset + 1; at < offset + head; at++) if ((page[at] ?? 0) < 0x80) found++;
  return found === columns;
}

/** The bytes of a row: those on its page, then those on its chain of overflow pages. */
function recordAt(
  source: Pages,
  page: Buffer,
  { offset, length }: { offset: number; length: number },
): Buffer | undefined {
  const usable = source.size;
  if (length <= usable - 35)
    return offset + length <= usable ? page.subarray(offset, offset + length) : undefined;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const fitting = least + ((length - least) % (usable - 4));
  const local = fitting <= usable - 35 ? fitting : least;
  const parts = [page.subarray(offset, offset + local)];
  let next = page.readUInt32BE(offset + local);
  for (let left = length - local; left > 0; left -= usable - 4) {
    if (next === 0 || next > source.count) return undefined;
    const more = source.page(next);
    parts.push(more.subarray(4, 4 + Math.min(left, usable - 4)));
    next = more.readUInt32BE(0);
  }
  return Buffer.concat(parts);
}

function valuesOf(record: Buffer): SqlValue[] {
  const head = varintAt(record, 0);
  const values: SqlValue[] = [];
  let body = head.value;
  for (let at = head.next; at < head.value; ) {
    const type = varintAt(record, at);
    at = type.next;
    const { value, bytes } = valueAt(record, body, type.value);
    values.push(value);
    body += bytes;
  }
  if (body > record.length) throw new RangeError("the row ends before its values do");
  return values;
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8] as const;
const FLOAT = 7;
const ZERO = 8;
const ONE = 9;
const FIRST_TEXT = 12;

function valueAt(
  record: Buffer,
  at: number,
  type: number,
): { readonly value: SqlValue; readonly bytes: number } {
  if (type === 0) return { value: null, bytes: 0 };
  if (type === ZERO || type === ONE) return { value: type - ZERO, bytes: 0 };
  if (type === FLOAT) return { value: record.readDoubleBE(at), bytes: 8 };
  const bytes = INTEGER_BYTES[type];
  if (bytes !== undefined) {
    return { value: bytes === 8 ? Number(record.readBigInt64BE(at)) : record.readIntBE(at, bytes), bytes };
  }
  if (type < FIRST_TEXT) throw new RangeError("there is no such type of value");
  const length = Math.floor((type - FIRST_TEXT) / 2);
  const text = record.subarray(at, at + length);
  // A replacement character counts only if it was stored, not if it replaces damaged bytes.
  if (!isUtf8(text)) throw new RangeError("the text is not UTF-8");
  return { value: text.toString("utf8"), bytes: length };
}

/** A number of one to nine bytes, seven bits in each. */
function varintAt(bytes: Buffer, at: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at + i + 1 };
  }
  return { value: value * 256 + bytes.readUInt8(at + 8), next: at + 9 };
}
