import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type AnswerOf, type ApiFailure, failureOf, look, type VerbInputOf, type VerbName } from "./ask.ts";
import { isAway, isReadingHeld, live } from "./live.ts";

export type AnswerState<Answer> = {
  /** The last answer; it stays while a newer one is on its way. */
  readonly answer: Answer | undefined;
  /** When the answer was asked for, as `performance.now` counts; zero before the first one. */
  readonly askedAt: number;
  readonly failure: ApiFailure | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
};

export type AnswerOptions = {
  /** False while the input is not known yet. */
  readonly isOn?: boolean;
  /** False for answers that do not change when the tape moves. */
  readonly isLive?: boolean;
  /** Waits so long for the next input: somebody is still typing. */
  readonly settleMs?: number;
};

/** Several events often arrive together; they are answered by one request. */
const GATHER_MS = 120;
/** Somebody who clears an inbox acts faster than a whole inbox is read. */
const AFTER_ACT_MS = 350;

/** Asks a verb, again whenever its input changes, and again whenever the tape moved. */
export function useAnswer<Name extends VerbName>(
  name: Name,
  input: VerbInputOf<Name>,
  { isOn = true, isLive = true, settleMs = 0 }: AnswerOptions = {},
): AnswerState<AnswerOf<Name>> {
  type HeldAnswer = { answer?: AnswerOf<Name>; askedAt: number; failure?: ApiFailure; isLoading: boolean };
  const [state, setState] = useState<HeldAnswer>({ askedAt: 0, isLoading: isOn });
  const [turn, setTurn] = useState(0);
  const asked = useRef(input);
  asked.current = input;
  const key = JSON.stringify(input);
  // A request that is under way is answered first: on a tape that keeps moving, nothing else would ever be shown.
  const underWay = useRef({ is: false, again: false });
  const reload = useCallback(() => {
    if (underWay.current.is) underWay.current.again = true;
    else setTurn((before) => before + 1);
  }, []);
  // The key stands for the input, the turn for a reload.
  useEffect(() => {
    if (!isOn) return;
    const control = new AbortController();
    const own = { is: true, again: false };
    underWay.current = own;
    const settled = (next: (before: HeldAnswer) => HeldAnswer): void => {
      if (control.signal.aborted) return;
      own.is = false;
      setState(next);
      if (own.again) reload();
    };
    setState((before) => ({ ...before, isLoading: true }));
    const timer = setTimeout(() => {
      const askedAt = performance.now();
      look(name, asked.current, control.signal).then(
        (answer) => settled(() => ({ answer, askedAt, isLoading: false })),
        (error) => settled((before) => ({ ...before, failure: failureOf(error), isLoading: false })),
      );
    }, settleMs);
    return () => {
      clearTimeout(timer);
      control.abort();
      own.is = false;
    };
  }, [name, key, isOn, turn, settleMs]);
  // An answer that failed while the server was away is asked for again, even if it does not change with the tape.
  useMoves(reload, isOn && (isLive || state.failure !== undefined));
  const { answer, askedAt, failure, isLoading } = state;
  return { answer, askedAt, failure, isLoading, reload };
}

/** Calls back a moment after the tape moved, after an act of this page, or after the server came back. */
export function useMoves(onMove: () => void, isOn = true): void {
  useEffect(() => {
    if (!isOn) return;
    let seen = live.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => (isReadingHeld() ? wait(ms) : onMove()), ms);
    };
    const stop = live.listen((next) => {
      const isBack = isAway(seen) && next.link === "open";
      const isMoved = next.position !== seen.position && seen.position !== 0;
      const isActed = next.acts !== seen.acts;
      seen = next;
      if (isBack || isMoved || isActed) wait(isActed ? AFTER_ACT_MS : GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onMove, isOn]);
}
