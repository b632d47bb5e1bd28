import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where the programs of this user keep their state. */
export function userStateFolder(env: NodeJS.ProcessEnv): string {
  // The XDG rules say that a relative path there is to be ignored; it would lie in whatever project we look at.
  if (env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)) return env.XDG_STATE_HOME;
  if (env.LOCALAPPDATA && isAbsolute(env.LOCALAPPDATA)) return env.LOCALAPPDATA;
  return join(env.HOME || env.USERPROFILE || homedir(), ".local", "state");
}
