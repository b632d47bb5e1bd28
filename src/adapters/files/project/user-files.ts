import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { MemoryError } from "../../../core/failure.ts";
import type { Files, WrittenFile } from "../../../ports/files.ts";
import { readRegular } from "../../disk/bounded-file.ts";
import { codeOf } from "../../disk/disk-failure.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { rootFiles } from "./root-files.ts";

/** Maximum length of a line: several times the largest event with its escapes. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;
/** A line that goes on beyond this is the last that is read: the file is no text. */
const CUT_LINE_BYTES_MAX = 8 * LINE_BYTES_MAX;
/** Maximum size of a text that is read in full: the list of an export's files. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;
/** Characters collected before a write. */
const BUFFER_CHARS = 256 * 1024;
/** A temporary file that has not been renamed yet. */
const PARTIAL = /^\..+\.[0-9a-f]{12}\.partial$/;

/** Files on this machine's disk, and standard input under the name `-`, which is opened only when it is read. */
export function userFiles(input?: NodeJS.ReadableStream): Files {
  return {
    lines: (path) => linesOf(path, path === "-" ? (input ?? process.stdin) : createReadStream(path)),
    write: (path, chunks) => withFileErrors(path, () => writeWhole(path, chunks)),
    read: (path) => ifThere(path, async () => readRegular(path, TEXT_BYTES_MAX)?.toString("utf8")),
    digest: (path) => ifThere(path, () => digestOf(path)),
    list: (folder) =>
      ifThere(folder, async () => (await readdir(folder)).filter((name) => !PARTIAL.test(name)).sort()),
    ...rootFiles,
  };
}

/** Bytes kept of a line that is too long and must not stop the reading: enough to recognise it. */
const CUT_BYTES = 1024;

/**
 * The lines of a file, one at a time. A line that is too long fails, or, if reading must continue, becomes its beginning with a mark that
 * makes it invalid JSON, so that it is counted as unreadable.
 */
export async function* linesOf(
  path: string,
  source: AsyncIterable<Buffer | string>,
  { cutsLong = false }: { readonly cutsLong?: boolean } = {},
): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  const take = (): string => {
    const line = `${Buffer.concat(parts).toString("utf8")}${length > LINE_BYTES_MAX ? " … [cut]" : ""}`;
    parts = [];
    length = 0;
    // Windows ends lines with two characters, and may begin a file with a byte order mark.
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    return number++ === 1 && text.startsWith("\uFEFF") ? text.slice(1) : text;
  };
  const add = (piece: Buffer): void => {
    const isLong = length > LINE_BYTES_MAX;
    length += piece.length;
    if (isLong) return;
    parts.push(piece);
    if (length <= LINE_BYTES_MAX) return;
    if (!cutsLong) throw tooLong(path, number);
    parts = [Buffer.from(Buffer.concat(parts).subarray(0, CUT_BYTES))];
  };
  try {
    for await (const piece of source) {
      const chunk = typeof piece === "string" ? Buffer.from(piece, "utf8") : piece;
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        add(chunk.subarray(start, end));
        yield take();
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
      if (length > CUT_LINE_BYTES_MAX) break;
    }
  } catch (cause) {
    throw failureOf(path, cause);
  }
  if (length > 0) yield take();
}

function tooLong(path: string, line: number): MemoryError {
  return new MemoryError(
    "input.invalid",
    `Line ${line} of ${path} is longer than ${LINE_BYTES_MAX / 1024 / 1024} MB.`,
    {
      field: "file",
      fix: "It is probably not a file of JSON lines. Check the file, and split long lines.",
    },
  );
}

/** A reader sees the old file or the new one, never a part: the text is written to a temporary file, flushed, and renamed. */
async function writeWhole(
  path: string,
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<WrittenFile> {
  makeFolder(dirname(path));
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.partial`);
  try {
    const file = await open(partial, "wx", 0o600);
    let written: WrittenFile;
    try {
      written = await writeChunks(file, chunks);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
    await flushFolder(dirname(path));
    return written;
  } catch (cause) {
    await rm(partial, { force: true });
    throw cause;
  }
}

async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<WrittenFile> {
  const hash = createHash("sha256");
  let bytes = 0;
  let waiting = "";
  const flush = async (): Promise<void> => {
    const part = Buffer.from(waiting, "utf8");
    hash.update(part);
    bytes += part.length;
    waiting = "";
    await file.writeFile(part);
  };
  for await (const chunk of chunks) {
    waiting += chunk;
    if (waiting.length > BUFFER_CHARS) await flush();
  }
  await flush();
  return { bytes, sha256: hash.digest("hex") };
}

/** A file is lost if its name is lost in a power cut. Windows has no such call, and needs none. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** A file may have disappeared meanwhile: a database's files come and go. */
async function ifThere<T>(path: string, act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "ENOTDIR") return undefined;
    throw failureOf(path, cause);
  }
}

async function withFileErrors<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw failureOf(path, cause);
  }
}

/** Names the file in the message; a failure that is not the disk's is passed on unchanged. */
function failureOf(path: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (cause instanceof MemoryError || typeof code !== "string") return cause;
  if (code === "ENOENT") return inputFailure(`There is no file ${path}.`, cause);
  if (code === "EISDIR") return inputFailure(`${path} is a folder; a file is needed.`, cause);
  if (code === "ENOTDIR" || code === "EEXIST") {
    return inputFailure(`${path} cannot be created: one of its folders is a file.`, cause);
  }
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return inputFailure(`${path} may not be read or written by this user.`, cause);
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    const fix = "Free some space and try again.";
    return new MemoryError("store.full", `The disk that holds ${path} is full.`, {
      cause,
      retryable: true,
      fix,
    });
  }
  return new MemoryError("store.io", `${path} cannot be read or written (${code}).`, {
    cause,
    fix: "Check the disk.",
  });
}

const inputFailure = (message: string, cause: unknown): MemoryError =>
  new MemoryError("input.invalid", message, {
    cause,
    field: "file",
    fix: "Use another path, or fix this one.",
  });
