import { join } from "node:path";
import type { Seal } from "../../core/seal.ts";
import type { Draft } from "../../core/tape/event.ts";
import type { Batch } from "../../ports/spool.ts";
import { fill } from "../disk/descriptors.ts";
import { codeOf } from "../disk/disk-failure.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { refusedSize } from "../disk/refusal.ts";
import { draftOf } from "./line.ts";
import { DONE, OPEN } from "./writer.ts";

/** The suffix of a file that a drain has renamed and will delete. */
const RETIRED = ".retired";
/** A file without new lines for this long is retired, so that files of crashed processes disappear. */
const QUIET_MS = 10_000;
/** Bytes read in one drain, so that no writer holds the lock for long. The next drain reads the rest. */
const DRAIN_BYTES_MAX = 8 * 1024 * 1024;
/** Maximum length of a writer's line: one event with the largest payload, its header and escapes. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** Writers start a new file long before this size, so a larger file is not theirs. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

/** How often the folder is listed again if a listed file is gone. Each time another process has finished one. */
const TRIES_MAX = 100;

/** A batch, and its damaged lines. */
export type DrainedBatch = Batch & { readonly unreadable: readonly string[] };

type Drain = {
  readonly folder: OwnedFolder;
  readonly seal: Seal;
  readonly now: number;
  readonly readTo: (file: string) => number;
  /** Also retires files that are still being written: their writers continue in new ones. */
  readonly isLast?: boolean;
  readonly bytesMax?: number;
};

/** Reads every file from where the last drain stopped, and retires those that are finished. */
export function drain(from: Drain): DrainedBatch {
  for (let tries = 1; ; tries++) {
    try {
      return drainListed(from);
    } catch (error) {
      if (!isGone(error) || tries === TRIES_MAX) throw error;
    }
  }
}

function drainListed(from: Drain): DrainedBatch {
  const { folder, seal, readTo, bytesMax } = from;
  const drafts: Draft[] = [];
  const unreadable: string[] = [];
  const offsets = new Map<string, number>();
  const finished: string[] = [];
  let room = bytesMax ?? DRAIN_BYTES_MAX;
  for (const name of spoolFiles(folder, seal)) {
    if (room <= 0) return { drafts, unreadable, offsets, finished, isAll: false };
    const offset = readTo(idOf(name));
    const retired = retire(from, name);
    const taken = take(folder, retired ?? name, { offset, room });
    room -= taken.bytes;
    for (const line of taken.lines) {
      const draft = draftOf(line, seal);
      if (draft) drafts.push(draft);
      else unreadable.push(line);
    }
    offsets.set(idOf(name), offset + taken.bytes);
    if (taken.isCut) return { drafts, unreadable, offsets, finished, isAll: false };
    if (retired === undefined) continue;
    // Text after the last complete line of a finished file was never acknowledged.
    if (taken.tail !== "") unreadable.push(taken.tail);
    finished.push(retired);
  }
  return { drafts, unreadable, offsets, finished, isAll: true };
}

/** Files with events that were written with this user's key, oldest first. */
export function spoolFiles(folder: OwnedFolder, { tag }: Seal): string[] {
  return eventFiles(folder)
    .filter((name) => idOf(name).endsWith(`.${tag}`))
    .sort();
}

/** Files with another key: of another user, another home folder, or the author of the repository. */
export function foreignFiles(folder: OwnedFolder, { tag }: Seal): string[] {
  return eventFiles(folder).filter((name) => !idOf(name).endsWith(`.${tag}`));
}

const eventFiles = (folder: OwnedFolder): string[] =>
  folder.list().filter((name) => name.endsWith(DONE) || name.endsWith(RETIRED));

/** A writer renamed its file, or another process removed a finished one, after the folder was listed. */
const isGone = (error: unknown): boolean => codeOf(error) === "ENOENT";

/** The part of a file's name that stays when its suffix changes. */
function idOf(name: string): string {
  return name.replace(/(\.open)?\.jsonl(\.retired)?$/, "");
}

/** True if a file has unread lines, or can be removed. */
export function isWaiting({ folder, now, readTo }: Omit<Drain, "seal">, name: string): boolean {
  if (!name.endsWith(OPEN)) return true;
  const found = folder.stat(name);
  return found === undefined || found.size > readTo(idOf(name)) || now - found.mtimeMs > QUIET_MS;
}

/** The new name of a file that no writer will use again; undefined for one that is still in use. */
function retire({ folder, now, isLast }: Omit<Drain, "readTo" | "seal">, name: string): string | undefined {
  if (name.endsWith(RETIRED)) return name;
  const found = folder.stat(name);
  const isQuiet = found !== undefined && now - found.mtimeMs > QUIET_MS;
  if (name.endsWith(OPEN) && found !== undefined && !isQuiet && !isLast) return undefined;
  // A file that is gone fails here, and the folder is listed again.
  folder.rename(name, `${name}${RETIRED}`);
  return `${name}${RETIRED}`;
}

type TakenLines = { lines: string[]; bytes: number; tail: string; isCut: boolean };

/** Complete lines from an offset on, about `room` bytes of them. */
function take(
  folder: OwnedFolder,
  name: string,
  { offset, room }: { offset: number; room: number },
): TakenLines {
  const { calls } = folder;
  const fd = folder.open(name, "read");
  try {
    const { size } = calls.fstatSync(fd);
    if (size > FILE_BYTES_MAX) throw refusedSize(join(folder.path, name), FILE_BYTES_MAX);
    const left = size - offset;
    const isCut = left > room + LINE_BYTES_MAX;
    const bytes = Buffer.alloc(Math.max(0, isCut ? room + LINE_BYTES_MAX : left));
    const read = fill(calls, fd, { bytes, offset });
    const end = bytes.subarray(0, read).lastIndexOf(10) + 1;
    // No writer produces such a line. It is set aside in full, so that the following lines can be read.
    if (isCut && end === 0) return { lines: [bytes.toString("utf8")], bytes: read, tail: "", isCut };
    const text = bytes.subarray(0, end).toString("utf8");
    return {
      lines: text === "" ? [] : text.slice(0, -1).split("\n"),
      bytes: end,
      tail: isCut ? "" : bytes.subarray(end, read).toString("utf8"),
      isCut,
    };
  } finally {
    calls.closeSync(fd);
  }
}
