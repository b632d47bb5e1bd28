/** The text of an active-context file, or that it does not exist, or why it is not read. */
export type ContextText =
  | { readonly outcome: "read"; readonly text: string }
  | { readonly outcome: "absent" }
  | { readonly outcome: "refused"; readonly why: string };

/** A file's new text. `before` is the text on which the decision rests; absent if the file does not exist. */
export type ContextChange = {
  readonly path: string;
  readonly before?: string;
  readonly after: string;
  /** The text that counts as written by the program, if `after` also contains a person's edits that nobody has recorded yet. */
  readonly base?: string;
};

/** Files that change together or not at all. */
export type ContextGroup = {
  /** Letters, digits and underscores; unique for every group. */
  readonly id: string;
  readonly changes: readonly ContextChange[];
  /** What remains to be done when the files are in place. A group with a note stays unfinished until it is closed. */
  readonly note?: string;
};

export type ContextWritten =
  | { readonly outcome: "written" }
  /** A file has changed since the decision. Nothing was written. */
  | { readonly outcome: "moved"; readonly path: string }
  /** Another group is not finished yet: finish it first. Nothing was written. */
  | { readonly outcome: "unfinished" }
  /** Another process was writing for too long. Nothing was written. */
  | { readonly outcome: "busy" }
  | { readonly outcome: "refused"; readonly path: string; readonly why: string };

/** A group whose files are in place, but whose note has not been carried out. */
export type UnfinishedGroup = { readonly id: string; readonly note: string };

/** Folders next to the active context whose files can be listed. */
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
  /** The text of a file. For a group that is not finished yet, its new text. */
  read(path: string): Promise<ContextText>;
  /** Names of the files in the folder that could be ours, sorted. */
  list(folder: ContextFolder): Promise<readonly string[]>;
  /** Whether a file or folder lies at a path below the worktree's root. Behind a link nothing is checked. */
  exists(path: string): Promise<boolean>;
  /** The text that the program last wrote to this path; undefined if it never wrote one, or the copy is gone. */
  base(path: string): Promise<string | undefined>;
  write(group: ContextGroup): Promise<ContextWritten>;
  /** Completes a group that a dead process left unfinished, and returns the group's note. */
  finish(): Promise<UnfinishedGroup | undefined>;
  /** Records that a group's note has been carried out. */
  close(id: string): Promise<void>;
}
