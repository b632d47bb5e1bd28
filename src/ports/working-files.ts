import type { PublishedPage } from "../core/sessions/refresh.ts";

/** What is recorded about published pages, by session. */
export type WorkingState = { readonly [session: string]: PublishedPage };

/**
 * The pages of working memory, one file a session, and the record of them. An implementer must never show a reader half a page, and must
 * treat an unreadable state file as empty.
 */
export interface WorkingFiles {
  read(session: string): string | undefined;
  /** Replaces the page, all or nothing, and returns its path. */
  write(session: string, text: string): string;
  remove(session: string): void;
  state(): WorkingState;
  writeState(state: WorkingState): void;
  /** The path of a session's page. */
  pathOf(session: string): string;
}
