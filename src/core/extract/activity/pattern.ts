/**
 * A regular expression that is too long for one line. Line ends and the spaces around them say nothing; any
 * other space is one.
 */
export const pattern = (source: string, flags = ""): RegExp =>
  new RegExp(source.trim().replace(/\s*\n\s*/g, ""), flags);
