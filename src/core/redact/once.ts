/** A value that is made when it is first asked for: most hooks end before they need most patterns. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
