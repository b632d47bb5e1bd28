import { useEffect, useRef } from "preact/hooks";

/** Actions by key. Keys have the browser's names; `A` is shift and a. */
export type KeyActs = { readonly [key: string]: () => void };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && ["checkbox", "range"].includes(target.type));

/** Enter and space activate the focused button or link. */
const isOwnOfControl = ({ key, target }: KeyboardEvent): boolean =>
  (key === "Enter" || key === " ") && target instanceof HTMLElement && target.closest("a, button") !== null;

/** An open dialog receives all keys: Escape closes it, and nothing behind it can be decided unseen. */
const isBehindDialog = ({ key }: KeyboardEvent): boolean =>
  key !== "?" && document.querySelector("dialog[open]") !== null;

/** Listens to single keys while a part of the page is shown. Keys typed into a text field are left alone. */
export function useKeys(acts: KeyActs): void {
  const current = useRef(acts);
  current.current = acts;
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isOwnOfControl(event) || isBehindDialog(event)) return;
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

/** The list that `?` shows. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: "Everywhere",
    keys: [
      { key: "?", says: "Show this list" },
      { key: "/", says: "Search" },
      { key: "1 … 7", says: "Go to a view" },
      { key: "j k", says: "Next, previous" },
      { key: "Enter", says: "Open" },
      { key: "u", says: "Undo your last act" },
      { key: "t", says: "Switch the theme" },
      { key: "Esc", says: "Close, or clear the selection" },
    ],
  },
  {
    title: "Inbox, Freshness and item pages",
    keys: [
      { key: "a", says: "Accept, keep, or still true" },
      { key: "d", says: "Drop, reject, or end" },
      { key: "e", says: "Edit the text; Enter saves" },
      { key: "s", says: "Snooze a stale item two weeks" },
      { key: "b", says: "Keep both sides of a conflict" },
      { key: "v", says: "Show or hide evidence" },
      { key: "x", says: "Select" },
      { key: "A D", says: "Accept or drop the selection, or the group" },
      { key: "c", says: "Copy the command for “a”" },
    ],
  },
  {
    title: "Memory and Tape",
    keys: [
      { key: "v", says: "Show the parts of a score" },
      { key: "g G", says: "Newest, oldest event" },
      { key: "← →", says: "Move the as-of position" },
      { key: "b", says: "Compare the brief then and now" },
    ],
  },
];
