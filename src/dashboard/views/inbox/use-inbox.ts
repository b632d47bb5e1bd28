import { useEffect, useState } from "preact/hooks";
import { type Act, perform } from "../../acts/act.ts";
import type { AnswerOf } from "../../api/ask.ts";
import { type AnswerState, useAnswer } from "../../api/use-answer.ts";
import { decidedAgain, entriesOf, GROUPS, type InboxEntry } from "./inbox-entries.ts";

/** The entries of the inbox, without those that were just decided on. */
export function useInbox(review: AnswerState<AnswerOf<"review">> | undefined) {
  // Waiting entries are shown first: stale items take longer to compute.
  const isFirst = review !== undefined && review.answer === undefined && review.failure === undefined;
  const stale = useAnswer("staleList", {}, { isOn: !isFirst });
  const read = entriesOf(review?.answer, stale.answer);
  const readAt = Math.min(review?.askedAt ?? Number.POSITIVE_INFINITY, stale.askedAt);
  const hiding = useHiding(readAt);
  const [returned, setReturned] = useState<readonly ReturnedEntry[]>([]);
  const entries = withReturned(read, returned, readAt).filter(({ key }) => !hiding.hidden.has(key));
  const decide: Decide = (act, decided, onUndone) => {
    const keys = decided.map(({ key }) => key);
    hiding.hide(keys);
    const undone = (): void => {
      const undoneAt = performance.now();
      const back = decided.map((entry) => ({ ...decidedAgain(entry), undoneAt }));
      setReturned((before) => [...before.filter(({ key }) => !keys.includes(key)), ...back]);
      hiding.unhide(keys);
      onUndone?.();
    };
    void perform(act, { onFailed: () => hiding.unhide(keys), onUndone: undone }).then((isDone) => {
      if (!isDone) return;
      setReturned((before) => before.filter(({ key }) => !keys.includes(key)));
      hiding.settle(keys);
    });
  };
  return { stale, entries, decide, decided: hiding.count };
}

type ReturnedEntry = InboxEntry & { readonly undoneAt: number };

/**
 * Entries of which a decision was undone are there at once, and those of a kept item until they are decided on again: the
 * memory counts that item as looked at by then.
 */
function withReturned(
  entries: readonly InboxEntry[],
  returned: readonly ReturnedEntry[],
  readAt: number,
): InboxEntry[] {
  const back = returned.filter(({ group, undoneAt }) => group === "kept" || undoneAt > readAt);
  const keys = new Set(back.map(({ key }) => key));
  const all = [...entries.filter(({ key }) => !keys.has(key)), ...back];
  return GROUPS.flatMap((group) => all.filter((entry) => entry.group === group));
}

/** Decides on entries, which disappear from the list at once. */
export type Decide = (act: Act, decided: readonly InboxEntry[], onUndone?: () => void) => void;

/** Keys of decided entries, with the time of the decision; zero while the request is running. */
type Hidden = ReadonlyMap<string, number>;

/**
 * Entries that were decided on are gone at once. What was read before a decision was done may still hold its entry; what
 * was asked for after it tells the truth, also of an entry that somebody brought back elsewhere.
 */
function useHiding(readAt: number) {
  const [hidden, setHidden] = useState<Hidden>(new Map());
  const [count, setCount] = useState(0);
  useEffect(
    () => setHidden((before) => new Map([...before].filter(([, doneAt]) => doneAt === 0 || doneAt > readAt))),
    [readAt],
  );
  const change = (changed: readonly string[], doneAt: number | undefined) =>
    setHidden((before) => {
      const next = new Map(before);
      for (const key of changed) {
        if (doneAt === undefined) next.delete(key);
        else next.set(key, doneAt);
      }
      return next;
    });
  const add = (more: number) => setCount((before) => Math.max(0, before + more));
  return {
    hidden,
    count,
    hide: (decided: readonly string[]) => {
      add(decided.length);
      change(decided, 0);
    },
    settle: (decided: readonly string[]) => change(decided, performance.now()),
    unhide: (decided: readonly string[]) => {
      add(-decided.length);
      change(decided, undefined);
    },
  };
}
