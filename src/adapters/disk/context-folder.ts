import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isContextPath, LONG_HISTORY_FILE } from "../../core/active-context/registry/file-names.ts";
import { byCodePoints } from "../../core/order.ts";
import type { ContextFolder, ContextText } from "../../ports/context-files.ts";
import { flushFolder } from "./descriptors.ts";
import { codeOf } from "./disk-failure.ts";
import { SYSTEM_CALLS } from "./file-calls.ts";
import { isOwnerTrusted } from "./owned-folder.ts";

/** Files of this size are read quickly. A larger one was not written by us. */
const FILE_BYTES_MAX = 1024 * 1024;
/** The one file that grows with every task. */
const LONG_BYTES_MAX = 16 * 1024 * 1024;
/** More archives and session files than a project gets in years. */
const NAMES_MAX = 20_000;

/** A folder that a stranger may have filled. Links in it are refused wherever they lead, and so is everything that is not a regular file. */
export type SafeFolder = {
  readonly read: (path: string) => ContextText;
  /** Why a file cannot be written there; undefined if it can. */
  readonly refusal: (path: string, text: string) => string | undefined;
  /** Replaces a file, all or nothing, and creates missing folders; false if `mayGo` refused. */
  readonly replace: (path: string, text: string, how: FileReplacement) => boolean;
  readonly list: (folder: ContextFolder) => string[];
};

export type FileReplacement = {
  /** The suffix of the temporary file that is renamed to the final name; the same on a second try. */
  readonly suffix: string;
  /** Called when the new text is complete, just before it replaces the file. */
  readonly mayGo: () => boolean;
};

/** Whether something exists at a path below a root, as far as that can be known without following links. */
export function liesBelow(root: string, path: string): boolean {
  let at = root;
  for (const name of path.split(/[\\/]/).filter((part) => part !== "" && part !== ".")) {
    if (name === "..") return false;
    at = join(at, name);
    const found = statOf(at);
    if (!found) return false;
    if (found.isSymbolicLink()) return true;
  }
  return true;
}

export function safeFolder(root: string, folder: string): SafeFolder {
  const placeOf = (path: string): string => join(root, folder, path);
  return {
    read: (path) => {
      if (!isContextPath(path)) return { outcome: "refused", why: notOurs(path) };
      const stopped = obstacle(root, dirname(`${folder}/${path}`));
      if (stopped !== undefined) return stopped;
      const here = () => isHere(root, folder, path);
      return readFile(placeOf(path), { root, most: bytesMax(path), isHere: here });
    },
    refusal: (path, text) => {
      if (!isContextPath(path)) return notOurs(path);
      const bytes = Buffer.byteLength(text, "utf8");
      if (bytes > bytesMax(path))
        return `it would have ${bytes} bytes; at most ${bytesMax(path)} are written`;
      const stopped = obstacle(root, dirname(`${folder}/${path}`));
      if (stopped?.outcome === "refused") return stopped.why;
      return stopped === undefined ? twinOf(placeOf(path)) : undefined;
    },
    replace: (path, text, how) => {
      makeFolders(root, dirname(`${folder}/${path}`));
      return replaceFile(placeOf(path), text, { ...how, isHere: () => isHere(root, folder, path) });
    },
    list: (inner) => (obstacle(root, `${folder}/${inner}`) === undefined ? namesIn(root, folder, inner) : []),
  };
}

const bytesMax = (path: string): number => (path === LONG_HISTORY_FILE ? LONG_BYTES_MAX : FILE_BYTES_MAX);

const notOurs = (path: string): string =>
  `"${path.slice(0, 200)}" is not the name of a file of the active context`;

/** Why a folder cannot be entered: it is missing, or something on the way is not a plain folder. */
function obstacle(root: string, folder: string): Exclude<ContextText, { outcome: "read" }> | undefined {
  let at = root;
  let path = "";
  for (const name of folder.split("/")) {
    at = join(at, name);
    path = path === "" ? name : `${path}/${name}`;
    const found = statOf(at);
    if (!found) return { outcome: "absent" };
    if (found.isSymbolicLink()) return { outcome: "refused", why: linkAt(path) };
    if (!found.isDirectory()) return { outcome: "refused", why: `${path} is not a folder` };
    if (!isOurs(root, found)) return { outcome: "refused", why: strangersAt(path) };
  }
  return undefined;
}

const isOurs = (root: string, { uid }: Stats): boolean => isOwnerTrusted(uid, () => lstatSync(root).uid);

const strangersAt = (path: string): string => `${path} belongs to another user`;

const linkAt = (path: string): string => `${path} is a symbolic link, which could lead anywhere`;

/** A file in place of a folder counts as missing. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    if (codeOf(cause) === "ENOTDIR" || codeOf(cause) === "ENAMETOOLONG") return undefined;
    throw cause;
  }
}

/** Whether the folder of a file is still the one below the root, and no link has replaced one on the way. */
function isHere(root: string, folder: string, path: string): boolean {
  return realpathSync(dirname(join(root, folder, path))) === dirname(join(realpathSync(root), folder, path));
}

