import { useEffect, useState } from "preact/hooks";

/** A value that parts of the page subscribe to. */
export type ObservedValue<Value> = {
  readonly now: () => Value;
  readonly set: (next: Value) => void;
  /** Subscribes to changes; the returned function unsubscribes. */
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

/** The current value. The component is drawn again when it changes. */
export function useObserved<Value>({ now, listen }: ObservedValue<Value>): Value {
  const [value, setValue] = useState(now);
  useEffect(() => {
    setValue(now);
    return listen((next) => setValue(() => next));
  }, []);
  return value;
}
