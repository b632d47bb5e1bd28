import type { ComponentChildren } from "preact";
import { type ApiFailure, isUnanswered } from "../api/ask.ts";
import { isAway, live } from "../api/live.ts";
import type { AnswerState } from "../api/use-answer.ts";
import { useObserved } from "../shell/observed.ts";
import { CopyCommand } from "./copy-command.tsx";
import { shownText } from "./shown-text.ts";

type EmptyProps = { readonly title: string; readonly children?: ComponentChildren };

/** An empty state: what would be shown here, and how to get it. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <svg viewBox="0 0 120 28" aria-hidden="true">
        <path d="M2 10c10 0 10-7 20-7s10 7 20 7 10-7 20-7 10 7 20 7 10-7 20-7 10 7 16 7" />
        <path d="M2 22c10 0 10-7 20-7s10 7 20 7 10-7 20-7 10 7 20 7 10-7 20-7 10 7 16 7" />
      </svg>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

type FailureProps = { readonly failure: ApiFailure; readonly retry?: () => void };

/** What failed and what to do, with the command to copy. */
export function FailureNotice({ failure, retry }: FailureProps) {
  const isServerAway = isAway(useObserved(live));
  const { message, fix = "" } = failure;
  const command = /tidemark [a-z][^`]*$/.exec(fix)?.[0];
  const advice = command === undefined ? fix : fix.slice(0, -command.length);
  // The top of the page says why, and which command helps.
  if (isServerAway && isUnanswered(failure)) return <p class="quiet">Waiting for the server.</p>;
  return (
    <div class="failure" role="alert">
      <p class="strong">{shownText(message)}</p>
      {advice !== "" && <p>{shownText(advice)}</p>}
      <div class="row">
        {command !== undefined && <CopyCommand command={command} />}
        {retry && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

type AnsweredProps<Answer> = {
  readonly state: AnswerState<Answer>;
  readonly children: (answer: Answer) => ComponentChildren;
};

/** Shows an answer once it has arrived, and a placeholder before. An answer stays while a newer one fails to load. */
export function Answered<Answer>({ state, children }: AnsweredProps<Answer>) {
  const { answer, failure, isLoading, reload } = state;
  return (
    <>
      {failure !== undefined && !isLoading && <FailureNotice failure={failure} retry={reload} />}
      {answer !== undefined && children(answer)}
      {answer === undefined && isLoading && <Waiting />}
    </>
  );
}

/** Placeholder lines where text will appear. */
export function Waiting() {
  return (
    <div class="waiting" role="status" aria-label="Loading">
      <i />
      <i />
      <i />
    </div>
  );
}
