import { homedir } from "node:os";
import { join } from "node:path";
import { type OwnedFolder, ownedFolder } from "../disk/owned-folder.ts";

/**
 * Where events may wait: beside the database, or, when that folder cannot be written, in the user's own
 * state folder under a name that only this project has.
 */
export function spoolPlaces(
  memoryDir: string,
  env: NodeJS.ProcessEnv,
): { readonly near: OwnedFolder; readonly far: OwnedFolder } {
  return {
    near: ownedFolder(memoryDir).below("spool"),
    far: ownedFolder(join(stateFolder(env), "tidemark"))
      .below("spool")
      .below(nameOf(memoryDir)),
  };
}

function stateFolder(env: NodeJS.ProcessEnv): string {
  if (env.XDG_STATE_HOME) return env.XDG_STATE_HOME;
  if (env.LOCALAPPDATA) return env.LOCALAPPDATA;
  return join(env.HOME || env.USERPROFILE || homedir(), ".local", "state");
}

/** FNV-1a over 64 bits. Nobody has to be kept from guessing it, and a hook is spared loading real hashing. */
function nameOf(path: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < path.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(path.charCodeAt(i))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
