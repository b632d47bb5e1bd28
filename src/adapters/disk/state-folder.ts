import { join } from "node:path";
import { type OwnedFolder, ownedFolder } from "./owned-folder.ts";
import { userStateFolder } from "./user-state-folder.ts";

/** Our folder in the user's own state folder, where no repository can put anything. */
export const stateFolder = (env: NodeJS.ProcessEnv): OwnedFolder =>
  ownedFolder(join(userStateFolder(env), "tidemark"));

/**
 * A name for what is kept of a folder: FNV-1a over 64 bits. Nobody has to be kept from guessing it, and a hook is spared
 * loading real hashing.
 */
export function folderName(path: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < path.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(path.charCodeAt(i))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
