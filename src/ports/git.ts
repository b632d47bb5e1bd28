/** The commit a worktree stands on; no branch when its head is detached. */
export type Head = { readonly commit: string; readonly branch?: string };

/** One commit with the files that it changed, up to a limit, and the number of further files. */
export type Commit = {
  readonly commit: string;
  readonly at: number;
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly filesLeftOut: number;
};

/** The state of a worktree: branch, commit and uncommitted changes. */
export type WorktreeState = Head & {
  readonly subject: string;
  /** Paths that differ from the commit, including untracked ones, relative to the root. */
  readonly changed: readonly string[];
  readonly conflicts: readonly string[];
  readonly stashes: readonly string[];
};

/**
 * What memory needs from version control. Memory also works without it: whatever cannot be known, because git, a repository or a commit is
 * missing, is undefined.
 */
export interface Git {
  head(): Promise<Head | undefined>;
  /** The first commit of the project's history, by which a clone or a moved folder is known again. */
  rootCommit(): Promise<string | undefined>;
  /** The newest commits of the current branch, newest first. */
  log(limit: number): Promise<readonly Commit[]>;
  /** Number of commits of the current branch that a revision lacks; undefined if the revision is not known here. */
  behind(revision: string): Promise<number | undefined>;
  /** Undefined also before the first commit. */
  standing(): Promise<WorktreeState | undefined>;
  /** Checks out an existing branch. Git itself refuses if something would be lost. */
  switchTo(branch: string): Promise<{ readonly outcome: "switched" } | { readonly outcome: "refused" }>;
  /** Paths of the tracked Markdown files below a worktree's root, relative to it, with forward slashes. */
  markdown(root: string): Promise<readonly string[] | undefined>;
  /** True when git declines to open the repository because another user owns it: then nothing above is known. */
  isRefused(): Promise<boolean>;
}
