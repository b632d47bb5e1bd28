import { existsSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { pathsInGitIndex, sharedIndexHashes } from "../../core/git-index.ts";
import { codeOf } from "./disk-failure.ts";

/** Larger than the index of the largest repositories. */
const INDEX_BYTES_MAX = 512 * 1024 * 1024;

/** Settings may be shared on purpose, and the file that hides the rest from git does no harm. */
const SHARED: readonly string[] = ["config.yaml", ".gitignore"];

/** Whether git tracks files of the memory that a pull could replace. */
export const isMemoryTracked = (memoryDir: string, place: GitPlace): boolean =>
  trackedFiles(memoryDir, place).some((path) => !SHARED.some((name) => path.endsWith(`/${name}`)));

type GitPlace = { readonly root: string; readonly commonDir?: string };

/** Files of the memory folder that git tracks. Git is not started: the index contains them, and `status` is called often. */
export function trackedFiles(memoryDir: string, place: GitPlace): string[] {
  const folder = relative(place.root, memoryDir).split(sep).join("/");
  if (place.commonDir === undefined || folder === "" || folder.startsWith("..")) return [];
  try {
    return pathsBelow(`${folder}/`, join(place.commonDir, "index"), place.commonDir);
  } catch (error) {
    // Without an index, no file is tracked. An unreadable index may list files of the memory, so the memory is then not trusted.
    return codeOf(error) === "ENOENT" ? [] : [`${folder}/`];
  }
}

function pathsBelow(prefix: string, file: string, commonDir: string): string[] {
  const stat = statSync(file);
  if (!stat.isFile() || stat.size > INDEX_BYTES_MAX)
    throw new Error("The git index is too large to be read.");
  const bytes = readFileSync(file);
  const isPlain = bytes[INDEX_VERSION_AT] !== COMPRESSED_VERSION;
  // The file is usually absent, and then this search costs almost nothing.
  const own = isPlain && !bytes.includes(prefix) ? [] : pathsInGitIndex(bytes, prefix);
  const found = own.length > 0 || !isCaseIgnored ? own : pathsInOtherCase(bytes, prefix);
  // Most paths of a split index are in a file of their own.
  if (!bytes.includes("link")) return found;
  const shared = sharedIndexHashes(bytes).map((hash) => join(commonDir, `sharedindex.${hash}`));
  return [...found, ...shared.filter(existsSync).flatMap((each) => pathsBelow(prefix, each, commonDir))];
}

const INDEX_VERSION_AT = 7;
const COMPRESSED_VERSION = 4;

/** On such systems a path in other letter case names the same file. */
const isCaseIgnored = ["darwin", "win32"].includes(process.platform);

function pathsInOtherCase(bytes: Buffer, prefix: string): string[] {
  const text = bytes.toString("latin1").toLowerCase();
  const at = text.indexOf(prefix.toLowerCase());
  return at > 0 && text[at - 1] !== "/" ? [prefix] : [];
}
