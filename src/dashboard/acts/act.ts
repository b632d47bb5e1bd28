import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { ask, failureOf, isUnanswered } from "../api/ask.ts";
import { holdReading, isReadingHeld } from "../api/live.ts";
import { showToast } from "../shell/toast-list.ts";

/** Something that the page can do to the memory. */
export type Act = {
  /** What the button says. */
  readonly name: string;
  /** The message shown once it is done. */
  readonly done: string;
  /** The command that does the same. */
  readonly command: string;
  /** Performs the act and returns the ids that an undo must name. Without ids there is nothing to undo. */
  readonly run: () => Promise<readonly string[]>;
  /** True for an act that is itself an undo: then undoing it is a redo. */
  readonly isUndo?: true;
};

type PerformedAct = {
  readonly act: Act;
  readonly ids: readonly string[];
  readonly after?: (() => void) | undefined;
};

/** Acts of this visit that can be undone, the newest last. */
const performed: PerformedAct[] = [];

/** Acts run one after the other, so that they reach the tape in the order in which they were decided. */
let queue: Promise<unknown> = Promise.resolve();

function enqueue<T>(work: () => Promise<T>): Promise<T> {
  holdReading(1);
  const next = queue.then(work, work).finally(() => holdReading(-1));
  queue = next.catch(() => undefined);
  return next;
}

/** Asks before a page is closed while a decision is not on the tape yet. */
export function guardWaitingActs(): void {
  addEventListener("beforeunload", (event) => {
    if (isReadingHeld()) event.preventDefault();
  });
}

/** What a view does when an act has ended. */
export type ActOutcome = {
  readonly onFailed?: () => void;
  /** Called when the act was undone. */
  readonly onUndone?: () => void;
};

/** Performs an act, shows a message, and offers to undo it. True if it was done. */
export function perform(act: Act, { onFailed, onUndone }: ActOutcome = {}): Promise<boolean> {
  return enqueue(async () => {
    try {
      const ids = await act.run();
      const { done: text, command } = act;
      if (ids.length > 0) performed.push({ act, ids, after: onUndone });
      showToast({ text, command, ...(ids.length > 0 ? { undo: () => void undoLast() } : {}) });
      return true;
    } catch (error) {
      onFailed?.();
      showFailure(error);
      return false;
    }
  });
}

/** Undoes the last action of this visit. */
export function undoLast(): Promise<void> {
  return enqueue(async () => {
    const last = performed.pop();
    if (last === undefined) {
      showToast({ text: "Nothing to undo: you have not changed anything in this visit." });
      return;
    }
    try {
      const ids = [...last.ids].reverse();
      const redo = last.act.isUndo === true;
      for (const id of ids) await ask("undo", { id, redo });
      last.after?.();
      const command = ids
        .map((id) => commandLine({ verb: "undo", words: [id], options: { redo } }))
        .join(" && ");
      showToast({ text: `Undone: ${last.act.done}`, command });
    } catch (error) {
      // Without an answer nothing was undone, so the next undo refers to the same act.
      if (isUnanswered(failureOf(error))) performed.push(last);
      showFailure(error);
    }
  });
}

function showFailure(error: unknown): void {
  const { message, fix } = failureOf(error);
  showToast({ text: message, tone: "bad", ...(fix === undefined ? {} : { fix }) });
}
