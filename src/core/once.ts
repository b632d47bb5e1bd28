/** Computes a value at its first use: a pattern that most hooks do not need, or the closing of a store. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
