/** A value that is made when it is first asked for: a pattern that most hooks do not need, a store that is closed again. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
