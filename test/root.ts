/** The checkout. Tests and benches are started by its scripts, which stand in it. */
export const ROOT = process.cwd();
