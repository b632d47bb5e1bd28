import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type AnswerOf, type ApiFailure, failureOf, look, type VerbInputOf, type VerbName } from "./ask.ts";
import { isAway, isReadingHeld, live } from "./live.ts";

export type AnswerState<Answer> = {
  /** The last answer. It stays while a newer one is loading. */
  readonly answer: Answer | undefined;
  /** When the answer was requested, by `performance.now`; zero before the first request. */
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
  /** Time to wait for the next input, because somebody is still typing. */
  readonly settleMs?: number;
};

/** Several events often arrive together; one request answers all of them. */
const GATHER_MS = 120;
/** A person who clears an inbox acts faster than the inbox can be read. */
const AFTER_ACT_MS = 350;

/** Calls a verb, and calls it again whenever its input changes or the tape grows. */
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
  // A running request is awaited first: on a tape that keeps growing, nothing else would ever be shown.
  const underWay = useRef({ is: false, again: false });
  const reload = useCallback(() => {
    if (underWay.current.is) underWay.current.again = true;
    else setTurn((before) => before + 1);
  }, []);
  // The key represents the input, the turn a reload.
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
  // An answer that failed while the server was away is requested again, even if it does not change with the tape.
  useMoves(reload, isOn && (isLive || state.failure !== undefined));
  return { answer: undefined, failure: undefined, ...state, reload };
}

/** Calls back shortly after the tape grew, after an act of this page, or after the server came back. */
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
