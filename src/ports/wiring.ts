import type { Sha256 } from "../core/tape/chain.ts";
import type { HostEnvironment } from "./host.ts";

/** Whose settings: one person's, for all their projects, or a project's, for all who work on it. */
export type Scope = "user" | "project";

/** Where a host's settings may lie. */
export type WiringPlace = HostEnvironment & {
  /** The root of the checkout. */
  readonly project: string;
  /** True when there is such a file or folder. */
  readonly has: (path: string) => boolean;
};

/** Something of ours that a host's file should hold. */
export type WiringPart = "hook" | "tools" | "permission" | "instructions" | "extension";

/** What of ours is not as it should be. */
export type MissingPart = {
  readonly part: WiringPart;
  readonly name: string;
  readonly is: "missing" | "changed";
};

/** What a file was before we changed it; `text` is undefined where there was none. */
export type FileBefore = { readonly text: string | undefined };

/**
 * One file that a host reads, and what of it is ours.
 *
 * An implementer owes: `put` of its own result changes nothing; neither `put` nor `strip` changes anything that is
 * not ours; a file that cannot be edited without that is refused with a `MemoryError`.
 */
export interface WiredFile {
  readonly path: string;
  /** The text with all that is ours in it, as this version writes it. */
  put(text: string | undefined): string;
  /**
   * The text without what is ours; undefined when nothing is left that was not there before. Given what the file was
   * before, what held only our own is taken out with it.
   */
  strip(text: string, before: FileBefore | undefined): string | undefined;
  /** What of ours is missing or not as we write it. */
  lacks(text: string | undefined): readonly MissingPart[];
}

/** A hook as its host calls it. */
export type HookCall = { readonly event: string; readonly command: string };

/** How one host is set up: its name, how it is found, and the settings that it needs. */
export type Wiring = {
  readonly host: string;
  readonly name: string;
  /** Names of its program. */
  readonly programs: readonly string[];
  /** A folder that is there where the host was ever used; none where nothing tells. */
  readonly folder?: (where: WiringPlace) => string;
  readonly files: (where: WiringPlace, scope: Scope) => readonly WiredFile[];
  /** Every call that the host makes, whoever makes it for the host. */
  readonly hooks: readonly HookCall[];
  /** What a person still has to do when all is written. */
  readonly next?: string;
  readonly trust?: Trust;
  readonly retention?: Retention;
  readonly plugin?: HostPlugin;
};

/** A host that can have us as a plugin, which it installs itself. */
export type HostPlugin = {
  /** Where the host keeps which plugins are on. */
  readonly path: (where: WiringPlace) => string;
  /** By the text of that file. */
  readonly isOn: (kept: string | undefined) => boolean;
  /** The command that takes it out. */
  readonly remove: string;
};

/** A host that runs no hook before its person agreed to it. */
export type Trust = {
  /** Where the host keeps the hooks that the user trusts. */
  readonly path: (where: WiringPlace) => string;
  /** Events whose hook nobody agreed to, or not as it is now; by the text of that file. */
  readonly missing: (kept: string | undefined, sha256: Sha256) => readonly UntrustedHook[];
  /** The command that lets a person agree. */
  readonly fix: string;
};

export type UntrustedHook = { readonly event: string; readonly is: "never" | "otherwise" };

/** How long a host keeps its own history. */
export type Retention = {
  readonly path: (where: WiringPlace) => string;
  /** In words. */
  readonly says: (text: string | undefined) => string;
};

/** What is known of a file that was changed for hosts. */
export type FileRecord = {
  readonly hosts: readonly string[];
  readonly scope: Scope;
  /** The name of the copy of the earlier file; null if there was none. */
  readonly before: string | null;
  /** SHA-256 of what we wrote. */
  readonly after: string;
  /** The topmost folder that had to be made for it. */
  readonly made?: string;
};

/** Every file that was changed for hosts, by its path. */
export type FileRecords = { readonly [path: string]: FileRecord };

/** Files of hosts, and what we noted of our changes to them. Texts are exact: marks and line ends stay. */
export interface HostSetup {
  /** Every host that can be set up; loaded when somebody asks. */
  wirings(): Promise<readonly Wiring[]>;
  readonly where: WiringPlace;
  /** True when a program of that name would be found by a shell. */
  hasProgram(name: string): boolean;
  read(path: string): Promise<string | undefined>;
  /**
   * Writes whole or not at all, through a link if the path is one, and gives the topmost folder it had to make. A file
   * that is read-only is refused. `mode` is for a new file.
   */
  write(path: string, text: string, mode?: number): Promise<string | undefined>;
  remove(path: string): Promise<void>;
  /** Deletes the folders that a file lay in, from the innermost up to `made`, as long as they are empty. */
  removeEmpty(path: string, made: string): Promise<void>;
  records(): Promise<FileRecords>;
  keepRecords(records: FileRecords): Promise<void>;
  /** Keeps a copy of a text permanently, and gives its name. */
  backUp(text: string): Promise<string>;
  backup(name: string): Promise<string | undefined>;
  /** Calls hooks as their hosts would, marked so that nothing is remembered, and returns the result of each call. */
  tryHooks(calls: readonly HookCall[]): Promise<readonly TriedHook[]>;
}

export type TriedHook = {
  readonly call: HookCall;
  /** Undefined when it could not be started or had to be ended. */
  readonly code: number | undefined;
  readonly said: string;
  /** Where the event was put: beside the memory, or where events go when that cannot be written. */
  readonly arrived?: "near" | "far";
};
