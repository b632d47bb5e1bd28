import { redact } from "../redact/redact.ts";
import { fitsGlob, globsIn } from "./globs.ts";

/** Instructions that hosts read by themselves: the agent already has them in its prompt. */
const READ_BY_HOSTS: readonly string[] =
  "agents.md claude.md claude.local.md gemini.md qwen.md copilot-instructions.md".split(" ");

/** The tracked files that the setting's globs select. */
export function selectDocuments(tracked: readonly string[], globs: string): string[] {
  const wanted = globsIn(globs);
  return [...new Set(tracked)].filter(
    (path) => isMarkdown(path) && !isReadByHosts(path) && wanted.some((glob) => fitsGlob(glob, path)),
  );
}

const isMarkdown = (path: string): boolean => path.toLowerCase().endsWith(".md");

const isReadByHosts = (path: string): boolean =>
  READ_BY_HOSTS.includes(path.slice(path.lastIndexOf("/") + 1).toLowerCase());

/** Maximum length of a path; files with longer ones are left out. */
const PATH_MAX = 1000;

/** Whether a path can be stored. Paths remain when their document is forgotten, so a path that contains a secret is not stored at all. */
export const isStorablePath = (path: string): boolean =>
  path.length <= PATH_MAX && !/\p{Cc}/u.test(path) && redact(path).text === path;

/** A file on the disk, before it is read. */
type UnreadFile = { readonly path: string; readonly changedAt: number };

/** The `most` files that changed last, newest first. */
export function newestOf<File extends UnreadFile>(files: readonly File[], most: number): File[] {
  return [...files].sort((a, b) => b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1)).slice(0, most);
}
