/** What a file of the active context holds; or that there is none; or why it is not read. */
export type ContextText =
  | { readonly outcome: "read"; readonly text: string }
  | { readonly outcome: "absent" }
  | { readonly outcome: "refused"; readonly why: string };

/** A file as it is to be. `before` is the text that the decision rests on; absent for a file that is not there. */
export type ContextChange = {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
  /** What the program is held to have written, where `after` also has a person's edits that nobody has taken up yet. */
  readonly base?: string;
};

/** Files that change together or not at all. */
export type ContextGroup = {
  /** Letters, digits and underscores; another one for every group. */
  readonly id: string;
  readonly changes: readonly ContextChange[];
  /** What is still to be done when the files are in place. With it the group stays unfinished until it is closed. */
  readonly note?: string;
};

export type ContextWritten =
  | { readonly outcome: "written" }
  /** A file is no longer what the decision rests on. Nothing was written. */
  | { readonly outcome: "moved"; readonly path: string }
  /** Another group is not finished yet: finish it first. Nothing was written. */
  | { readonly outcome: "unfinished" }
  /** Another process is writing, and did not come to an end. Nothing was written. */
  | { readonly outcome: "busy" }
  | { readonly outcome: "refused"; readonly path: string; readonly why: string };

/** A group whose files are in place and whose note has not been seen to. */
export type UnfinishedGroup = { readonly id: string; readonly note: string };

/** Folders beside the active context, of which the files can be listed. */
export type ContextFolder = "context_history" | "session_history";

/**
 * The files of the active context, in one folder of the worktree. Paths are relative to that folder, with forward
 * slashes, and only those that such files can have are taken.
 *
 * An implementer owes: nothing outside the folder is read or written, whatever names and links say; a text is given
 * and taken byte for byte; a process that dies while it writes leaves, to every reader here, all files of the group as
 * they were or all as they were to be, and `finish` puts them so on the disk; a person's edit that comes in between is
 * merged, not lost.
 */
export interface ContextFiles {
  /** The folder, relative to the worktree's root, with forward slashes. */
  readonly folder: string;
  /** The name of the folder in `.tidemark/context/` in which the copies of this worktree lie. */
  readonly copies: string;
  /** Of a group that is not finished yet, the text that is to be. */
  read(path: string): Promise<ContextText>;
  /** Names of the files that lie there and could be ours, sorted. */
  list(folder: ContextFolder): Promise<readonly string[]>;
  /** Whether a file or folder lies at a path below the worktree's root. Behind a link nothing is checked. */
  exists(path: string): Promise<boolean>;
  /** The text that the program last wrote there; undefined where it wrote none, or the copy is gone. */
  base(path: string): Promise<string | undefined>;
  write(group: ContextGroup): Promise<ContextWritten>;
  /** Puts the files of a group in place that a dead process left; returns the group's note. */
  finish(): Promise<UnfinishedGroup | undefined>;
  /** Says that a group's note has been seen to. */
  close(id: string): Promise<void>;
}
