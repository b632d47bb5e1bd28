import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Act, perform } from "../../acts/act.ts";
import type { AnswerOf } from "../../api/ask.ts";
import { type AnswerState, useAnswer, useMoves } from "../../api/use-answer.ts";
import { entriesOf, type InboxEntry } from "./inbox-entries.ts";

/** Somebody who clears an inbox acts faster than a whole inbox is read. */
const SETTLE_MS = 350;

/** The entries of the inbox, without those that were just decided on. */
export function useInbox(review: AnswerState<AnswerOf<"review">> | undefined) {
  const stale = useAnswer("staleList", {}, { isLive: false });
  const hiding = useHiding(review?.answer, stale.answer);
  const reload = useReload([() => review?.reload(), stale.reload]);
  useMoves(reload);
  const entries = entriesOf(review?.answer, stale.answer).filter(({ key }) => !hiding.hidden.has(key));
  const decide: Decide = (act, decided, onUndone) => {
    const keys = decided.map(({ key }) => key);
    hiding.hide(keys);
    const back = (): void => {
      hiding.unhide(keys);
      reload();
    };
    const undone = (): void => {
      back();
      onUndone?.();
    };
    void perform(act, { onFailed: back, onUndone: undone }).then((isDone) => {
      if (!isDone) return;
      hiding.settle(keys);
      reload();
    });
  };
  return { stale, entries, decide, decided: hiding.count };
}

/** Decides on entries, which are gone from the list at once. */
export type Decide = (act: Act, decided: readonly InboxEntry[], onUndone?: () => void) => void;

/** Reads again once nobody has acted for a moment. */
function useReload(reloads: readonly (() => void)[]): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(reloads);
  current.current = reloads;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const reload of current.current) reload();
    }, SETTLE_MS);
  }, []);
}

type Hidden = ReadonlyMap<string, "asked" | "done">;

/** Entries that were decided on are gone at once. One that comes back with the next reading is shown again. */
function useHiding(...answers: readonly unknown[]) {
  const [hidden, setHidden] = useState<Hidden>(new Map());
  const [count, setCount] = useState(0);
  useEffect(
    () => setHidden((before) => new Map([...before].filter(([, state]) => state === "asked"))),
    answers,
  );
  const change = (keys: readonly string[], state: "asked" | "done" | undefined) =>
    setHidden((before) => {
      const next = new Map(before);
      for (const key of keys) {
        if (state === undefined) next.delete(key);
        else next.set(key, state);
      }
      return next;
    });
  const add = (more: number) => setCount((before) => Math.max(0, before + more));
  return {
    hidden,
    count,
    hide: (keys: readonly string[]) => {
      add(keys.length);
      change(keys, "asked");
    },
    settle: (keys: readonly string[]) => change(keys, "done"),
    unhide: (keys: readonly string[]) => {
      add(-keys.length);
      change(keys, undefined);
    },
  };
}
