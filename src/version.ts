/** A test keeps this equal to package.json, so that no file has to be read at every start. */
export const VERSION = "0.1.0";
