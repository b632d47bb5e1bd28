/** A regular expression over several lines. Line ends and the spaces around them are removed; any other space is kept. */
export const pattern = (source: string, flags = ""): RegExp =>
  new RegExp(source.trim().replace(/\s*\n\s*/g, ""), flags);
