import type { Sha256 } from "../core/tape/chain.ts";
import type { HostEnvironment } from "./host.ts";

/** Whose settings are meant: one person's for all their projects, or a project's for everybody who works on it. */
export type Scope = "user" | "project";

/** Where a host's settings may lie. */
export type WiringPlace = HostEnvironment & {
  /** The root of the checkout. */
  readonly project: string;
  /** True if the file or folder exists. */
  readonly has: (path: string) => boolean;
  /** A file of the package's folder `plugin/`, such as `pi/tidemark.ts`. */
  readonly pluginFile: (path: string) => string;
};

/** A part of Tidemark's set-up that a host's file should contain. */
export type WiringPart = "hook" | "tools" | "permission" | "instructions" | "extension";

/** A part of the set-up that is missing or wrong. */
export type MissingPart = {
  readonly part: WiringPart;
  readonly name: string;
  readonly is: "missing" | "changed";
};

/** A file's text before we changed it; `text` is undefined if the file did not exist. */
export type FileBefore = { readonly text: string | undefined };

/**
 * One file that a host reads, with our part of it. An implementer must make `put` idempotent, let neither `put` nor `strip` change anything
 * that is not ours, and refuse with a `MemoryError` a file that cannot be edited without that.
 */
export interface WiredFile {
  readonly path: string;
  /** The text with all our parts in it, as this version writes them. */
  put(text: string | undefined): string;
  /**
   * The text without our parts; undefined if nothing else is left. Given the file's earlier text, groups that contained only our parts are
   * removed too.
   */
  strip(text: string, before: FileBefore | undefined): string | undefined;
  /** Our parts that are missing or differ from what this version writes. */
  lacks(text: string | undefined): readonly MissingPart[];
}

/** A hook as its host calls it. */
export type HookCall = { readonly event: string; readonly command: string };

/** How one host is set up: its name, how it is found, and the settings that it needs. */
export type Wiring = {
  readonly host: string;
  readonly name: string;
  /** Names of the host's program. */
  readonly programs: readonly string[];
  /** A folder that exists if the host was ever used; absent if no folder tells. */
  readonly folder?: (where: WiringPlace) => string;
  readonly files: (where: WiringPlace, scope: Scope) => readonly WiredFile[];
  /** Every hook call of the host, including calls that a plugin makes for it. */
  readonly hooks: readonly HookCall[];
  /** What a person still has to do after the files are written. */
  readonly next?: string;
  readonly trust?: Trust;
  readonly retention?: Retention;
  readonly plugin?: HostPlugin;
};

/** A host that can install Tidemark as a plugin. */
export type HostPlugin = {
  /** The file in which the host records which plugins are enabled. */
  readonly path: (where: WiringPlace) => string;
  /** Whether the plugin is enabled, according to that file's text. */
  readonly isOn: (kept: string | undefined) => boolean;
  /** The command that removes it. */
  readonly remove: string;
};

/** A host that runs a hook only after its user has agreed to it. */
export type Trust = {
  /** Where the host keeps the hooks that the user trusts. */
  readonly path: (where: WiringPlace) => string;
  /** Events whose hook the user has not agreed to, or not in its current form, according to that file's text. */
  readonly missing: (kept: string | undefined, sha256: Sha256) => readonly UntrustedHook[];
  /** The command that lets a person agree. */
  readonly fix: string;
};

export type UntrustedHook = { readonly event: string; readonly is: "never" | "otherwise" };

/** How long a host keeps its own history. */
export type Retention = {
  readonly path: (where: WiringPlace) => string;
  /** As a phrase for people. */
  readonly says: (text: string | undefined) => string;
};

/** What is recorded about a file that was changed for hosts. */
export type FileRecord = {
  readonly hosts: readonly string[];
  readonly scope: Scope;
  /** The name of the copy of the earlier file; null if there was none. */
  readonly before: string | null;
  /** SHA-256 of what we wrote. */
  readonly after: string;
  /** The topmost folder that was created for the file. */
  readonly made?: string;
};

/** Every file that was changed for hosts, by its path. */
export type FileRecords = { readonly [path: string]: FileRecord };

/** Files of hosts, and our record of changes to them. Texts are exact: byte order marks and line ends stay. */
export interface HostSetup {
  /** Every host that can be set up; loaded when somebody asks. */
  wirings(): Promise<readonly Wiring[]>;
  readonly where: WiringPlace;
  /** True if a shell would find a program of that name. */
  hasProgram(name: string): boolean;
  read(path: string): Promise<string | undefined>;
  /**
   * Writes the whole file or nothing, through a link if the path is one, and returns the topmost folder that it had to create. A read-only
   * file is refused. `mode` is for a new file.
   */
  write(path: string, text: string, mode?: number): Promise<string | undefined>;
  remove(path: string): Promise<void>;
  /** Deletes the folders that a file lay in, from the innermost up to `made`, as long as they are empty. */
  removeEmpty(path: string, made: string): Promise<void>;
  records(): Promise<FileRecords>;
  keepRecords(records: FileRecords): Promise<void>;
  /** Keeps a copy of a text permanently, and returns its name. */
  backUp(text: string): Promise<string>;
  backup(name: string): Promise<string | undefined>;
  /** Calls hooks as their hosts would, marked so that nothing is remembered, and returns the result of each call. */
  tryHooks(calls: readonly HookCall[]): Promise<readonly TriedHook[]>;
}

export type TriedHook = {
  readonly call: HookCall;
  /** Undefined if the program could not be started or had to be stopped. */
  readonly code: number | undefined;
  readonly said: string;
  /** Where the event was stored: in the memory folder, or in the fallback place for a folder that cannot be written. */
  readonly arrived?: "near" | "far";
};
