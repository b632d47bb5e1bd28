import { useEffect, useRef } from "preact/hooks";

/** What a key does; the name is that of the browser, `A` is a with shift. */
export type KeyActs = { readonly [key: string]: () => void };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && ["checkbox", "range"].includes(target.type));

/** Enter and space mean the button or link that has the focus. */
const isOwnOfControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === "Enter" || key === " ") && target instanceof HTMLElement && target.closest("a, button") !== null;

/** Listens to single keys while a part of the page is shown. Keys in a text field are letters. */
export function useKeys(acts: KeyActs): void {
  const current = useRef(acts);
  current.current = acts;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isOwnOfControl(event)) return;
      const act = current.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}

type KeyGroup = {
  readonly title: string;
  readonly keys: readonly { readonly key: string; readonly says: string }[];
};

/** What `?` lists. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    keys: [
      { key: "?", says: "List the keys" },
      { key: "/", says: "Search the memory" },
      { key: "1 … 7", says: "Go to a view" },
      { key: "j k", says: "Next, previous" },
      { key: "Enter", says: "Open" },
      { key: "u", says: "Undo the last act" },
      { key: "t", says: "Light, dark, or as the system" },
      { key: "Esc", says: "Close" },
    ],
  },
  {
    title: "Inbox and Freshness",
    keys: [
      { key: "a", says: "Accept, keep, or still true" },
      { key: "d", says: "Drop, reject, or end it" },
      { key: "e", says: "Edit the words, then accept" },
      { key: "s", says: "Ask again in two weeks (stale items)" },
      { key: "b", says: "Both hold (conflicts)" },
      { key: "v", says: "Show or hide the evidence" },
      { key: "x", says: "Select, for an act on several" },
      { key: "A D", says: "The same for the selection, or for the whole group" },
      { key: "c", says: "Copy the command of the accepting act" },
    ],
  },
];
