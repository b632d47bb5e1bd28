import type { Instant } from "../core/tape/event.ts";

/** A commit, and when its change was written. A rebase does not change that time. */
export type DatedCommit = { readonly commit: string; readonly at: Instant };

/** A path at a commit, or in the working tree if no commit is named. */
export type PathAtCommit = { readonly path: string; readonly commit?: string; readonly wantsText?: boolean };

/** What exists at a path. The text is included if it was asked for and the file is not too large to be read. */
export type PathStatus = {
  readonly is: "file" | "folder";
  readonly text?: string;
  /** The object id of a file at a commit: equal for equal texts. */
  readonly id?: string;
  /** For a file in the working tree: the time of its last write. */
  readonly writtenAt?: Instant;
};

/** A commit and the files that it changed. */
export type CommitFiles = DatedCommit & { readonly files: readonly string[] };

/** A path that was removed, and where its file was moved to, if that can be found out. */
export type Removal = {
  /** The whole path, which ends with the one asked for. */
  readonly path: string;
  readonly at: Instant;
  readonly to?: string;
};

export type Branches = {
  /** Branches that exist here, or on a remote as far as this clone knows. */
  readonly names: ReadonlySet<string>;
  /** Branches that were checked out or merged here, and when that last happened. */
  readonly aliveAt: ReadonlyMap<string, Instant>;
};

/**
 * What freshness needs from version control: how the code that memory cites has changed. Memory also works without it. An implementer must
 * bound every answer in time and size, and leave out what it cannot find out.
 */
export interface CodeHistory {
  /** The commits that the current branch pointed to, newest first. */
  timeline(limit: number): Promise<readonly DatedCommit[]>;
  /** What lies at each place, in their order; undefined where there is nothing. */
  statPaths(places: readonly PathAtCommit[]): Promise<readonly (PathStatus | undefined)[]>;
  /** Paths of the current commit that are one of these, or end with one after a slash. */
  pathsEnding(paths: readonly string[]): Promise<readonly string[]>;
  /** The last removals of paths that end with one of these, by the path asked for. */
  departures(paths: readonly string[]): Promise<ReadonlyMap<string, readonly Removal[]>>;
  /** Files of the current commit that contain a word, up to a limit. */
  filesSaying(word: string): Promise<readonly string[]>;
  branches(): Promise<Branches>;
  /** Commits since an instant that changed one of these paths, with which of their files. */
  commitsTo(paths: readonly string[], since: Instant): Promise<readonly CommitFiles[]>;
}