/** If a link replaced the file after the check, opening fails; if a pipe did, opening does not block. */
const READING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type FolderReading = { readonly root: string; readonly most: number; readonly isHere: () => boolean };

/** Other processes may replace a file while it is read. Each of them has then written, so a few tries are enough. */
const READS_MAX = 20;

function readFile(place: string, reading: FolderReading): ContextText {
  for (let tries = 0; tries < READS_MAX; tries++) {
    const found = readOnce(place, reading);
    if (found !== "replaced") return found;
  }
  return { outcome: "refused", why: `${basename(place)} was replaced again and again while it was read` };
}

function readOnce(place: string, { root, most, isHere }: FolderReading): ContextText | "replaced" {
  const name = basename(place);
  const refused = (why: string): ContextText => ({ outcome: "refused", why });
  const found = statOf(place);
  if (!found) return { outcome: "absent" };
  if (found.isSymbolicLink()) return refused(linkAt(name));
  if (!found.isFile()) return refused(`${name} is not a regular file`);
  if (!isOurs(root, found)) return refused(strangersAt(name));
  if (found.size > most) return refused(`${name} has ${found.size} bytes; at most ${most} are read`);
  let file: number;
  try {
    file = openSync(place, READING);
  } catch (cause) {
    return codeOf(cause) === "ENOENT"
      ? { outcome: "absent" }
      : refused(`${name} cannot be read: ${codeOf(cause)}`);
  }
  try {
    const opened = fstatSync(file);
    if (!isHere()) return refused(`${name} was put elsewhere while it was read`);
    if (opened.ino !== found.ino || opened.dev !== found.dev) return "replaced";
    const bytes = bytesOf(file, most + 1);
    if (bytes.length > most) return refused(`${name} has more than ${most} bytes`);
    const text = textOf(bytes);
    return text === undefined ? refused(`${name} is not UTF-8 text`) : { outcome: "read", text };
  } finally {
    closeSync(file);
  }
}

function bytesOf(file: number, most: number): Buffer {
  const buffer = Buffer.alloc(Math.min(most, fstatSync(file).size + 1));
  let filled = 0;
  while (filled < buffer.length) {
    const read = readSync(file, buffer, filled, buffer.length - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return buffer.subarray(0, filled);
}

/** Keeps a byte order mark, so that writing the text back gives the same bytes. */
function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** On many disks two names that differ only in case are one file, and one of them would be lost. */
function twinOf(place: string): string | undefined {
  const name = basename(place);
  const twin = readdirSync(dirname(place)).find(
    (other) => other !== name && other.toLowerCase() === name.toLowerCase(),
  );
  if (twin !== undefined) return `${twin} already exists and differs from ${name} only in case`;
  const found = statOf(place);
  if (found?.isSymbolicLink()) return linkAt(name);
  return found && !found.isFile() ? `${name} is not a regular file` : undefined;
}

function makeFolders(root: string, folder: string): void {
  let at = root;
  for (const name of folder.split("/")) {
    const above = at;
    at = join(at, name);
    if (statOf(at)) continue;
    try {
      mkdirSync(at);
    } catch (cause) {
      if (codeOf(cause) !== "EEXIST") throw cause;
    }
    flushFolder(SYSTEM_CALLS, above);
  }
}

function replaceFile(
  place: string,
  text: string,
  { suffix, mayGo, isHere }: FileReplacement & { readonly isHere: () => boolean },
): boolean {
  const beside = join(dirname(place), `.${basename(place)}.${suffix}.partial`);
  if (!isHere()) throw Object.assign(new Error("a link has taken the place of a folder"), { code: "ELOOP" });
  // An existing one was left by a process that died here.
  rmSync(beside, { force: true });
  try {
    writeFlushed(beside, text, modeOf(place));
    const isGoing = mayGo();
    if (isGoing) renameSync(beside, place);
    else rmSync(beside);
    flushFolder(SYSTEM_CALLS, dirname(place));
    return isGoing;
  } catch (cause) {
    rmSync(beside, { force: true });
    throw cause;
  }
}

/** Creates a file that did not exist. It is durable when this returns. */
function writeFlushed(path: string, text: string, mode: number): void {
  const file = openSync(path, "wx", mode);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A file keeps its permissions. A new one gets those of the user's other files, because it belongs in git. */
const modeOf = (place: string): number => (statOf(place)?.mode ?? 0o666) & 0o777;

function namesIn(root: string, folder: string, inner: ContextFolder): string[] {
  return readdirSync(join(root, folder, inner), { withFileTypes: true })
    .filter((entry) => entry.isFile() && isContextPath(`${inner}/${entry.name}`))
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".md"))
    .sort(byCodePoints)
    .slice(0, NAMES_MAX);
}
