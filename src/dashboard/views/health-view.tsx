import { useState } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { type Act, perform } from "../acts/act.ts";
import { type AnswerOf, ask } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { StackedBar } from "../charts/stacked-bar.tsx";
import { ActButtons } from "../parts/act-buttons.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, Name } from "../parts/item-mark.tsx";
import { Answered } from "../parts/notices.tsx";
import { shownLine, shownText } from "../parts/shown-text.ts";
import { ViewHead } from "../parts/view-head.tsx";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { Figure } from "./item-view.tsx";

/** The state of the memory: what waits, what failed, and the command that repairs it. */
export function HealthView({ isAdmin }: ViewProps) {
  const status = useAnswer("status", {});
  const worker = useAnswer("workerStatus", {});
  const [isAsked, setAsked] = useState(false);
  const isQuick = (status.answer?.tape.events ?? Number.POSITIVE_INFINITY) < QUICK_EVENTS;
  const doctor = useAnswer("doctor", {}, { isLive: false, isOn: isAdmin === true && (isAsked || isQuick) });
  const sessions = useAnswer("sessionList", { limit: 200 });
  return (
    <div class="view health">
      <ViewHead
        title="Health"
        command="tidemark status"
        lead="The queue, failures, and the command that repairs each."
      />
      <Answered state={status}>{(answer) => <Sizes status={answer} />}</Answered>
      <div class="columns">
        <div class="stack">
          {isAdmin === false && (
            <p class="quiet">To see the doctor's findings, sign in with the role admin.</p>
          )}
          {isAdmin && !isQuick && !isAsked && status.answer && <Examine onExamine={() => setAsked(true)} />}
          <Answered state={doctor}>{(answer) => <Findings findings={answer.findings} />}</Answered>
        </div>
        <div class="stack">
          <Answered state={worker}>
            {(answer) => (
              <Queue worker={answer} sessions={status.answer?.sessions.total} canRetry={isAdmin === true} />
            )}
          </Answered>
          <Answered state={sessions}>{(answer) => <Hosts {...answer} />}</Answered>
        </div>
      </div>
    </div>
  );
}

/** The doctor reads every event. Above this many events it runs only on request. */
const QUICK_EVENTS = 20_000;

function Examine({ onExamine }: { readonly onExamine: () => void }) {
  return (
    <section class="card stack">
      <h2>Doctor</h2>
      <p class="quiet">The doctor reads the whole tape. The page waits some seconds until it is done.</p>
      <div class="row">
        <button type="button" class="act main" onClick={onExamine}>
          Run the doctor
        </button>
        <CopyCommand command="tidemark doctor" />
      </div>
    </section>
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;

function Sizes({ status }: { readonly status: AnswerOf<"status"> }) {
  const items = Object.values(status.items).reduce((sum, count) => sum + count, 0);
  const { rejected, lost, foreign } = status;
  return (
    <section class="card figures wide">
      <Figure value={status.tape.events} says="events on the tape" />
      <Figure value={items} says="live items" />
      <Figure value={status.sessions.total} says="sessions" />
      <Figure value={megabytes(status.memory.bytes)} says="on disk" />
      <Figure value={rejected + lost + foreign} says="rejected events" />
      <Figure value={status.recording?.is_on === false ? "off" : "on"} says="recording" />
    </section>
  );
}

type Finding = AnswerOf<"doctor">["findings"][number];

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <section class="card">
      <h2>
        Doctor's findings <span class="count">{findings.length}</span>
      </h2>
      {findings.length === 0 && <p class="good">No problem found.</p>}
      <ul class="findings">
        {findings.map(({ code, level, message, fix, about }) => (
          <li key={`${code} ${message}`} class={level}>
            <p>{shownText(message)}</p>
            <p class="facts">
              <span class="status">{level}</span>
              <span>{shownText(code)}</span>
              {about !== undefined && <Name text={about} max={80} />}
            </p>
            <CopyCommand command={fix} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type QueueProps = {
  readonly worker: AnswerOf<"workerStatus">;
  /** Total number of sessions. */
  readonly sessions: number | undefined;
  readonly canRetry: boolean;
};
type QueuedSession = QueueProps["worker"]["dead"][number];

function Queue({ worker, sessions, canRetry }: QueueProps) {
  const { due, waiting, dead } = worker;
  const total = sessions ?? due + waiting.length + dead.length;
  // Reading a session again changes no item: there is nothing to undo.
  const retry = ({ id }: QueuedSession): Act => {
    const command = commandLine({ verb: "worker retry", words: [id] });
    const run = async (): Promise<readonly string[]> => {
      await ask("workerRetry", { id });
      return [];
    };
    return { name: "Retry", done: `${shownLine(id, 40)} will be read again`, command, run };
  };
  return (
    <section class="card">
      <h2>Queue</h2>
      <StackedBar
        says="Sessions by state"
        parts={[
          { name: "read", value: Math.max(0, total - due - waiting.length - dead.length), tone: "a" },
          { name: "to read", value: due, tone: "b" },
          { name: "to retry", value: waiting.length, tone: "late" },
          { name: "failed", value: dead.length, tone: "bad" },
        ]}
      />
      {[...dead, ...waiting].map((session) => (
        <div key={session.id} class="queued">
          <a href={addressOf("session", session.id)}>
            <Name text={session.id} max={40} />
          </a>
          {session.error !== undefined && <p class="quiet">{shownText(session.error)}</p>}
          {canRetry && (
            <ActButtons acts={[{ act: retry(session), onAct: () => void perform(retry(session)) }]} />
          )}
        </div>
      ))}
      {due + waiting.length + dead.length === 0 && (
        <p class="quiet">{total === 0 ? "No session is recorded yet." : "Every session is read."}</p>
      )}
    </section>
  );
}

type Session = AnswerOf<"sessionList">["sessions"][number];

function Hosts({ sessions, total }: { readonly sessions: readonly Session[]; readonly total: number }) {
  const hosts = new Map<string, { last: string; count: number }>();
  for (const { host, last_at } of sessions) {
    const known = hosts.get(host) ?? { last: "", count: 0 };
    const [last = ""] = [known.last, last_at].sort().reverse();
    hosts.set(host, { last, count: known.count + 1 });
  }
  return (
    <section class="card">
      <h2>
        Hosts{" "}
        <span class="quiet">
          last recorded event{total > sessions.length ? `, of the last ${sessions.length} sessions` : ""}
        </span>
      </h2>
      {hosts.size === 0 && (
        <>
          <p class="quiet">No host is recorded yet.</p>
          <CopyCommand command="tidemark init --hosts all" />
        </>
      )}
      <dl class="fields">
        {[...hosts].map(([host, { last, count }]) => (
          <div key={host} class="field-row">
            <dt>
              <Name text={host} max={40} />
            </dt>
            <dd>
              <Ago at={last} /> <span class="quiet">· {count === 1 ? "1 session" : `${count} sessions`}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
