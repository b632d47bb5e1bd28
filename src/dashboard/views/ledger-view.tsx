import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { fateReason } from "../../surfaces/verbs/fate-reasons.ts";
import type { AnswerOf } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Columns } from "../charts/columns.tsx";
import { ScoreBar } from "../charts/score-bar.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, ItemLink, Name } from "../parts/item-mark.tsx";
import { Answered, Empty } from "../parts/notices.tsx";
import { SaidLine } from "../parts/said.tsx";
import { shownLine, shownText } from "../parts/shown-text.ts";
import { ShownPart, Table } from "../parts/table.tsx";
import { dateText } from "../parts/times.ts";
import { ViewHead } from "../parts/view-head.tsx";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { reasonForLine, sectionName } from "./brief-lines.ts";

type Entry = AnswerOf<"ledger">["bundles"][number];

/** Every bundle that was given: to whom, with what, and why each item was included or left out. */
export function LedgerView({ route }: ViewProps) {
  const state = useAnswer("ledger", { limit: 300 });
  return (
    <div class="view ledger">
      <ViewHead
        title="Ledger"
        command="tidemark ledger"
        lead="Every text that an agent was given, with the reason for each line and each omission."
      />
      {route.id !== "" && <BundlePage id={route.id} />}
      <Answered state={state}>
        {({ bundles, total }) =>
          total === 0 ? (
            <Empty title="No agent has been told anything yet">
              <p>Each session starts with a brief. The first one will be listed here.</p>
            </Empty>
          ) : (
            <>
              {route.id === "" && <TokensChart bundles={bundles} />}
              <BundleTable bundles={bundles} total={total} current={route.id} />
            </>
          )
        }
      </Answered>
    </div>
  );
}

/** When each sort of text is given. */
const INTENT_NAMES: { readonly [intent: string]: string } = {
  brief: "session start",
  context: "prompt",
  action: "tool call",
};

/** The maximum number of columns that can be distinguished. */
const SESSIONS_MAX = 60;

/** Tokens told to each session, the newest last. */
function TokensChart({ bundles }: { readonly bundles: readonly Entry[] }) {
  const bySession = new Map<string, { tokens: number; readonly title: string }>();
  for (const { session, id, at, agent, tokens = 0 } of [...bundles].reverse()) {
    const title = `${shownLine(session ?? id, 40)}, ${shownLine(agent, 30)}, ${dateText(at)}`;
    const known = bySession.get(session ?? id) ?? { tokens: 0, title };
    known.tokens += tokens;
    bySession.set(session ?? id, known);
  }
  const sessions = [...bySession.values()];
  const mean = sessions.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, sessions.length);
  return (
    <section class="card">
      <h2>
        Tokens per session <span class="quiet">{Math.round(mean).toLocaleString()} on average</span>
      </h2>
      <Columns
        columns={sessions.slice(-SESSIONS_MAX).map(({ tokens, title }) => ({ title, value: tokens }))}
        height={64}
        says="Tokens told to each session, the newest last"
        ends={["", "newest"]}
        unit="tokens"
      />
    </section>
  );
}

type BundleTableProps = {
  readonly bundles: readonly Entry[];
  readonly total: number;
  readonly current: string;
};

function BundleTable({ bundles, total, current }: BundleTableProps) {
  return (
    <>
      <Table columns={["When", "To", "For", "Lines per section", "#Tokens", "#Omitted"]}>
        {bundles.map((entry) => (
          <tr key={entry.id} aria-current={entry.id === current}>
            <td>
              <a href={addressOf("ledger", entry.id)}>
                <Ago at={entry.at} />
              </a>
            </td>
            <td>
              <Name text={entry.agent} max={26} />
            </td>
            <td>
              {entry.forgotten ? "forgotten" : (INTENT_NAMES[entry.intent ?? ""] ?? entry.intent)}
              {entry.query !== undefined && <span class="quiet"> “{shownLine(entry.query, 60)}”</span>}
            </td>
            <td class="quiet">
              {(entry.blocks ?? []).map(({ name, lines }) => `${sectionName(name)} ${lines}`).join(", ")}
            </td>
            <td class="right number" data-unit="tokens">
              {(entry.tokens ?? 0).toLocaleString()}
            </td>
            <td class="right number" data-unit="omitted">
              {Object.values(entry.dropped ?? {}).reduce((sum, count) => sum + (count ?? 0), 0)}
            </td>
          </tr>
        ))}
      </Table>
      <ShownPart shown={bundles.length} total={total} />
    </>
  );
}

function BundlePage({ id }: { readonly id: string }) {
  const state = useAnswer("ledgerShow", { id, why: true }, { isLive: false });
  return (
    <Answered state={state}>
      {(bundle) => (
        <section class="card stack">
          <h2>
            Given to <Name text={bundle.agent} max={40} />
            <span class="quiet">
              <Ago at={bundle.at} />
              {bundle.session !== undefined && (
                <a href={addressOf("session", bundle.session)}> in its session</a>
              )}
            </span>
            <a class="close" href={addressOf("ledger")}>
              Close
            </a>
          </h2>
          <pre class="given" dir="auto">
            {bundle.text === "" ? "Empty: nothing was relevant." : shownText(bundle.text)}
          </pre>
          <Candidates candidates={bundle.candidates} />
          <CopyCommand
            command={commandLine({ verb: "ledger show", words: [bundle.id], options: { why: true } })}
          />
        </section>
      )}
    </Answered>
  );
}

type Candidate = AnswerOf<"ledgerShow">["candidates"][number];

function Candidates({ candidates }: { readonly candidates: readonly Candidate[] }) {
  const most = Math.max(0.001, ...candidates.map(({ score = 0 }) => score));
  if (candidates.length === 0) return null;
  const isScored = candidates.some(({ score }) => score !== undefined);
  return (
    <Table columns={["Item", "Section", "Why", ...(isScored ? ["Score"] : [])]}>
      {candidates.map(({ id, label = id, text = "", block, fate, score, parts = {} }) => (
        <tr key={`${block} ${id}`} class={fate === "given" ? "" : "out"}>
          <td>
            <ItemLink label={label} /> <SaidLine text={text} max={90} />
          </td>
          <td>{shownLine(sectionName(block), 30)}</td>
          <td>{fate === "given" ? reasonForLine(block) : fateReason(fate)}</td>
          {isScored && <td>{score !== undefined && <ScoreBar parts={parts} most={most} />}</td>}
        </tr>
      ))}
    </Table>
  );
}
