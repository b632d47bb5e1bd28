import type { Stats } from "node:fs";
import type { FileCalls } from "./file-calls.ts";
import { refusedSize } from "./refusal.ts";

/** Writes everything: one call may write less than it was given. */
export function writeAll(calls: FileCalls, fd: number, text: string | Uint8Array): void {
  const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  for (let written = 0; written < bytes.length; ) written += calls.writeSync(fd, bytes, written);
}

export type BufferSlot = { readonly bytes: Buffer; readonly offset: number };

/** Reads until the buffer is full or the file ends, because one call may return less than requested. Returns the number of bytes. */
export function fill(calls: FileCalls, fd: number, { bytes, offset }: BufferSlot): number {
  let read = 0;
  while (read < bytes.length) {
    const got = calls.readSync(fd, bytes, read, bytes.length - read, offset + read);
    if (got === 0) break;
    read += got;
  }
  return read;
}

/** A file is lost if its name is lost in a power cut. Windows has no such call, and needs none. */
export function flushFolder(calls: FileCalls, path: string): void {
  if (process.platform === "win32") return;
  const fd = calls.openSync(path, "r");
  try {
    calls.fsyncSync(fd);
  } finally {
    calls.closeSync(fd);
  }
}

export type Bounds = {
  readonly path: string;
  readonly maxBytes: number;
  /** Throws if the file must not be read. */
  readonly check?: (found: Stats) => void;
};

/** Reads the file up to the length it had when opened, because another process may be appending to it. */
export function readAndClose(calls: FileCalls, fd: number, { path, maxBytes, check }: Bounds): Buffer {
  try {
    const found = calls.fstatSync(fd);
    check?.(found);
    if (found.size > maxBytes) throw refusedSize(path, maxBytes);
    const bytes = Buffer.allocUnsafe(found.size);
    return bytes.subarray(0, fill(calls, fd, { bytes, offset: 0 }));
  } finally {
    calls.closeSync(fd);
  }
}
