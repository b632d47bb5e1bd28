import { lstatSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";
import { userStateFolder } from "./user-state-folder.ts";

/**
 * Lets Node keep the compiled form of our files, so that the next start is quicker. Node 20 cannot do this. The cache lies in our
 * state folder, because in a shared temporary folder, Node's own choice, another user could put code in its place; where we
 * have no state folder yet, nothing is written.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv): void {
  const enableCompileCache: unknown = Reflect.get(nodeModule, "enableCompileCache");
  if (typeof enableCompileCache !== "function") return;
  const folder = join(userStateFolder(env), "tidemark");
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (state?.isDirectory() && state.uid === (process.getuid?.() ?? state.uid))
    enableCompileCache(join(folder, "compiled"));
}
