import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isWithin } from "../../core/recording/may-begin.ts";

/** Folders of a project that a stranger may have filled. A folder that contains the user's home is the user's own. */
export const untrustedFolders = (folders: readonly string[], home: string): string[] =>
  folders.filter((folder) => !isWithin(home, folder));

/** The entries of a search path that may contain programs: absolute ones outside the refused folders. A program in a repository is never started. */
export function trustedPath(path: string | undefined, refused: readonly string[]): string[] {
  return (path ?? "").split(delimiter).filter((entry) => isAbsolute(entry) && !isBelow(entry, refused));
}

/** A program on the search path, unless it is a link into a refused folder. */
export function findProgram(
  name: string,
  { path, refused }: { readonly path: readonly string[]; readonly refused: readonly string[] },
): string | undefined {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return path.map((folder) => join(folder, `${name}${suffix}`)).find((file) => isProgram(file, refused));
}

function isProgram(file: string, refused: readonly string[]): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() && !isBelow(file, refused);
  } catch {
    return false;
  }
}

/** Whether a path is inside one of these folders, with links resolved on both sides. */
function isBelow(path: string, folders: readonly string[]): boolean {
  const places = [path, realOf(path)];
  return folders.some((folder) =>
    [folder, realOf(folder)].some((each) => places.some((place) => isWithin(place, each))),
  );
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
