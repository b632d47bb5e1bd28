import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { fateReason } from "../../surfaces/verbs/fate-reasons.ts";
import { type Act, perform } from "../acts/act.ts";
import { type AnswerOf, ask } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { ActButtons } from "../parts/act-buttons.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, ItemLink, Name } from "../parts/item-mark.tsx";
import { Answered, Empty } from "../parts/notices.tsx";
import { SaidLine, StoredText } from "../parts/said.tsx";
import { shownText } from "../parts/shown-text.ts";
import { ShownPart } from "../parts/table.tsx";
import { ViewHead } from "../parts/view-head.tsx";
import type { ViewProps } from "../shell/view-props.ts";
import { briefLine, reasonForLine } from "./brief-lines.ts";

/** What the next session would be told and why, and the state of the work. */
export function NowView({ isReadOnly }: ViewProps) {
  const brief = useAnswer("brief", { why: true });
  const agents = useAnswer("agents", {});
  const board = useAnswer("status", { work: true });
  return (
    <div class="view now">
      <ViewHead
        title="Now"
        command="tidemark brief --why"
        lead="What the next session is told before its first prompt, and the open work."
      />
      <div class="columns">
        <div class="stack">
          <Answered state={brief}>{(answer) => <BriefCard brief={answer} />}</Answered>
        </div>
        <div class="stack">
          <Answered state={agents}>{(answer) => <AgentList agents={answer.agents} />}</Answered>
          <Answered state={board}>
            {({ work }) => work && <WorkBoard board={work} isReadOnly={isReadOnly} />}
          </Answered>
        </div>
      </div>
    </div>
  );
}

type Brief = Pick<AnswerOf<"brief">, "text" | "blocks" | "tokens" | "candidates">;

type BriefCardProps = {
  readonly brief: Brief;
  readonly title?: string;
  /** Another brief: lines that it does not have are marked. */
  readonly other?: Brief | undefined;
};

export function BriefCard({ brief, title = "The next brief", other }: BriefCardProps) {
  const { blocks, tokens, candidates = [] } = brief;
  const known = other && new Set(other.blocks.flatMap(({ lines }) => lines));
  if (brief.text === "")
    return (
      <section class="card">
        <h2>{title}</h2>
        <Empty title="The brief is empty">
          <p>Nothing is stored yet. Record a statement, or wait until a session has ended.</p>
          <CopyCommand command={'tidemark remember "We build with pnpm" --kind decision'} />
        </Empty>
      </section>
    );
  return (
    <section class="card brief">
      <h2>
        {title} <span class="quiet">about {tokens.toLocaleString()} tokens</span>
      </h2>
      {blocks.map(({ name, title: heading, lines, left_out }) => (
        <section key={name} class="block">
          <h3>
            {shownText(heading)}
            {left_out > 0 && <span class="quiet"> · {left_out} omitted</span>}
          </h3>
          <ul>
            {lines.map((line) => (
              <BriefRow key={line} line={line} block={name} isNew={known?.has(line) === false} />
            ))}
          </ul>
        </section>
      ))}
      <LeftOut candidates={candidates} />
    </section>
  );
}

type BriefRowProps = { readonly line: string; readonly block: string; readonly isNew: boolean };

function BriefRow({ line, block, isNew }: BriefRowProps) {
  const { text, labels, source } = briefLine(line);
  return (
    <li class={isNew ? "new" : ""}>
      <StoredText text={text} />
      <p class="facts">
        {labels.map((label) => (
          <ItemLink key={label} label={label} />
        ))}
        {source !== "" && <span>{shownText(source)}</span>}
        <span class="why">{reasonForLine(block, text)}</span>
      </p>
    </li>
  );
}

type Fate = NonNullable<Brief["candidates"]>[number];

const OMITTED_MAX = 100;

function LeftOut({ candidates }: { readonly candidates: readonly Fate[] }) {
  const out = candidates.filter(({ fate }) => fate !== "given");
  if (out.length === 0) return null;
  return (
    <details class="left-out">
      <summary>
        {out.length === 1 ? "1 item has no line of its own" : `${out.length} items have no line of their own`}
      </summary>
      <ul>
        {out.slice(0, OMITTED_MAX).map(({ id, label = id, text = "", block, fate }) => (
          <li key={`${block} ${id}`}>
            <ItemLink label={label} /> <SaidLine text={text} max={120} />{" "}
            <span class="quiet">{fateReason(fate)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

type Agent = AnswerOf<"agents">["agents"][number];

function AgentList({ agents }: { readonly agents: readonly Agent[] }) {
  return (
    <section class="card">
      <h2>
        Agents <span class="quiet">changes since each was last here</span>
      </h2>
      {agents.length === 0 && <p class="quiet">No agent has worked here yet.</p>}
      {agents.map((agent) => (
        <AgentRow key={`${agent.agent} ${agent.worktree}`} agent={agent} />
      ))}
    </section>
  );
}

function AgentRow({ agent }: { readonly agent: Agent }) {
  const { items, items_left_out, cursor, since_at } = agent;
  const count = items.length + items_left_out;
  return (
    <details class="agent">
      <summary>
        <Name text={agent.agent} />
        <span class="quiet">{cursor === "set" ? <Ago at={since_at} /> : "never here"}</span>
        <span class={count > 0 ? "status on" : "status"}>{count === 0 ? "up to date" : `${count} new`}</span>
      </summary>
      <ul>
        {items.map(({ id, label, text }) => (
          <li key={id}>
            <ItemLink label={label} /> <SaidLine text={text} max={120} />
          </li>
        ))}
        {items_left_out > 0 && <li class="quiet">and {items_left_out} more</li>}
      </ul>
      <CopyCommand command={commandLine({ verb: "resume", options: { agent: agent.agent } })} />
    </details>
  );
}

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
function WorkBoard({ board, isReadOnly }: WorkBoardProps) {
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
