/** The commit a worktree stands on; no branch when its head is detached. */
export type Head = { readonly commit: string; readonly branch?: string };

/** One commit, with the files it touched: at most so many, and how many more there were. */
export type Commit = {
  readonly commit: string;
  readonly at: number;
  readonly author: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  readonly filesLeftOut: number;
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
  /** Paths of the tracked Markdown files below a worktree's root, relative to it, with forward slashes. */
  markdown(root: string): Promise<readonly string[] | undefined>;
}
