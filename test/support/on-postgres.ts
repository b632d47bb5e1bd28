import type { Store } from "../../src/ports/store.ts";

/**
 * Settings for tests that run again on a PostgreSQL server. Each test file has its own object; most files do not
 * change it.
 */
export type OnPostgres = {
  /** The address that stages set as TIDEMARK_STORE. */
  url?: string;
  /** Opens a store of a new project, or of the named one, besides the stores that a test uses anyway. */
  openStore?: (project?: string) => Promise<Store>;
  /** Divides the number of runs of each property, because each run makes projects on the server. */
  share: number;
  /** Requirements about the database file, with what a server has instead. */
  readonly elsewhere: Map<string, string>;
};

export const onPostgres: OnPostgres = { share: 1, elsewhere: new Map() };
