/** A field of a response of unknown shape. Numbers are list indexes. */
export function fieldAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** A count of tokens, or undefined if there is none. */
export function countAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const count = fieldAt(value, ...path);
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
