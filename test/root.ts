/** The checkout. The scripts that start tests and benches run in its root folder. */
export const ROOT = process.cwd();
