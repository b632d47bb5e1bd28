import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { type Act, perform } from "../acts/act.ts";
import { type AnswerOf, ask } from "../api/ask.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { Ago, ItemLink, Name } from "../parts/item-mark.tsx";
import { SaidLine, StoredText } from "../parts/said.tsx";
import { ShownPart } from "../parts/table.tsx";

type Board = NonNullable<AnswerOf<"status">["work"]>;
type Plan = Board["plans"][string]["list"][number];
type Handoff = Board["handoffs"]["list"][number];

const TITLES: { readonly [status: string]: string } = {
  in_progress: "In progress",
  blocked: "Blocked",
  todo: "To do",
};

type WorkBoardProps = { readonly board: Board; readonly isReadOnly: boolean };

/** Plans by status, and notes to the next agent. */
export function WorkBoard({ board, isReadOnly }: WorkBoardProps) {
  const { plans, handoffs } = board;
  const lists = Object.entries(plans).filter(([, { total }]) => total > 0);
  return (
    <>
      <section class="card">
        <h2>
          Handoffs <span class="count">{handoffs.total}</span>
        </h2>
        {handoffs.total === 0 && <p class="quiet">No open handoff.</p>}
        {handoffs.list.map((handoff) => (
          <HandoffRow key={handoff.id} handoff={handoff} isReadOnly={isReadOnly} />
        ))}
        <ShownPart shown={handoffs.list.length} total={handoffs.total} />
      </section>
      <section class="card">
        <h2>Plans</h2>
        {lists.length === 0 && <p class="quiet">No open plan.</p>}
        {lists.map(([status, { list, total }]) => (
          <section key={status} class="plans">
            <h3>
              {TITLES[status] ?? status} <span class="count">{total}</span>
            </h3>
            {list.map((plan) => (
              <PlanRow key={plan.id} plan={plan} />
            ))}
            <ShownPart shown={list.length} total={total} />
          </section>
        ))}
      </section>
    </>
  );
}

function PlanRow({ plan }: { readonly plan: Plan }) {
  const { label, text, owner, steps, steps_done, age_days, waits_for } = plan;
  return (
    <div class="plan">
      <SaidLine text={text} max={160} />
      <p class="facts">
        <ItemLink label={label} />
        <Name text={owner} max={30} />
        {steps > 0 && (
          <span>
            {steps_done} of {steps} steps
          </span>
        )}
        <span>
          {age_days === 0
            ? "changed today"
            : `no progress for ${age_days} ${age_days === 1 ? "day" : "days"}`}
        </span>
        {waits_for.length > 0 && <span>waits for {waits_for.join(", ")}</span>}
      </p>
      {steps > 0 && <progress max={steps} value={steps_done} aria-label={`Steps of ${label}`} />}
    </div>
  );
}

type HandoffProps = { readonly handoff: Handoff; readonly isReadOnly: boolean };

function closeAct({ label }: Handoff): Act {
  return {
    name: "Close",
    done: `Closed ${label}`,
    command: commandLine({ verb: "handoff close", words: [label] }),
    run: async () => [(await ask("handoffClose", { id: label })).item.label],
  };
}

function HandoffRow({ handoff, isReadOnly }: HandoffProps) {
  const act = closeAct(handoff);
  return (
    <div class="handoff">
      <StoredText text={handoff.text} />
      <p class="facts">
        <ItemLink label={handoff.label} />
        <span>
          <Name text={String(handoff.from ?? handoff.created_by)} max={30} />
          {" → "}
          <Name text={String(handoff.to ?? "anybody")} max={30} />
        </span>
        <Ago at={handoff.created_at} />
      </p>
      {!isReadOnly && <ActButtons acts={[{ act, onAct: () => void perform(act) }]} />}
    </div>
  );
}
