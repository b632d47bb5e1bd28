import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { type OwnedFolder, ownedFolder } from "./owned-folder.ts";

/** Our folder in the user's own state folder, where no repository can put anything. */
export const stateFolder = (env: NodeJS.ProcessEnv): OwnedFolder =>
  ownedFolder(join(userStateFolder(env), "tidemark"));

/** The folder in which this user's programs keep their state. */
function userStateFolder(env: NodeJS.ProcessEnv): string {
  // By the XDG rules a relative path is ignored. It would be inside the project that we read.
  if (env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)) return env.XDG_STATE_HOME;
  if (env.LOCALAPPDATA && isAbsolute(env.LOCALAPPDATA)) return env.LOCALAPPDATA;
  return join(env.HOME || env.USERPROFILE || homedir(), ".local", "state");
}

/** A name for the records of a folder: FNV-1a over 64 bits. It need not be secret, and a hook avoids loading a cryptographic hash. */
export function folderName(path: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < path.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(path.charCodeAt(i))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
