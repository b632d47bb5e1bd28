/** The commit a worktree stands on; no branch when its head is detached. */
export type Head = { readonly commit: string; readonly branch?: string };

/** One commit, with the files it touched: a limited number, and how many more there were. */
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
  /** Paths that differ from the commit, also those git does not track, relative to the root. */
  readonly changed: readonly string[];
  readonly conflicts: readonly string[];
  readonly stashes: readonly string[];
};

/**
 * What memory asks of version control. It is a help and never a need: whatever cannot be known, because
 * there is no git, no repository or no commit yet, is undefined.
 */
export interface Git {
  head(): Promise<Head | undefined>;
  /** The first commit of the project's history, by which a clone or a moved folder is known again. */
  rootCommit(): Promise<string | undefined>;
  /** The newest commits of the current branch, newest first. */
  log(limit: number): Promise<readonly Commit[]>;
  /** How many commits of the current branch a revision does not have; undefined for one that is not known here. */
  behind(revision: string): Promise<number | undefined>;
  /** Undefined also before the first commit. */
  standing(): Promise<WorktreeState | undefined>;
  /** Checks out a branch that is there. Git itself refuses where something would be lost. */
  switchTo(branch: string): Promise<{ readonly outcome: "switched" } | { readonly outcome: "refused" }>;
  /** Paths of the tracked Markdown files below a worktree's root, relative to it, with forward slashes. */
  markdown(root: string): Promise<readonly string[] | undefined>;
  /** True when git declines to open the repository because another user owns it: then nothing above is known. */
  isRefused(): Promise<boolean>;
}
