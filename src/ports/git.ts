/** The commit a worktree stands on; no branch when its head is detached. */
export type Head = { readonly commit: string; readonly branch?: string };

/**
 * What memory asks of version control. It is a help and never a need: whatever cannot be known, because
 * there is no git, no repository or no commit yet, is undefined.
 */
export interface Git {
  head(): Promise<Head | undefined>;
  /** The first commit of the project's history, by which a clone or a moved folder is known again. */
  rootCommit(): Promise<string | undefined>;
}
