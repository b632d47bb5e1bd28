/** Set in every process below a coding agent that reads sessions for Tidemark. */
export const READER_VARIABLE = "TIDEMARK_READER";
/** The prefix of the folder in which such an agent runs. A host may give its hooks no environment, but it gives them their folder. */
export const READER_FOLDER = "tidemark-reader-";

type RunPlace = {
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
};

/**
 * True inside a coding agent that reads sessions for Tidemark. Such a run is neither recorded nor given any context, and it calls no model,
 * so that a reader can never start another reader.
 */
export function isReaderRun({ env, cwd }: RunPlace): boolean {
  return Boolean(env[READER_VARIABLE]) || cwd.split(/[\\/]/).some((name) => name.startsWith(READER_FOLDER));
}
