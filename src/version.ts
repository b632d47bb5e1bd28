/** Kept equal to package.json by a test, so that no file has to be read at every start. */
export const VERSION = "0.1.0";
