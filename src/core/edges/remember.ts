/** Maximum number of cached texts, and maximum length of one. Units are compared many times; whole turns may be a megabyte each. */
const KEPT_MAX = 4000;
const LETTERS_MAX = 500_000;

/** Caches a function of a text. */
export function memoized<Read>(read: (text: string) => Read): (text: string) => Read {
  const kept = new Map<string, Read>();
  let letters = 0;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const fresh = read(text);
    const isFull = kept.size >= KEPT_MAX || letters > LETTERS_MAX;
    if (isFull) kept.clear();
    letters = text.length + (isFull ? 0 : letters);
    kept.set(text, fresh);
    return fresh;
  };
}
