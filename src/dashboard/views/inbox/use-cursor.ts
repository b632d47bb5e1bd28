import { useEffect, useRef, useState } from "preact/hooks";

/** The position of the keyboard cursor in a list, first at the entry that a link names. If its entry goes, the next one takes its place. */
export function useCursor(keys: readonly string[], asked?: string) {
  const isHeld = useRef(false);
  const [cursor, setCursor] = useState<{ readonly key: string; readonly at: number }>({ key: "", at: 0 });
  // Until the reader moves it, the cursor stays at the top, whatever arrives there.
  const found = isHeld.current ? keys.indexOf(cursor.key) : -1;
  const at = found >= 0 ? found : Math.max(0, Math.min(cursor.at, keys.length - 1));
  const key = keys[at] ?? "";
  const isMoved = useRef(false);
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(index, keys.length - 1));
    isMoved.current = true;
    isHeld.current = true;
    setCursor({ key: keys[next] ?? "", at: next });
  };
  const to = (name: string): void => {
    isMoved.current = true;
    isHeld.current = true;
    setCursor({ key: name, at });
  };
  useEffect(() => {
    const isNew = key !== cursor.key;
    if (isNew) setCursor({ key, at });
    if (!isMoved.current && !isNew) return;
    isMoved.current = false;
    const row = document.querySelector<HTMLElement>("[data-cursor='true']");
    row?.scrollIntoView({ block: "nearest" });
    const isElsewhere =
      document.activeElement?.closest("[data-rows]") || document.activeElement === document.body;
    if (isElsewhere) row?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (asked !== undefined) go(keys.indexOf(asked));
  }, [asked]);
  return { key, at, go, next: () => go(at + 1), previous: () => go(at - 1), to };
}
