/** A set of words from lists that are written with spaces and line ends. */
export const wordSet = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/\s+/)).filter(Boolean));
