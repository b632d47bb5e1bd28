import { commandLine } from "../../../surfaces/verbs/command-line.ts";
import { perform } from "../../acts/act.ts";
import type { Unit } from "../../acts/review-acts.ts";
import { ask } from "../../api/ask.ts";
import { CopyCommand } from "../../parts/copy-command.tsx";
import { Ago, ItemLink } from "../../parts/item-mark.tsx";
import { Empty, FailureNotice, Waiting } from "../../parts/notices.tsx";
import { SaidLine } from "../../parts/said.tsx";
import { addressOf } from "../../shell/route.ts";
import type { ViewProps } from "../../shell/view-props.ts";
import { DecisionList } from "./decision-list.tsx";
import type { InboxEntry } from "./inbox-entries.ts";
import { useInbox } from "./use-inbox.ts";

/** Everything that wants a decision, one key each. */
export function InboxView({ isReadOnly, review }: ViewProps) {
  const { stale, entries, decide, decided } = useInbox(review);
  const failure = review.failure ?? stale.failure;
  const isReading = review.answer === undefined && review.failure === undefined;
  return (
    <div class="view inbox">
      <header class="view-head">
        <h1>Inbox</h1>
        <p class="lead">
          {isReading ? "Reading…" : headline(entries)}
          {decided > 0 && <span class="quiet"> · {decided} decided in this visit</span>}
        </p>
        <Progress left={entries.length} decided={decided} />
      </header>
      {failure && <FailureNotice failure={failure} retry={review.reload} />}
      {isReading && <Waiting />}
      <DecisionList entries={entries} decide={decide} isReadOnly={isReadOnly} />
      {entries.length === 0 && !isReading && stale.answer !== undefined && <AllClear decided={decided} />}
      <Ended items={review.answer?.ended ?? []} isReadOnly={isReadOnly} onDone={review.reload} />
    </div>
  );
}

function headline(entries: readonly InboxEntry[]): string {
  const doubtful = entries.filter(({ group }) => group === "stale").length;
  const waiting = entries.length - doubtful;
  if (entries.length === 0) return "Nothing waits for you.";
  const wants = waiting === 1 ? "1 statement wants a decision" : `${waiting} statements want a decision`;
  const doubts = doubtful === 1 ? "1 item is doubtful" : `${doubtful} items are doubtful`;
  return `${[...(waiting > 0 ? [wants] : []), ...(doubtful > 0 ? [doubts] : [])].join(", ")}.`;
}

function Progress({ left, decided }: { readonly left: number; readonly decided: number }) {
  if (decided === 0) return null;
  return (
    <progress class="progress" max={left + decided} value={decided} aria-label="Decided in this visit">
      {decided}
    </progress>
  );
}

function AllClear({ decided }: { readonly decided: number }) {
  return (
    <Empty title={decided > 0 ? "All clear" : "Nothing waits for you"}>
      <p>
        What agents will be told stands as you left it: <a href={addressOf("now")}>see the next brief</a>.
      </p>
      <p class="quiet">
        New statements arrive here when a session ends, or when you run <code>tidemark worker --once</code>.
      </p>
    </Empty>
  );
}

type EndedProps = {
  readonly items: readonly Unit[];
  readonly isReadOnly: boolean;
  readonly onDone: () => void;
};

/** Statements that a person gave up in their own words since the last look. Nothing is asked; it can be undone. */
function Ended({ items, isReadOnly, onDone }: EndedProps) {
  if (items.length === 0) return null;
  const bringBack = (item: Unit): void => {
    const command = commandLine({ verb: "undo", words: [item.label] });
    const run = async () => [(await ask("undo", { id: item.id })).item.label];
    void perform({ name: "Bring back", done: `${item.label} holds again`, command, run }).then(onDone);
  };
  return (
    <section class="group ended" aria-label="Ended">
      <header>
        <h2>
          Ended <span class="count">{items.length}</span>
        </h2>
        <p class="quiet">given up in somebody's own words since you last looked</p>
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
              <button type="button" class="act plain" onClick={() => bringBack(item)}>
                Bring back
              </button>
            )}
          </li>
        ))}
      </ul>
      <CopyCommand command="tidemark review --keep-all" />
    </section>
  );
}
