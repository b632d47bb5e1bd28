import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";
import { folderName, stateFolder } from "../disk/state-folder.ts";

/**
 * The folders in which events may wait: beside the database, or, if that folder cannot be written, in the user's own state folder under a
 * name that is unique to this project.
 */
export function spoolPlaces(
  memoryDir: string,
  env: NodeJS.ProcessEnv,
): { readonly near: OwnedFolder; readonly far: OwnedFolder } {
  return {
    near: ownedFolder(memoryDir).below("spool"),
    far: stateFolder(env).below("spool").below(folderName(memoryDir)),
  };
}
