import { MemoryError } from "../../core/failure.ts";
import type { Seal } from "../../core/seal.ts";
import type { Draft } from "../../core/tape/event.ts";
import { writeAll } from "../disk/descriptors.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
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

/** Names are sorted as text, so the tenth file of a process must not come before its second. */
const COUNT_DIGITS = 6;

/** How often lines are written again before the caller is told. Once is rare already. */
const TRIES_MAX = 10;

type OpenFile = { readonly fd: number; readonly name: string; readonly inode: bigint };

export function openWriter(folder: OwnedFolder, name: string, seal: Seal): SpoolWriter {
  const { calls } = folder;
  let file: OpenFile | undefined;
  let count = 0;
  /** True when the lines are where a drain will read them. */
  const append = (text: string): boolean => {
    file ??= create(folder, `${name}-${String(count++).padStart(COUNT_DIGITS, "0")}.${seal.tag}`);
    writeAll(calls, file.fd, text);
    calls.fsyncSync(file.fd);
    return isInPlace(folder, file);
  };
  const drop = (): void => {
    const fd = file?.fd;
    // The file is dropped before it is closed: a file that cannot be closed must not be appended to again.
    file = undefined;
    if (fd !== undefined) calls.closeSync(fd);
  };
  const finish = (): void => {
    if (!file) return;
    const open = file.name;
    drop();
    renameIfThere(folder, open, `${open.slice(0, -OPEN.length)}${DONE}`);
  };
  const rotate = (): void => {
    if (file && calls.fstatSync(file.fd).size > FILE_BYTES_MAX) finish();
  };
  return {
    write: (events) => {
      const text = events.map((event) => lineOf(event, seal)).join("");
      try {
        for (let tries = 0; tries < TRIES_MAX; tries++) {
          if (append(text)) return rotate();
          // A drain took the file away before it could see these lines, so they go into a new one. That one
          // can be taken away too: from a process that was stopped for a while, or by one with a fast clock.
          drop();
        }
        throw takenAway(folder.path);
      } catch (error) {
        // What follows a half-written line would be unreadable: never append to this file again.
        drop();
        throw error;
      }
    },
    close: finish,
  };
}

function takenAway(folder: string): MemoryError {
  return new MemoryError("store.io", `Files in ${folder} are deleted as soon as they are written.`, {
    retryable: true,
    fix: "Look for a program that cleans that folder, or for a clock that runs ahead, then try again.",
  });
}

/** The folder is flushed too: a file whose name is lost in a power cut is lost itself. */
function create(folder: OwnedFolder, name: string): OpenFile {
  const { calls } = folder;
  const open = `${name}${OPEN}`;
  const fd = folder.open(open, "createForAppending");
  try {
    folder.flush();
    return { fd, name: open, inode: calls.fstatSync(fd, { bigint: true }).ino };
  } catch (error) {
    calls.closeSync(fd);
    throw error;
  }
}

/**
 * A drain retires a file by renaming it, reading it to its end, and deleting it. Lines flushed while the
 * file still had its name are therefore always read; lines flushed later are written again elsewhere.
 */
function isInPlace(folder: OwnedFolder, file: OpenFile): boolean {
  try {
    return folder.inode(file.name) === file.inode;
  } catch {
    return false;
  }
}

function renameIfThere(folder: OwnedFolder, from: string, to: string): void {
  try {
    folder.rename(from, to);
  } catch {
    // A drain took it away already, or will when it has aged: either way nothing is lost.
  }
}
