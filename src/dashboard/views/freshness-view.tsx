import type { AnswerOf } from "../api/ask.ts";
import { OverTime } from "../charts/over-time.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Empty, FailureNotice, Waiting } from "../parts/notices.tsx";
import { ViewHead } from "../parts/view-head.tsx";
import { addressOf, replaceAddress } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { DecisionList } from "./inbox/decision-list.tsx";
import { REASON_NAMES } from "./inbox/inbox-entries.ts";
import { useInbox } from "./inbox/use-inbox.ts";

/** Stale items by reason, with one key for each decision. */
export function FreshnessView({ route, isReadOnly }: ViewProps) {
  const { stale, entries, decide } = useInbox(undefined);
  const only = route.query.get("reason") ?? "";
  const shown = entries.filter(({ warning }) => only === "" || warning?.reason === only);
  const { answer } = stale;
  return (
    <div class="view freshness">
      <ViewHead
        title="Freshness"
        command="tidemark stale list"
        lead="Items that may be out of date. Nothing ends until you decide."
      />
      {stale.failure && <FailureNotice failure={stale.failure} retry={stale.reload} />}
      {answer === undefined && stale.isLoading && <Waiting />}
      {answer && answer.warnings.length > 0 && <Reasons report={answer} only={only} />}
      <DecisionList entries={shown} decide={decide} isReadOnly={isReadOnly} />
      {answer && entries.length === 0 && (
        <Empty title="Nothing is stale">
          <p>
            An item is listed here when it expires, when nobody has confirmed it for a long time, or when the
            code that it cites changes.
          </p>
        </Empty>
      )}
      {answer && answer.counts.snoozed > 0 && (
        <div class="row quiet">
          {answer.counts.snoozed} snoozed <CopyCommand command="tidemark stale list --all" />
        </div>
      )}
    </div>
  );
}

type FreshnessReport = AnswerOf<"staleList">;

function Reasons({ report, only }: { readonly report: FreshnessReport; readonly only: string }) {
  const counts = Object.entries(report.counts.reasons).sort(([, a], [, b]) => b - a);
  const most = counts[0]?.[1] ?? 1;
  const since = report.warnings.map(({ since: at }) => ({ at: Date.parse(at), value: 1 }));
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
        <h2>Stale since</h2>
        <OverTime
          dated={since}
          says="Stale items by the day since which they are stale"
          height={84}
          empty="Their dates lie in the future."
        />
      </div>
    </section>
  );
}
