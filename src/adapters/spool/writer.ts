import * as fs from "node:fs";
import { join } from "node:path";
import type { Draft } from "../../core/tape/event.ts";
import type { FileCalls } from "./file-calls.ts";
import { lineOf } from "./line.ts";

/** A file that one process appends events to. */
export type SpoolWriter = {
  readonly write: (events: readonly Draft[]) => void;
  /** Marks the file as finished, so that the next drain takes it away. */
  readonly close: () => void;
};

/** A file still being appended to, and one its writer is done with. */
export const OPEN = ".open.jsonl";
export const DONE = ".jsonl";

/** A longer file is finished and a new one begun, so that drained lines do not pile up beside a busy writer. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

type OpenFile = { readonly fd: number; readonly path: string; readonly inode: bigint };

export function openWriter(folder: string, name: string, calls: FileCalls = fs): SpoolWriter {
  let file: OpenFile | undefined;
  let count = 0;
  const append = (text: string): void => {
    file ??= create(calls, folder, `${name}-${count++}`);
    writeAll(calls, file.fd, text);
    calls.fsyncSync(file.fd);
  };
  const drop = (): void => {
    if (file) calls.closeSync(file.fd);
    file = undefined;
  };
  const finish = (): void => {
    if (!file) return;
    const { path } = file;
    drop();
    renameIfThere(calls, path, `${path.slice(0, -OPEN.length)}${DONE}`);
  };
  const rotate = (): void => {
    if (file && calls.fstatSync(file.fd).size > FILE_BYTES_MAX) finish();
  };
  return {
    write: (events) => {
      const text = events.map(lineOf).join("");
      try {
        append(text);
        if (file && isInPlace(calls, file)) return rotate();
        // A drain took the file away before it could see these lines, so they go into a new one.
        drop();
        append(text);
      } catch (error) {
        // What follows a half-written line would be unreadable: never append to this file again.
        drop();
        throw error;
      }
    },
    close: finish,
  };
}

/** The folder is flushed too: a file whose name is lost in a power cut is lost itself. */
function create(calls: FileCalls, folder: string, name: string): OpenFile {
  const path = join(folder, `${name}${OPEN}`);
  const fd = calls.openSync(path, "ax", 0o600);
  try {
    flushFolder(calls, folder);
    return { fd, path, inode: calls.fstatSync(fd, { bigint: true }).ino };
  } catch (error) {
    calls.closeSync(fd);
    throw error;
  }
}

function flushFolder(calls: FileCalls, folder: string): void {
  if (process.platform === "win32") return;
  const fd = calls.openSync(folder, "r");
  try {
    calls.fsyncSync(fd);
  } finally {
    calls.closeSync(fd);
  }
}

function writeAll(calls: FileCalls, fd: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let written = 0; written < bytes.length; ) written += calls.writeSync(fd, bytes, written);
}

/**
 * A drain retires a file by renaming it, reading it to its end, and deleting it. Lines flushed while the
 * file still had its name are therefore always read; lines flushed later are written again elsewhere.
 */
function isInPlace(calls: FileCalls, file: OpenFile): boolean {
  try {
    return calls.statSync(file.path, { bigint: true }).ino === file.inode;
  } catch {
    return false;
  }
}

function renameIfThere(calls: FileCalls, from: string, to: string): void {
  try {
    calls.renameSync(from, to);
  } catch {
    // A drain took it away already, or will when it has aged: either way nothing is lost.
  }
}
