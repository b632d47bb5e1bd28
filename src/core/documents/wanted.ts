import { redact } from "../redact/redact.ts";
import { fitsGlob, globsIn } from "./globs.ts";

/** Instructions that hosts read by themselves: an agent that has them in its prompt need not be told them again. */
const READ_BY_HOSTS: readonly string[] =
  "agents.md claude.md claude.local.md gemini.md qwen.md copilot-instructions.md".split(" ");

/** Paths of the tracked files that are documents, by the globs of the setting. */
export function selectDocuments(tracked: readonly string[], globs: string): string[] {
  const wanted = globsIn(globs);
  return [...new Set(tracked)].filter(
    (path) => isMarkdown(path) && !isReadByHosts(path) && wanted.some((glob) => fitsGlob(glob, path)),
  );
}

const isMarkdown = (path: string): boolean => path.toLowerCase().endsWith(".md");

const isReadByHosts = (path: string): boolean =>
  READ_BY_HOSTS.includes(path.slice(path.lastIndexOf("/") + 1).toLowerCase());

/** Longest path that is kept. */
const PATH_MAX = 1000;

/** A path is kept as it is, also when the document is forgotten: one that holds a secret is not taken in at all. */
export const isStorablePath = (path: string): boolean =>
  path.length <= PATH_MAX && !/\p{Cc}/u.test(path) && redact(path).text === path;

/** A file on the disk, before it is read. */
type UnreadFile = { readonly path: string; readonly changedAt: number };

/** The newest changed first, and no more than `most`. */
export function newestOf<File extends UnreadFile>(files: readonly File[], most: number): File[] {
  return [...files].sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1)).slice(0, most);
}
