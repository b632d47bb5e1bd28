import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { MemoryError } from "../../core/failure.ts";
import type { FileRecords, HostSetup, Wiring } from "../../ports/wiring.ts";
import { codeOf } from "../disk/disk-failure.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { OwnedFolder } from "../disk/owned-folder.ts";
import { tryHooks } from "./try-hooks.ts";

export type HostSetupOptions = {
  readonly wirings: () => Promise<readonly Wiring[]>;
  readonly env: NodeJS.ProcessEnv;
  /** The root of the checkout. */
  readonly project: string;
  /** Where hooks put events: beside the memory, and where that cannot be written. */
  readonly spools: { readonly near: OwnedFolder; readonly far: OwnedFolder };
};

/** Hosts on this machine. What is needed to undo our changes lies in the user's own state folder. */
export function hostSetup({ wirings, env, project, spools }: HostSetupOptions): HostSetup {
  const home = env.HOME || env.USERPROFILE || homedir();
  const notes = join(stateFolder(env, home), "tidemark", "hosts");
  const recordsFile = join(notes, "installed.json");
  return {
    wirings,
    where: { home, env, project, has: existsSync },
    hasProgram: (name) => hasProgram(name, env),
    read: async (path) => textOf(path),
    write: async (path, text) => explained(path, () => writeThrough(path, text)),
    remove: async (path) => explained(path, () => rmSync(path, { force: true })),
    removeEmpty: async (path, made) => removeEmpty(path, made),
    records: async () => recordsIn(textOf(recordsFile)),
    keepRecords: async (records) => {
      if (Object.keys(records).length === 0) return void rmSync(recordsFile, { force: true });
      explained(recordsFile, () => writeThrough(recordsFile, `${JSON.stringify(records, null, 2)}\n`));
    },
    backUp: async (text) => {
      const name = createHash("sha256").update(text).digest("hex");
      const path = join(notes, "backups", name);
      if (!existsSync(path)) explained(path, () => writeThrough(path, text, 0o600));
      return name;
    },
    backup: async (name) => textOf(join(notes, "backups", basename(name))),
    tryHooks: (calls) => tryHooks(calls, { env, project, spools }),
  };
}

function stateFolder(env: NodeJS.ProcessEnv, home: string): string {
  return env.XDG_STATE_HOME || env.LOCALAPPDATA || join(home, ".local", "state");
}

function hasProgram(name: string, env: NodeJS.ProcessEnv): boolean {
  const endings = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD").split(";") : [""];
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.some((folder) => endings.some((ending) => isProgram(join(folder, `${name}${ending}`))));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The exact text of a file; one that is no text is refused, because writing it again would spoil it. */
function textOf(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    if (codeOf(cause) === "ENOENT" || codeOf(cause) === "ENOTDIR") return undefined;
    throw failureAt(path, cause);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new MemoryError("input.invalid", `${path} is no UTF-8 text; nothing was changed.`, {
      cause,
      field: "hosts",
      fix: "Put it right, or leave that host out.",
    });
  }
}

/** A link stays one: people keep their settings elsewhere and link to them. */
function writeThrough(path: string, text: string, mode = 0o644): string | undefined {
  const made = makeFolder(dirname(path), 0o777);
  const target = existsSync(path) ? realpathSync(path) : path;
  const partial = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString("hex")}.partial`);
  try {
    writeFileSync(partial, text, { mode, flag: "wx" });
    if (existsSync(target)) chmodSync(partial, statSync(target).mode & 0o777);
    renameSync(partial, target);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw cause;
  }
  return made;
}

function removeEmpty(path: string, made: string): void {
  for (let folder = dirname(path); folder.length >= made.length; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      // Somebody else has something in it, or it is gone already.
      if (existsSync(folder)) return;
    }
  }
}

function recordsIn(text: string | undefined): FileRecords {
  try {
    return JSON.parse(text ?? "{}") as FileRecords;
  } catch {
    // Without notes our own entries are still found by their names.
    return {};
  }
}

function explained<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    throw failureAt(path, cause);
  }
}

function failureAt(path: string, cause: unknown): unknown {
  const code = codeOf(cause);
  if (cause instanceof MemoryError || typeof code !== "string") return cause;
  return new MemoryError("input.invalid", `${path} cannot be read or written (${code}).`, {
    cause,
    field: "hosts",
    fix: "Make it writable, or add by hand what `tidemark init --print` shows.",
  });
}
