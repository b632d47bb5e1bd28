/** Set in everything that runs below a coding agent while that agent reads sessions for us. */
export const READER_VARIABLE = "TIDEMARK_READER";
/** How the folder is named in which such an agent runs: a host may give its hooks no environment, but it says where they run. */
export const READER_FOLDER = "tidemark-reader-";

type RunPlace = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
};

/**
 * True inside a coding agent that reads sessions for us. Nothing of such a run is recorded or told, and no model is asked
 * from there, so that a reader can never start another reader.
 */
export function isReaderRun({ env, cwd }: RunPlace): boolean {
  return Boolean(env[READER_VARIABLE]) || cwd.split(/[\\/]/).some((name) => name.startsWith(READER_FOLDER));
}
