import { lstatSync } from "node:fs";
import nodeModule from "node:module";
import { userInfo } from "node:os";
import { join } from "node:path";

/**
 * Lets Node keep the compiled form of our files, so that the next start is quicker. Node 20 cannot do this. Whoever can write the
 * cache can run code, so it lies in the home folder that the system has on record for this user: a shared temporary folder,
 * Node's own choice, is open to other users, and HOME or XDG_STATE_HOME may be set by a repository's settings for a host.
 * Where we have no state folder yet, nothing is written.
 */
export function keepCompiledCode(): void {
  const enableCompileCache: unknown = Reflect.get(nodeModule, "enableCompileCache");
  if (typeof enableCompileCache !== "function") return;
  const folder = join(userInfo().homedir, ".local", "state", "tidemark");
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state?.isDirectory() && state.uid === (process.getuid?.() ?? state.uid))
    enableCompileCache(join(folder, "compiled"));
}
