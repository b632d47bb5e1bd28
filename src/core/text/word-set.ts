/** Words that are written as lists, with spaces and line ends between them. */
export const wordSet = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/\s+/)).filter(Boolean));
