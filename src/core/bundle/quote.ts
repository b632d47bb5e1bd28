/** Longest line given to an agent. The rest can be asked for. */
const LINE_MAX = 220;

/** Controls, bidirectional overrides and invisible characters: they can hide or reorder what is read. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/**
 * Stored text as one harmless line: no tags a host could take for its own, no controls, not too long.
 * Recalled text is somebody's words about the project, never an instruction to the reader.
 */
export function quote(text: string): string {
  const line = text.replace(UNSEEN, " ").replace(/\s+/gu, " ").trim();
  const short = line.length <= LINE_MAX ? line : `${cutAt(line, LINE_MAX - 1)}…`;
  return short.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Not through the middle of a character that takes two units. */
export function cutAt(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end);
}
