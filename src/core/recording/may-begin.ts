/** The location of a project, to decide whether a memory may begin there automatically. */
export type BeginPlace = {
  readonly root: string;
  readonly isRepository: boolean;
  /** Home folders of the user, from the environment and from the system. */
  readonly homes: readonly string[];
  readonly temporary: readonly string[];
};

/**
 * Whether a memory may begin automatically, which is only in a git repository. The home folder, its parents and temporary folders are
 * excluded even if they are repositories: there a person must begin the memory.
 */
export function mayBeginAt({ root, isRepository, homes, temporary }: BeginPlace): boolean {
  if (!isRepository || /^(?:[A-Za-z]:)?[\\/]*$/.test(root)) return false;
  if (homes.some((home) => isWithin(home, root))) return false;
  return !temporary.some((folder) => isWithin(root, folder));
}

/** True if a path is a folder or is inside it. Both separators count, because Windows accepts either. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map(plainPath);
  return inner === outer || (inner?.startsWith(`${outer}/`) ?? false);
}

const plainPath = (path: string): string => path.replaceAll("\\", "/").replace(/\/+$/, "");
