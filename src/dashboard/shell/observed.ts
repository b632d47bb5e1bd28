import { useEffect, useState } from "preact/hooks";

/** A value of the page that parts of it follow. */
export type ObservedValue<Value> = {
  readonly now: () => Value;
  readonly set: (next: Value) => void;
  /** Calls back at every change; what it gives back ends that. */
  readonly listen: (listener: (value: Value) => void) => () => void;
};

export function observable<Value>(first: Value): ObservedValue<Value> {
  let value = first;
  const listeners = new Set<(value: Value) => void>();
  return {
    now: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener(value);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value as it stands; the part is drawn again when it changes. */
export function useObserved<Value>({ now, listen }: ObservedValue<Value>): Value {
  const [value, setValue] = useState(now);
  useEffect(() => {
    setValue(now);
    return listen((next) => setValue(() => next));
  }, []);
  return value;
}
