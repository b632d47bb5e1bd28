import type { Store } from "../../src/ports/store.ts";

/** What tests do that are run again on a PostgreSQL server. Each test file has its own; most never touch it. */
export type OnPostgres = {
  /** The address that stages set as TIDEMARK_STORE. */
  url?: string;
  /** A store of a new project, or of the named one, beside those that a test tries anyway. */
  openStore?: (project?: string) => Promise<Store>;
  /** Properties are tried so many times less often: each try makes projects on a server. */
  share: number;
  /** Requirements that are about the file of the database, with what a server has instead. */
  readonly elsewhere: Map<string, string>;
};

export const onPostgres: OnPostgres = { share: 1, elsewhere: new Map() };
