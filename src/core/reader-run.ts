/** An environment variable that is set for a coding agent that reads sessions for Tidemark, and for its child processes. */
export const READER_VARIABLE = "TIDEMARK_READER";
/** The prefix of the folder in which such an agent runs: a host may pass no environment to its hooks, but it reports the folder. */
export const READER_FOLDER = "tidemark-reader-";

type RunPlace = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
};

/**
 * True inside a coding agent that reads sessions for Tidemark. Nothing is recorded or shown there, and no model is called, so that a reader
 * can never start another reader.
 */
export function isReaderRun({ env, cwd }: RunPlace): boolean {
  return Boolean(env[READER_VARIABLE]) || cwd.split(/[\\/]/).some((name) => name.startsWith(READER_FOLDER));
}
