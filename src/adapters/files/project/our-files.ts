import { dirname, join, resolve, sep } from "node:path";
import { fieldsIn } from "../../../core/fields.ts";
import type { FilePlace } from "../../../core/forget/file-families.ts";
import { type FoundSpan, holdsWords, type TextFinder } from "../../../core/forget/text-finder.ts";
import { piecesOf } from "../../../core/forget/text-forms.ts";
import { tryParseJson } from "../../../core/parse-json.ts";
import type { OurFile, OurFiles } from "../../../ports/our-files.ts";
import { isSomethingAt } from "../../disk/database-file.ts";
import { SYSTEM_CALLS } from "../../disk/file-calls.ts";
import { type OwnedFolder, ownedFolder } from "../../disk/owned-folder.ts";
import { refuseLinkOut } from "../../disk/real-path.ts";
import { isRefusal } from "../../disk/refusal.ts";
import { base64PatternsOf, chunksOf, patternsOf } from "../search/byte-patterns.ts";
import {
  fileMatches,
  readText,
  type SearchPatterns,
  someFileIn,
  TEXT_BYTES_MAX,
  textIn,
} from "../search/search-bytes.ts";

export type OurPlaces = {
  /** The project, whose links may be a stranger's. */
  readonly root: string;
  readonly memoryDir: string;
  /** Where events wait if the memory folder cannot be written. */
  readonly farSpool: OwnedFolder;
  /** The folder of the active context. */
  readonly contextDir: string;
  /** Whether the tape is kept on a server. Then a database here is only a copy. */
  readonly isOnServer?: boolean;
};

const DATABASE = /^tidemark\.db(?:-wal|-shm|-journal)?$/;

const { closeSync, fstatSync, readSync, writeSync } = SYSTEM_CALLS;

const COPIES_FILE = "copies.jsonl";
const COPIES_BYTES_MAX = 1024 * 1024;
const COPIES_MAX = 500;
/** Bytes read at once. */
const CHUNK_BYTES = 1024 * 1024;
/** Maximum depth of the search; our folders are less deep. */
const DEPTH_MAX = 6;

/** The files that we wrote for one project. */
export function ourFiles({ root, memoryDir, farSpool, contextDir, isOnServer }: OurPlaces): OurFiles {
  const memory = ownedFolder(memoryDir);
  const roots: readonly (readonly [FilePlace, OwnedFolder])[] = [
    ["memory", memory],
    ["state", farSpool],
    ["context", ownedFolder(contextDir)],
  ];
  return {
    list: async () =>
      roots.flatMap(([place, folder]) =>
        filesBelow(folder, "", place === "memory" ? contextDir : undefined).map((name) => ({
          path: join(folder.path, name),
          place,
          name,
          ...(isOnServer && place === "memory" && DATABASE.test(name) ? { isLeftBehind: true as const } : {}),
        })),
      ),
    holding: async (files, finder) => {
      const sought = soughtBy(finder);
      return files.filter((file) => fileMatches(() => open(file, "read"), file.path, sought));
    },
    holdsAt: async (path, finder) => someFileIn(path, soughtBy(finder)),
    overwrite: async (file, finder) => {
      const fd = open(file, "update");
      try {
        overwriteIn(fd, finder);
      } finally {
        closeSync(fd);
      }
    },
    remove: async (file) => {
      folderOf(file).remove(nameOf(file));
    },
    text: async (file) => textIn(attempt(() => folderOf(file).read(nameOf(file), TEXT_BYTES_MAX))),
    noteCopy: async (given) => {
      const path = resolve(given);
      refuseLinkOut(root, path);
      const isInside = path.startsWith(`${memoryDir}${sep}`);
      if (isInside || !memory.exists() || copiesIn(memory).includes(path)) return;
      memory.append(COPIES_FILE, copyLine(path));
    },
    copies: async () => copiesIn(memory),
    dropGoneCopies: async (finder) => {
      const noted = copiesIn(memory).reverse();
      const left = noted.filter((path) => !holdsWords(finder, path) || isSomethingAt(path));
      if (left.length < noted.length) memory.replace(COPIES_FILE, left.map(copyLine).join(""));
    },
  };
}

