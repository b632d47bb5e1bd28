/** The location of a project, which decides whether a memory may be created there automatically. */
export type AutoStartPlace = {
  readonly root: string;
  readonly isRepository: boolean;
  /** Home folders of the user, according to the environment and to the system. */
  readonly homes: readonly string[];
  readonly temporary: readonly string[];
};

/**
 * A memory is created automatically only in a git repository. The home folder, all folders above it and temporary folders are excluded even
 * if they are repositories: a person has to create a memory there.
 */
export function mayAutoStart({ root, isRepository, homes, temporary }: AutoStartPlace): boolean {
  if (!isRepository || /^(?:[A-Za-z]:)?[\\/]*$/.test(root)) return false;
  if (homes.some((home) => isWithin(home, root))) return false;
  return !temporary.some((folder) => isWithin(root, folder));
}

/** True if a path is a folder or is inside it. Both separators are accepted, as on Windows. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [path, folder].map(plainPath);
  return inner === outer || (inner?.startsWith(`${outer}/`) ?? false);
}

const plainPath = (path: string): string => path.replaceAll("\\", "/").replace(/\/+$/, "");
