import { lstatSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import nodeModule from "node:module";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { mix } from "../../core/mix.ts";

/**
 * Lets Node store the compiled form of our files, so that the next start is faster. Whoever can write the cache can run code. So it is in
 * the home folder that the system has on record for this user: a shared temporary folder, Node's own choice, is open to other users, and a
 * repository's settings for a host may set HOME or XDG_STATE_HOME. If we have no state folder yet, nothing is written.
 */
export function keepCompiledCode(ours: string): void {
  const folder = join(userInfo().homedir, ".local", "state", "tidemark");
  const state = lstatSync(folder, { throwIfNoEntry: false });
  if (!state?.isDirectory() || state.uid !== (process.getuid?.() ?? state.uid)) return;
  const enableCompileCache: unknown = Reflect.get(nodeModule, "enableCompileCache");
  if (typeof enableCompileCache === "function") enableCompileCache(join(folder, "compiled"));
  else compileThrough(join(folder, "compiled", process.version), ours);
}

type Compile = (this: NodeModule, content: string, filename: string) => unknown;
type LoadedScript = { readonly script: Script; readonly file: string; readonly key: string };

/** Node 20 has no such cache. There, our files are compiled through a cache of our own, which is stored when the process ends. */
export function compileThrough(folder: string, ours: string): void {
  const missing: LoadedScript[] = [];
  const compile: Compile = Reflect.get(nodeModule.prototype, "_compile");
  const compileOurs: Compile = function (content, filename) {
    if (dirname(filename) !== ours) return compile.call(this, content, filename);
    const key = keyOf(filename);
    // Each installation has its own file. Loading `node:crypto` for a hash would take longer than loading the file itself.
    const file = join(folder, `${basename(filename)}-${mix(filename)[0].toString(16)}`);
    const cachedData = readKept(file, key);
    const script = new Script(nodeModule.wrap(content), { filename, ...(cachedData && { cachedData }) });
    if (!cachedData || script.cachedDataRejected) missing.push({ script, file, key });
    const require = nodeModule.createRequire(filename);
    return script.runInThisContext().call(this.exports, this.exports, require, this, filename, ours);
  };
  Reflect.set(nodeModule.prototype, "_compile", compileOurs);
  process.on("exit", () => keepAll(folder, missing));
}

/** A replaced file has another number or another change time, even if a package sets the modification time. */
function keyOf(filename: string): string {
  const { ino, size, ctimeMs } = statSync(filename);
  return `${filename} ${ino} ${size} ${ctimeMs}`;
}

/**
 * V8 checks only the length of cached data, and ends the process if the bytes are not its own. So the data is stored twice: truncated or
 * damaged copies differ, and comparing is faster than hashing.
 */
function readKept(file: string, key: string): Buffer | undefined {
  try {
    const kept = readFileSync(file);
    const end = kept.indexOf("\n\n");
    const [first, half] = [end + 2, (kept.length - end - 2) / 2];
    if (kept.subarray(0, end).toString() !== key || !Number.isInteger(half)) return undefined;
    const data = kept.subarray(first, first + half);
    return data.equals(kept.subarray(first + half)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Runs at the end of the process, when V8 has compiled the functions that a command needs. A cache that cannot be written is skipped. */
function keepAll(folder: string, missing: readonly LoadedScript[]): void {
  try {
    if (missing.length > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const { script, file, key } of missing) {
      const aside = `${file}.${process.pid}`;
      const data = script.createCachedData();
      writeFileSync(aside, Buffer.concat([Buffer.from(`${key}\n\n`), data, data]), { mode: 0o600 });
      renameSync(aside, file);
    }
  } catch {
    // The next start compiles again, as this one did.
  }
}
