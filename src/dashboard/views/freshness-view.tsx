import type { AnswerOf } from "../api/ask.ts";
import { Columns } from "../charts/columns.tsx";
import { columnsOverTime } from "../charts/time-buckets.ts";
import { Empty, FailureNotice, Waiting } from "../parts/notices.tsx";
import { addressOf, replaceAddress } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { DecisionList } from "./inbox/decision-list.tsx";
import { useInbox } from "./inbox/use-inbox.ts";

export const REASON_NAMES: { readonly [reason: string]: string } = {
  no_progress: "No progress",
  never_progressed: "Never begun",
  not_accepted: "Not picked up",
  old_note: "Old note",
  not_reviewed: "Not reviewed",
  expired: "Expired",
  not_confirmed: "Not confirmed for long",
  file_gone: "File is gone",
  file_moved: "File was moved",
  symbol_changed: "Code changed",
  symbol_gone: "Code is gone",
  branch_gone: "Branch is gone",
  behind: "Many commits since",
};

/** What is doubtful, by reason, and one key to be done with each. */
export function FreshnessView({ route, isReadOnly }: ViewProps) {
  const { stale, entries, decide } = useInbox(undefined);
  const only = route.query.get("reason") ?? "";
  const shown = entries.filter(({ warning }) => only === "" || warning?.reason === only);
  const { answer } = stale;
  return (
    <div class="view freshness">
      <header class="view-head">
        <h1>Freshness</h1>
        <p class="lead">Doubts are computed and change nothing by themselves. You say what still holds.</p>
      </header>
      {stale.failure && <FailureNotice failure={stale.failure} retry={stale.reload} />}
      {answer === undefined && stale.isLoading && <Waiting />}
      {answer && answer.warnings.length > 0 && <Reasons report={answer} only={only} />}
      <DecisionList entries={shown} decide={decide} isReadOnly={isReadOnly} />
      {answer && entries.length === 0 && (
        <Empty title="Nothing is doubtful">
          <p>
            Items are flagged when they expire, when nobody confirms them for long, or when the code they name
            changes.
          </p>
        </Empty>
      )}
      {answer && answer.counts.snoozed > 0 && (
        <p class="quiet">{answer.counts.snoozed} more are left alone for now: tidemark stale list --all</p>
      )}
    </div>
  );
}

type FreshnessReport = AnswerOf<"staleList">;

function Reasons({ report, only }: { readonly report: FreshnessReport; readonly only: string }) {
  const now = Date.now();
  const counts = Object.entries(report.counts.reasons).sort(([, a], [, b]) => b - a);
  const most = counts[0]?.[1] ?? 1;
  const since = report.warnings.map(({ since: at }) => ({ at: Date.parse(at), value: 1 }));
  const columns = columnsOverTime(since, now);
  const choose = (reason: string): void =>
    replaceAddress(addressOf("freshness", "", { reason: reason === only ? "" : reason }));
  return (
    <section class="card freshness-head">
      <div>
        <h2>By reason</h2>
        <ul class="bars">
          {counts.map(([reason, count]) => (
            <li key={reason}>
              <button
                type="button"
                class="bar-row"
                aria-pressed={reason === only}
                onClick={() => choose(reason)}
              >
                <span>{REASON_NAMES[reason] ?? reason.replaceAll("_", " ")}</span>
                <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(count / most) * 100} height={8} />
                </svg>
                <span class="number">{count}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2>Doubtful since</h2>
        <Columns
          columns={columns}
          says="Doubtful items by since when"
          height={84}
          ends={[columns[0]?.title ?? "", "today"]}
        />
      </div>
    </section>
  );
}
