import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type { mergeConcurrentEdit } from "../../../core/active-context/document/concurrent-edit.ts";
import { isInside } from "../../../core/active-context/document/path-inside.ts";
import { isContextPath } from "../../../core/active-context/registry/file-names.ts";
import { MemoryError } from "../../../core/failure.ts";
import { fieldsIn, isString, type UnknownFields } from "../../../core/fields.ts";
import { tryParseJson } from "../../../core/parse-json.ts";
import type {
  ContextChange,
  ContextFiles,
  ContextGroup,
  ContextText,
  ContextWritten,
} from "../../../ports/context-files.ts";
import { liesBelow, type SafeFolder, safeFolder } from "../../disk/context-folder.ts";
import { codeOf, withDiskFailure } from "../../disk/disk-failure.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";
import { setAside } from "../../disk/set-aside.ts";
import { type HeldLock, textIn, underFileLock } from "../file-lock.ts";
import { folderName } from "./working-files.ts";

/** How long to try for the lock, and the pause between tries. Work under it takes a few milliseconds. */
const WAIT_MS = 5_000;
const PAUSE_MS = 15;

export type ContextPlace = {
  /** The worktree's root. */
  readonly root: string;
  /** Relative to it, with forward slashes; a name that the settings have taken. */
  readonly folder: string;
  readonly memoryDir: string;
  /** Each worktree has its own files, and therefore its own copies. */
  readonly worktree: string;
  /** Named points at which a test kills the process. */
  readonly at?: (point: string) => void;
};

/**
 * The active context on disk. A group is first written as a whole to one file of the memory folder. From then on it counts as done, and the
 * next process completes what a dead one left.
 */
export function contextFiles(place: ContextPlace): ContextFiles {
  const own = ownedFolder(place.memoryDir).below("context").below(folderName(place.worktree));
  const job: Job = {
    files: safeFolder(place.root, place.folder),
    at: place.at ?? (() => {}),
    own,
    bases: own.below("base"),
  };
  return {
    folder: place.folder,
    copies: folderName(place.worktree),
    read: (path) => readThrough(job, path),
    list: async (folder) => {
      const begun = pendingOf(job)?.changes ?? [];
      const coming = begun.flatMap(({ path }) => nameIn(folder, path));
      return [...new Set([...job.files.list(folder), ...coming])].sort();
    },
    exists: async (path) => isInside(path) && liesBelow(place.root, path),
    base: async (path) => textIn(job.bases, folderName(path), OWN_BYTES_MAX),
    write: (group) => writeGroup(job, group),
    finish: () => finishGroup(job),
    close: async (id) => {
      if (!isPending(job)) return;
      await withLock(job, () => {
        if (pendingOf(job)?.id === id) removePending(job);
      });
      job.at("context.closed");
    },
  };
}

type Settle = typeof mergeConcurrentEdit;
type Job = {
  readonly files: SafeFolder;
  readonly at: (point: string) => void;
  /** The folder of copies and unfinished groups, in the memory folder. */
  readonly own: OwnedFolder;
  readonly bases: OwnedFolder;
};

const PENDING = "pending.json";
/** A group has a few texts of the active context; a larger file was not written by Tidemark. */
const OWN_BYTES_MAX = 64 * 1024 * 1024;

const isPending = ({ own }: Job): boolean => own.stat(PENDING) !== undefined;

/** Loading the registry's parser is needed only if something is written or was left. */
const loadSettle = async (): Promise<Settle> =>
  (await import("../../../core/active-context/document/concurrent-edit.ts")).mergeConcurrentEdit;

const nameIn = (folder: string, path: string): string[] =>
  path.startsWith(`${folder}/`) && path.endsWith(".md") ? [path.slice(folder.length + 1)] : [];

async function readThrough(job: Job, path: string): Promise<ContextText> {
  const lying = job.files.read(path);
  const change = pendingOf(job)?.changes.find((each) => each.path === path);
  if (!change || lying.outcome === "refused") return lying;
  return { outcome: "read", text: textToWrite(change, lying, await loadSettle()) };
}

/** The text to write: the group's, merged with what a person wrote since the group was decided. */
function textToWrite({ path, before, after }: ContextChange, lying: ContextText, settle: Settle): string {
  const text = lying.outcome === "read" ? lying.text : undefined;
  if (text === undefined || text === before || text === after) return after;
  return settle(path, { base: before ?? "", person: text, program: after });
}

async function writeGroup(job: Job, group: ContextGroup): Promise<ContextWritten> {
  const settle = await loadSettle();
  let outcome: ContextWritten = { outcome: "busy" };
  const isDone = await withLock(job, (held) => {
    outcome = isPending(job) ? { outcome: "unfinished" } : (problemIn(job, group) ?? { outcome: "written" });
    if (outcome.outcome !== "written") return;
    writePending(job, group);
    job.at("context.pending");
    putInPlace(job, group, { held, settle });
    if (group.note === undefined) removePending(job);
    job.at("context.written");
  });
  return isDone ? outcome : { outcome: "busy" };
}

