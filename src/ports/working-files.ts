import type { Published } from "../core/sessions/refresh.ts";

/** What is noted about published pages, by session. */
export type WorkingState = { readonly [session: string]: Published };

/**
 * The pages of working memory, one file a session, and what is noted about them. An implementer owes that a reader
 * never sees half a page, and that a state file it cannot read counts as empty.
 */
export interface WorkingFiles {
  read(session: string): string | undefined;
  /** Puts the page in place of the one that is there, all or nothing, and says where it lies. */
  write(session: string, text: string): string;
  remove(session: string): void;
  state(): WorkingState;
  writeState(state: WorkingState): void;
  /** The path of a session's page. */
  pathOf(session: string): string;
}