const soughtBy = ({ texts, spansInFile }: TextFinder): SearchPatterns => {
  const pieces = texts.flatMap(piecesOf);
  return {
    inText: (text) => spansInFile(text).length > 0,
    base64: uniquePatterns(pieces.flatMap(base64PatternsOf)),
    bytes: uniquePatterns(pieces.flatMap(patternsOf)),
  };
};

const uniquePatterns = (patterns: readonly Buffer[]): readonly Buffer[] => {
  const unique = new Map(patterns.map((bytes) => [bytes.toString("latin1"), bytes]));
  return [...unique.values()].filter(({ length }) => length > 0).sort((a, b) => b.length - a.length);
};

const folderOf = ({ path }: OurFile): OwnedFolder => ownedFolder(dirname(path));
const nameOf = ({ path }: OurFile): string => path.slice(dirname(path).length + 1);
const open = (file: OurFile, mode: "read" | "update"): number => folderOf(file).open(nameOf(file), mode);

/** Names of the regular files below a folder, relative to it. A folder that is checked elsewhere is left out. */
function filesBelow(folder: OwnedFolder, prefix: string, leftOut: string | undefined): string[] {
  if (prefix.split("/").length > DEPTH_MAX) return [];
  return (attempt(folder.list) ?? []).sort().flatMap((name) => {
    const inner = folder.below(name);
    if (inner.path === leftOut) return [];
    if (attempt(inner.exists)) return filesBelow(inner, `${prefix}${name}/`, leftOut);
    return attempt(() => folder.stat(name)) ? [`${prefix}${name}`] : [];
  });
}

/** Undefined for a link, a device or another user's file, which are not ours. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Overwrites the matches: in a text as text, in any other file as bytes. */
function overwriteIn(fd: number, { texts, spansInFile }: TextFinder): void {
  const text = readText(fd);
  if (text !== undefined) overwriteSpans(fd, text, spansInFile(text));
  const patterns = texts.flatMap(chunksOf).flatMap(text === undefined ? patternsOf : base64PatternsOf);
  overwriteAll(fd, uniquePatterns(patterns));
}

function overwriteSpans(fd: number, text: string, spans: readonly FoundSpan[]): void {
  let [at, bytes] = [0, 0];
  for (const { start, end } of spans) {
    bytes += Buffer.byteLength(text.slice(at, start));
    const stars = Buffer.alloc(Buffer.byteLength(text.slice(start, end)), "*");
    writeSync(fd, stars, 0, stars.length, bytes);
    bytes += stars.length;
    at = end;
  }
}

/** Reads overlapping chunks, so that no match is hidden at a border. */
function overwriteAll(fd: number, patterns: readonly Buffer[]): void {
  const longest = Math.max(0, ...patterns.map(({ length }) => length));
  const { size } = fstatSync(fd);
  const window = Buffer.alloc(Math.min(size, CHUNK_BYTES + 2 * longest));
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const read = readSync(fd, window, 0, window.length, at);
    const filled = window.subarray(0, read);
    for (const pattern of patterns) {
      const stars = Buffer.alloc(pattern.length, "*");
      for (let hit = filled.indexOf(pattern); hit >= 0; hit = filled.indexOf(pattern, hit + pattern.length)) {
        filled.set(stars, hit);
        writeSync(fd, stars, 0, stars.length, at + hit);
      }
    }
  }
}

const copyLine = (path: string): string => `${JSON.stringify({ path })}\n`;

function copiesIn(memory: OwnedFolder): string[] {
  const text = attempt(() => memory.read(COPIES_FILE, COPIES_BYTES_MAX))?.toString("utf8") ?? "";
  const paths = text.split("\n").flatMap((line) => pathIn(line) ?? []);
  return [...new Set(paths)].slice(-COPIES_MAX).reverse();
}

function pathIn(line: string): string | undefined {
  const { path } = fieldsIn(tryParseJson(line));
  return typeof path === "string" && path !== "" ? path : undefined;
}
