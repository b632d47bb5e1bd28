/** Where a project lies, for the question whether a memory may begin there by itself. */
export type AutoStartPlace = {
  readonly root: string;
  readonly isRepository: boolean;
  /** Home folders of the user, by the environment and by the system. */
  readonly homes: readonly string[];
  readonly temporary: readonly string[];
};

/**
 * A memory begins by itself only in a git repository. The home folder, all folders above it and temporary folders are
 * left out even where they are repositories: a person has to begin one there.
 */
export function mayAutoStart({ root, isRepository, homes, temporary }: AutoStartPlace): boolean {
  if (!isRepository || /^(?:[A-Za-z]:)?[\\/]*$/.test(root)) return false;
  if (homes.some((home) => isWithin(home, root))) return false;
  return !temporary.some((folder) => isWithin(root, folder));
}

/** True when a path is a folder or lies in it. Both separators count: Windows accepts either. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map(plainPath);
  return inner === outer || (inner?.startsWith(`${outer}/`) ?? false);
}

const plainPath = (path: string): string => path.replaceAll("\\", "/").replace(/\/+$/, "");
