import { useEffect, useRef, useState } from "preact/hooks";
import { type AnswerOf, type ApiFailure, failureOf, look } from "../api/ask.ts";
import { useMoves } from "../api/use-answer.ts";

export type TapeLine = AnswerOf<"tape">["events"][number];

/** Events fetched at once. Pages stay in memory; the farthest are dropped first. */
const PAGE = 200;
const PAGES_MAX = 40;

/** Events of the tape by position, fetched page by page as the reader scrolls. */
export function useTapeRows() {
  const [end, setEnd] = useState(0);
  const [timeline, setTimeline] = useState<NonNullable<AnswerOf<"tape">["timeline"]>>([]);
  const [failure, setFailure] = useState<ApiFailure>();
  const [, redraw] = useState(0);
  const pages = useRef(new Map<number, readonly TapeLine[] | "asked">());
  const fetchPage = (page: number): void => {
    const known = pages.current;
    if (known.has(page)) return;
    known.set(page, "asked");
    look("tape", { after: page * PAGE, limit: PAGE }, new AbortController().signal).then(
      ({ events }) => {
        known.set(page, events);
        if (known.size > PAGES_MAX) known.delete(farthest([...known.keys()], page));
        redraw((before) => before + 1);
      },
      (error) => {
        known.delete(page);
        setFailure(failureOf(error));
      },
    );
  };
  const readEnd = (): void => {
    look("tape", { limit: 1, timeline: true }, new AbortController().signal).then(
      (answer) => {
        // The last page may have grown.
        pages.current.delete(Math.floor(Math.max(0, answer.end - 1) / PAGE));
        setEnd(answer.end);
        setTimeline(answer.timeline ?? []);
        setFailure(undefined);
      },
      (error) => setFailure(failureOf(error)),
    );
  };
  // Read once at the start, and again when the tape grows.
  useEffect(readEnd, []);
  useMoves(useRef(readEnd).current);
  const rowAt = (position: number): TapeLine | undefined => {
    const found = pages.current.get(Math.floor((position - 1) / PAGE));
    return found === undefined || found === "asked" ? undefined : found[(position - 1) % PAGE];
  };
  const want = (from: number, to: number): void => {
    for (let page = Math.floor((from - 1) / PAGE); page <= Math.floor((to - 1) / PAGE); page++)
      fetchPage(Math.max(0, page));
  };
  return { end, timeline, failure, rowAt, want, reload: readEnd };
}

const farthest = (pages: readonly number[], from: number): number =>
  pages.reduce((far, page) => (Math.abs(page - from) > Math.abs(far - from) ? page : far), from);
