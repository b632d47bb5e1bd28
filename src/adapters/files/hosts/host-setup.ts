import { createHash, randomBytes } from "node:crypto";
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join, sep } from "node:path";
import { MemoryError } from "../../../core/failure.ts";
import type { FileRecords, HostSetup, Wiring } from "../../../ports/wiring.ts";
import { readRegular } from "../../disk/bounded-file.ts";
import { codeOf } from "../../disk/disk-failure.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { ownedFolder } from "../../disk/owned-folder.ts";
import { packagedText } from "../../disk/packaged-files.ts";
import { type TryOptions, tryHooks } from "./try-hooks.ts";

export type HostSetupOptions = TryOptions & { readonly wirings: () => Promise<readonly Wiring[]> };

/** Hosts on this machine. The data for undoing our changes is in the user's own state folder. */
export function hostSetup({ wirings, env, project, spools }: HostSetupOptions): HostSetup {
  const home = env.HOME || env.USERPROFILE || homedir();
  const state = env.XDG_STATE_HOME || env.LOCALAPPDATA || join(home, ".local", "state");
  const notes = ownedFolder(join(state, "tidemark")).below("hosts");
  const backups = notes.below("backups");
  return {
    wirings,
    where: { home, env, project, has: existsSync, pluginFile: (path) => packagedText(`plugin/${path}`) },
    hasProgram: (name) => hasProgram(name, env),
    read: async (path) => {
      refuseLeadingOut(path, { project, home });
      return textOf(path);
    },
    write: async (path, text, mode = 0o644) => {
      refuseLeadingOut(path, { project, home });
      return withFileErrors(path, () => writeThrough(path, text, mode));
    },
    remove: async (path) => withFileErrors(path, () => rmSync(path, { force: true })),
    removeEmpty: async (path, made) => removeEmpty(path, made),
    records: async () => recordsIn(notes.read(RECORDS, NOTE_BYTES_MAX)?.toString("utf8")),
    keepRecords: async (records) => {
      if (Object.keys(records).length === 0) return void notes.remove(RECORDS);
      withFileErrors(notes.path, () => {
        notes.make();
        notes.replace(RECORDS, `${JSON.stringify(records, null, 2)}\n`);
      });
    },
    backUp: async (text) => {
      const name = createHash("sha256").update(text).digest("hex");
      withFileErrors(backups.path, () => {
        backups.make();
        if (backups.stat(name) === undefined) backups.replace(name, text);
      });
      return name;
    },
    backup: async (name) => backups.read(basename(name), NOTE_BYTES_MAX)?.toString("utf8"),
    tryHooks: (calls) => tryHooks(calls, { env, project, spools }),
  };
}

const RECORDS = "installed.json";
/** Settings of hosts, and what we note of them, are written by hand or by us. */
const NOTE_BYTES_MAX = 64 * 1024 * 1024;

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

/** The exact text of a file. A file that is not text is refused, because writing it back would damage it. */
function textOf(path: string): string | undefined {
  let bytes: Buffer | undefined;
  try {
    bytes = readRegular(path, NOTE_BYTES_MAX);
  } catch (cause) {
    if (codeOf(cause) === "ENOTDIR") return undefined;
    throw failureAt(path, cause);
  }
  if (bytes === undefined) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new MemoryError("input.invalid", `${path} is not UTF-8 text; nothing was changed.`, {
      cause,
      field: "hosts",
      fix: "Fix the file, or skip that host.",
    });
  }
}

/**
 * A link in a checkout may come with the repository and lead to any file of the user. A link in the user's own settings belongs to the
 * user, even if the home folder is itself a checkout.
 */
function refuseLeadingOut(
  path: string,
  { project, home }: { readonly project: string; readonly home: string },
): void {
  if (!isBelow(path, project) || isBelow(join(home, "x"), project)) return;
  let existing = path;
  while (!isThere(existing)) existing = dirname(existing);
  const real = existsSync(existing) ? realpathSync(existing) : undefined;
  const root = realpathSync(project);
  // A git hook is written by its own name. A link that looks like a project's file must not lead to one.
  const isOfGit = real?.split(sep).includes(".git") === true && !path.split(/[\\/]/).includes(".git");
  if (real !== undefined && !isOfGit && (real === root || isBelow(real, root))) return;
  const where = isOfGit ? "is one of git's own files" : "leads out of the project by a link";
  throw new MemoryError("input.invalid", `${path} ${where}; nothing was changed.`, {
    field: "hosts",
    fix: `Look where it leads, and remove the link: ls -l "${existing}"`,
  });
}

const isBelow = (path: string, folder: string): boolean => path.startsWith(join(folder, sep));
/** A dangling link counts as existing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** A link stays a link: people keep their settings elsewhere and link to them. */
function writeThrough(path: string, text: string, mode: number): string | undefined {
  const made = makeFolder(dirname(path), 0o777);
  const target = existsSync(path) ? realpathSync(path) : path;
  refuseReadOnly(target);
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

/** The file could be replaced, but a person made it read-only on purpose. */
function refuseReadOnly(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o222) !== 0) return;
  throw new MemoryError("input.invalid", `${path} is read-only; nothing was changed.`, {
    field: "hosts",
    fix: `Make it writable and try again: chmod u+w "${path}"`,
  });
}

function removeEmpty(path: string, made: string): void {
  for (let folder = dirname(path); folder.length >= made.length; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      // The folder contains something else, or is already gone.
      if (existsSync(folder)) return;
    }
  }
}

function recordsIn(text: string | undefined): FileRecords {
  try {
    return JSON.parse(text ?? "{}") as FileRecords;
  } catch {
    // Without records our entries are still found by their names.
    return {};
  }
}

function withFileErrors<T>(path: string, act: () => T): T {
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
    fix: "Make it writable, or add the output of `tidemark init --print` by hand.",
  });
}
