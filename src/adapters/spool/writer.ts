import { MemoryError } from "../../core/failure.ts";
import type { Seal } from "../../core/seal.ts";
import type { Draft } from "../../core/tape/event.ts";
import { writeAll } from "../disk/descriptors.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { lineOf } from "./line.ts";

/** A file to which one process appends events. */
export type SpoolWriter = {
  readonly write: (events: readonly Draft[]) => void;
  /** Marks the file as finished, so that the next drain removes it. */
  readonly close: () => void;
};

/** Suffixes of a file that is being written, and of a finished one. */
export const OPEN = ".open.jsonl";
export const DONE = ".jsonl";

/** A longer file is finished and a new one started, so that drained lines do not accumulate beside a busy writer. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** Names are sorted as text, so the tenth file of a process must sort after its second. */
const COUNT_DIGITS = 6;

/** How often lines are written again before the caller is told. Even once is rare. */
const TRIES_MAX = 10;

type OpenFile = { readonly fd: number; readonly name: string; readonly inode: bigint };

export function openWriter(folder: OwnedFolder, name: string, seal: Seal): SpoolWriter {
  const { calls } = folder;
  let file: OpenFile | undefined;
  let count = 0;
  /** True if a drain will read the lines. */
  const append = (text: string): boolean => {
    file ??= create(folder, `${name}-${String(count++).padStart(COUNT_DIGITS, "0")}.${seal.tag}`);
    writeAll(calls, file.fd, text);
    calls.fsyncSync(file.fd);
    return isInPlace(folder, file);
  };
  const drop = (): void => {
    const fd = file?.fd;
    // Dropped before closing: a file that cannot be closed must not be appended to again.
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
          // A drain removed the file before it could see these lines, so they are written to a new one. That one can be removed too, for
          // example if this process was suspended, or if the other has a fast clock.
          drop();
        }
        throw takenAway(folder.path);
      } catch (error) {
        // Text after a half-written line would be unreadable: never append to this file again.
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

/** The folder is flushed too: a file is lost if its name is lost in a power cut. */
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
 * A drain retires a file by renaming it, reading it to its end, and deleting it. So lines that were flushed while the file had its name are
 * always read. Lines that were flushed later are written again elsewhere.
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
    // A drain has removed it, or will once it is old enough. Either way nothing is lost.
  }
}
