/** Texts whose reading is kept. Units are compared with each other many times, and reading is pure, so keeping is safe. */
const KEPT_MAX = 4000;

/** The same function, which reads a text it has met before only once. */
export function remembering<Read>(read: (text: string) => Read): (text: string) => Read {
  const kept = new Map<string, Read>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const fresh = read(text);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(text, fresh);
    return fresh;
  };
}
