import type { Instant } from "../core/tape/event.ts";

/** A commit, and when its change was written: rebasing it does not move that. */
export type DatedCommit = { readonly commit: string; readonly at: Instant };

/** A path at a commit; in the working tree where none is named. */
export type PathAtCommit = { readonly path: string; readonly commit?: string; readonly wantsText?: boolean };

/** What lies at a place. The text is given where it is wanted and the file is not too large to be read. */
export type PathStatus = {
  readonly is: "file" | "folder";
  readonly text?: string;
  /** The object id of a file at a commit: equal for equal texts. */
  readonly id?: string;
  /** Of a file in the working tree: it has not been written since. */
  readonly writtenAt?: Instant;
};

/** A commit and the files that it changed. */
export type CommitFiles = DatedCommit & { readonly files: readonly string[] };

/** A path that was taken away, and where its file went if that can be told. */
export type Removal = {
  /** The whole path, which ends with the one asked for. */
  readonly path: string;
  readonly at: Instant;
  readonly to?: string;
};

export type Branches = {
  /** Those there are, here or on a remote as far as is known here. */
  readonly names: ReadonlySet<string>;
  /** Those that were checked out or merged here, and when that last happened. */
  readonly aliveAt: ReadonlyMap<string, Instant>;
};

/**
 * What freshness asks of version control: how the code that memory cites has changed. It is a help and never a need.
 * An implementer owes that every answer is bounded in time and size, and that what cannot be known is left out.
 */
export interface CodeHistory {
  /** The states that the current branch went through, newest first. */
  timeline(limit: number): Promise<readonly DatedCommit[]>;
  /** What lies at each place, in their order; undefined where there is nothing. */
  statPaths(places: readonly PathAtCommit[]): Promise<readonly (PathStatus | undefined)[]>;
  /** Paths of the current commit that are one of these, or end with one after a slash. */
  pathsEnding(paths: readonly string[]): Promise<readonly string[]>;
  /** The last time that a path ending with one of these was taken away, by the path asked for. */
  departures(paths: readonly string[]): Promise<ReadonlyMap<string, readonly Removal[]>>;
  /** Some files of the current commit in which a word stands. */
  filesSaying(word: string): Promise<readonly string[]>;
  branches(): Promise<Branches>;
  /** Commits since an instant that changed one of these paths, with which of their files. */
  commitsTo(paths: readonly string[], since: Instant): Promise<readonly CommitFiles[]>;
}
