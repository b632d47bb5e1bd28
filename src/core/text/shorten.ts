/** The beginning of a text; a character that takes two units is not cut in two. */
export function cutAt(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end);
}

/** A text of at most `max` characters; the last of one that was cut is "…". */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${cutAt(text, max - 1)}…`;