/** The reason why a group cannot be written. At this point nothing has been written. */
function problemIn({ files }: Job, { changes }: ContextGroup): ContextWritten | undefined {
  for (const { path, before, after } of changes) {
    const lying = files.read(path);
    const why = lying.outcome === "refused" ? lying.why : files.refusal(path, after);
    if (why !== undefined) return { outcome: "refused", path, why };
    if ((lying.outcome === "read" ? lying.text : undefined) !== before) return { outcome: "moved", path };
  }
  const paths = changes.map(({ path }) => path.toLowerCase());
  const twice = changes.find(({ path }, i) => paths.indexOf(path.toLowerCase()) !== i);
  if (!twice) return undefined;
  return { outcome: "refused", path: twice.path, why: "it is in the group twice" };
}

type LockedWrite = { readonly held: HeldLock; readonly settle: Settle };

/** Can be repeated from the start at any point, by this process or another. */
function putInPlace(job: Job, group: ContextGroup, { held, settle }: LockedWrite): void {
  for (const [i, change] of group.changes.entries()) {
    if (!held.isStillMine()) throw contextBusy();
    const onBeside = () => job.at(`context.beside.${i + 1}`);
    putFile(job, change, { settle, suffix: group.id, onBeside });
    job.at(`context.file.${i + 1}`);
    const base = folderName(change.path);
    withDiskFailure(job.bases.path, () =>
      job.bases.replace(base, change.base ?? change.after, { isFlushed: true }),
    );
    job.at(`context.base.${i + 1}`);
  }
}

type PuttingFile = {
  readonly settle: Settle;
  readonly suffix: string;
  readonly onBeside: () => void;
};

/** Writing takes some milliseconds. If a person saves the file meanwhile, both texts are merged again. */
function putFile({ files }: Job, change: ContextChange, { settle, suffix, onBeside }: PuttingFile): void {
  const { path } = change;
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const lying = files.read(path);
    if (lying.outcome === "refused") throw notInPlace(path, lying.why);
    const text = textToWrite(change, lying, settle);
    if (lying.outcome === "read" && lying.text === text) return;
    const mayGo = () => {
      onBeside();
      return isSame(files.read(path), lying);
    };
    if (withFileErrors(path, () => files.replace(path, text, { suffix, mayGo }))) return;
  }
  throw notInPlace(path, "somebody keeps changing it");
}

/** More often than anybody saves a file within a moment. */
const TRIES_MAX = 10;

const isSame = (left: ContextText, right: ContextText): boolean =>
  left.outcome === right.outcome &&
  (left.outcome !== "read" || right.outcome !== "read" || left.text === right.text);

async function finishGroup(job: Job): Promise<{ readonly id: string; readonly note: string } | undefined> {
  if (!isPending(job)) return undefined;
  const settle = await loadSettle();
  let left: { readonly id: string; readonly note: string } | undefined;
  const isDone = await withLock(job, (held) => {
    const group = pendingOf(job);
    if (!group) {
      if (isPending(job)) setAside(join(job.own.path, PENDING));
      return;
    }
    putInPlace(job, group, { held, settle });
    job.at("context.finished");
    if (group.note === undefined) removePending(job);
    else left = { id: group.id, note: group.note };
  });
  if (!isDone) throw contextBusy();
  return left;
}

/** Runs short work while no other process does; false if another process did not finish in time. */
async function withLock(job: Job, work: (held: HeldLock) => void): Promise<boolean> {
  withDiskFailure(job.own.path, () => job.bases.make());
  const lock = { folder: job.own, name: "lock" };
  for (let waited = 0; waited < WAIT_MS; waited += PAUSE_MS) {
    if (withDiskFailure(job.own.path, () => underFileLock(lock, work))) return true;
    await after(PAUSE_MS);
  }
  return false;
}

function writePending({ own, at }: Job, group: ContextGroup): void {
  const text = `${JSON.stringify({ schema: SCHEMA, ...group })}\n`;
  withDiskFailure(own.path, () =>
    own.replace(PENDING, text, { isFlushed: true, onWritten: () => at("context.noted") }),
  );
}

function removePending({ own }: Job): void {
  withDiskFailure(own.path, () => {
    own.remove(PENDING);
    own.flush();
  });
}

const SCHEMA = "pending.v1";

/** The recorded group that is not finished. An unreadable one counts as missing. */
function pendingOf({ own }: Job): ContextGroup | undefined {
  const { schema, ...group } = fieldsIn(tryParseJson(textIn(own, PENDING, OWN_BYTES_MAX)));
  return schema === SCHEMA && isGroup(group) ? group : undefined;
}

function isGroup(value: UnknownFields): value is ContextGroup {
  const { id, changes } = value;
  return isString(id) && /^\w{1,80}$/.test(id) && Array.isArray(changes) && changes.every(isChange);
}

function isChange(value: unknown): value is ContextChange {
  const { path, before, after, base } = fieldsIn(value);
  const isRest = [before, base].every((text) => typeof text === "string" || text === undefined);
  return typeof path === "string" && isContextPath(path) && typeof after === "string" && isRest;
}

const contextBusy = (): MemoryError =>
  new MemoryError("store.busy", "Another process is writing the active context.", {
    retryable: true,
    fix: "Try again in a moment.",
  });

/** The group is safe in the memory folder, and will be written as soon as possible. */
const notInPlace = (path: string, why: string, cause?: unknown): MemoryError =>
  new MemoryError("store.io", `${path} could not be written: ${why}. The new text is kept.`, {
    cause,
    fix: "Fix this problem; the next `tidemark context` command continues.",
  });

function withFileErrors<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw notInPlace(path, String(codeOf(cause) ?? fieldsIn(cause).message), cause);
  }
}
