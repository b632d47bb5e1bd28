import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { ask, failureOf } from "../api/ask.ts";
import { holdReading } from "../api/live.ts";
import { showToast } from "../shell/toast-list.ts";

/** Something that the page can do to the memory. */
export type Act = {
  /** What the button says. */
  readonly name: string;
  /** What is said once it is done. */
  readonly done: string;
  /** The command that does the same. */
  readonly command: string;
  /** Does it, and gives the ids whose last act an undo takes back. */
  readonly run: () => Promise<readonly string[]>;
};

type PerformedAct = {
  readonly act: Act;
  readonly ids: readonly string[];
  readonly after?: (() => void) | undefined;
};

/** Acts of this visit that can be taken back, the last one last. */
const performed: PerformedAct[] = [];

/** One after the other, so that what was decided first is on the tape first. */
let queue: Promise<unknown> = Promise.resolve();

/** Acts that the server has not answered yet. */
let waiting = 0;

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1;
  holdReading(1);
  const next = queue.then(work, work).finally(() => {
    waiting -= 1;
    holdReading(-1);
  });
  queue = next.catch(() => undefined);
  return next;
}

/** Asks before a page is closed on which something was decided that is not on the tape yet. */
export function guardWaitingActs(): void {
  addEventListener("beforeunload", (event) => {
    if (waiting > 0) event.preventDefault();
  });
}

/** What a view does when an act is over. */
export type ActOutcome = {
  readonly onFailed?: () => void;
  /** Called when the act was taken back. */
  readonly onUndone?: () => void;
};

/** Does an act, says so, and offers to take it back. True when it was done. */
export function perform(act: Act, { onFailed, onUndone }: ActOutcome = {}): Promise<boolean> {
  return enqueue(async () => {
    try {
      const ids = await act.run();
      performed.push({ act, ids, after: onUndone });
      showToast({ text: act.done, command: act.command, undo: () => void undoLast() });
      return true;
    } catch (error) {
      onFailed?.();
      const { message, fix } = failureOf(error);
      showToast({ text: message, tone: "bad", ...(fix === undefined ? {} : { fix }) });
      return false;
    }
  });
}

/** Takes the last act of this visit back. */
export function undoLast(): Promise<void> {
  return enqueue(async () => {
    const last = performed.pop();
    if (last === undefined) {
      showToast({ text: "Nothing to undo: you have decided nothing on this page yet." });
      return;
    }
    try {
      for (const id of [...last.ids].reverse()) await ask("undo", { id });
      last.after?.();
      const command = commandLine({ verb: "undo", words: [...last.ids.slice(0, 1)] });
      showToast({ text: `Taken back: ${last.act.done}`, command });
    } catch (error) {
      const { message, fix } = failureOf(error);
      showToast({ text: message, tone: "bad", ...(fix === undefined ? {} : { fix }) });
    }
  });
}
