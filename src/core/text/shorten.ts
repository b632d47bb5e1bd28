/** The beginning of a text. It never splits a surrogate pair. */
export function cutAt(text: string, end: number): string {
  const unit = text.charCodeAt(end - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? end - 1 : end);
}

/** Shortens a text to at most `max` characters. If it was cut, the last character is "…". */
export const shorten = (text: string, max: number): string =>
  text.length <= max ? text : `${cutAt(text, max - 1)}…`;
