import { perform, undoLast } from "../../acts/act.ts";
import { bringBackAct } from "../../acts/item-acts.ts";
import { seenAct, type Unit } from "../../acts/review-acts.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { CopyCommand } from "../../parts/copy-command.tsx";
import { Ago, ItemLink } from "../../parts/item-mark.tsx";
import { Empty, FailureNotice, Waiting } from "../../parts/notices.tsx";
import { SaidLine } from "../../parts/said.tsx";
import { ViewHead } from "../../parts/view-head.tsx";
import { addressOf } from "../../shell/route.ts";
import type { ViewProps } from "../../shell/view-props.ts";
import { DecisionList } from "./decision-list.tsx";
import type { InboxEntry } from "./inbox-entries.ts";
import { useInbox } from "./use-inbox.ts";

/** Every entry that needs a decision, one key each. */
export function InboxView({ route, isReadOnly, review }: ViewProps) {
  const { stale, entries, decide, decided } = useInbox(review);
  const failure = review.failure ?? stale.failure;
  const isReading = review.answer === undefined && review.failure === undefined;
  return (
    <div class="view inbox">
      <ViewHead
        title="Inbox"
        command="tidemark review"
        lead={
          <>
            {isReading ? "Loading…" : headline(entries)}
            {decided > 0 && <span class="quiet"> · {decided} decided in this visit</span>}
          </>
        }
      >
        {!isReadOnly && entries.length > 0 && <KeyHints />}
        <Progress left={entries.length} decided={decided} />
      </ViewHead>
      {isReadOnly && entries.length > 0 && (
        <p class="notice">You can look at everything. To decide, sign in with the role curator.</p>
      )}
      {failure && <FailureNotice failure={failure} retry={review.reload} />}
      {isReading && <Waiting />}
      <DecisionList entries={entries} decide={decide} isReadOnly={isReadOnly} asked={route.id} />
      {entries.length === 0 && !isReading && stale.answer !== undefined && <AllClear decided={decided} />}
      <Ended
        items={review.answer?.ended ?? []}
        isReadOnly={isReadOnly}
        isLast={entries.every(({ group }) => group !== "kept")}
      />
    </div>
  );
}

function headline(entries: readonly InboxEntry[]): string {
  const doubtful = entries.filter(({ group }) => group === "stale").length;
  const waiting = entries.length - doubtful;
  if (entries.length === 0) return "Nothing to decide.";
  const wants = waiting === 1 ? "1 statement needs a decision" : `${waiting} statements need a decision`;
  const doubts = doubtful === 1 ? "1 item is stale" : `${doubtful} items are stale`;
  return `${[...(waiting > 0 ? [wants] : []), ...(doubtful > 0 ? [doubts] : [])].join(", ")}.`;
}

/** The keys that a new user needs. Undo is a button, so that it is seen before it is needed. */
function KeyHints() {
  return (
    <p class="hints quiet">
      <span>
        <kbd>a</kbd> accept <kbd>d</kbd> drop <kbd>e</kbd> edit <kbd>j k</kbd> move <kbd>?</kbd> all keys
      </span>
      <button type="button" class="link" onClick={() => void undoLast()}>
        Undo the last decision <kbd>u</kbd>
      </button>
    </p>
  );
}

function Progress({ left, decided }: { readonly left: number; readonly decided: number }) {
  if (decided === 0) return null;
  return (
    <progress class="progress" max={left + decided} value={decided} aria-label="Decided in this visit" />
  );
}

function AllClear({ decided }: { readonly decided: number }) {
  const { answer: status } = useAnswer("status", {});
  const isNew = status?.sessions.total === 0 && Object.values(status.items).every((count) => count === 0);
  if (isNew) return <FirstSteps />;
  return (
    <Empty title={decided > 0 ? "Inbox cleared" : "Nothing to decide"}>
      <p>
        <a href={addressOf("now")}>See what the next session will be told</a>
      </p>
      <p class="quiet">
        New statements arrive when a session ends. To read sessions now, run{" "}
        <code>tidemark worker --once</code>.
      </p>
    </Empty>
  );
}

/** Shown to a person who opens the page before anything was recorded. */
function FirstSteps() {
  return (
    <Empty title="This memory is empty">
      <p>
        Tidemark records the sessions of your coding agents and keeps what was decided in them. What it keeps
        is listed here, so that you can check it.
      </p>
      <p>Set up your coding agents, so that their next sessions are recorded:</p>
      <CopyCommand command="tidemark init --hosts all" />
      <p>Read the sessions that your agents have already had here:</p>
      <CopyCommand command="tidemark import" />
    </Empty>
  );
}

type EndedProps = {
  readonly items: readonly Unit[];
  readonly isReadOnly: boolean;
  /** True if everything that was kept has been decided on, so that all of it can be marked as seen. */
  readonly isLast: boolean;
};

/** Statements that a person gave up in their own words since the last look. No answer is needed, and an undo is offered. */
function Ended({ items, isReadOnly, isLast }: EndedProps) {
  if (items.length === 0) return null;
  return (
    <section class="group ended" aria-label="Ended">
      <header>
        <h2>
          Ended <span class="count">{items.length}</span>
        </h2>
        <p class="quiet">A person said that they no longer apply</p>
        {isLast && !isReadOnly && (
          <button
            type="button"
            class="act plain"
            title={seenAct.command}
            onClick={() => void perform(seenAct)}
          >
            {seenAct.name}
          </button>
        )}
      </header>
      <ul>
        {items.map((item) => (
          <li key={item.id} class="entry">
            <span class="entry-row">
              <SaidLine text={item.text} />
              <span class="facts">
                <ItemLink label={item.label} />
                <Ago at={item.changed_at} />
              </span>
            </span>
            {!isReadOnly && (
              <button
                type="button"
                class="act plain"
                title={bringBackAct(item).command}
                onClick={() => void perform(bringBackAct(item))}
              >
                Bring back
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
