import { useState } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import { perform } from "../acts/act.ts";
import { type AnswerOf, ask } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, Name } from "../parts/item-mark.tsx";
import { Answered } from "../parts/notices.tsx";
import { shownText } from "../parts/shown-text.ts";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { Figure } from "./item-view.tsx";

/** Whether everything works: what waits, what failed, and the command that puts it right. */
export function HealthView({ isReadOnly }: ViewProps) {
  const status = useAnswer("status", {});
  const worker = useAnswer("workerStatus", {});
  const [isAsked, setAsked] = useState(false);
  const isQuick = (status.answer?.tape.events ?? Number.POSITIVE_INFINITY) < QUICK_EVENTS;
  const doctor = useAnswer("doctor", {}, { isLive: false, isOn: isAsked || isQuick });
  const sessions = useAnswer("sessionList", { limit: 200 });
  return (
    <div class="view health">
      <header class="view-head">
        <h1>Health</h1>
        <p class="lead">What waits, what failed, and the command that puts it right.</p>
      </header>
      <Answered state={status}>{(answer) => <Sizes status={answer} />}</Answered>
      <div class="columns">
        <div class="stack">
          {!isQuick && !isAsked && status.answer && <Examine onExamine={() => setAsked(true)} />}
          <Answered state={doctor}>{(answer) => <Findings findings={answer.findings} />}</Answered>
        </div>
        <div class="stack">
          <Answered state={worker}>
            {(answer) => <Queue worker={answer} isReadOnly={isReadOnly} onDone={worker.reload} />}
          </Answered>
          <Answered state={sessions}>{(answer) => <Hosts sessions={answer.sessions} />}</Answered>
        </div>
      </div>
    </div>
  );
}

/** The doctor reads every event; above so many somebody has to ask for it. */
const QUICK_EVENTS = 20_000;

function Examine({ onExamine }: { readonly onExamine: () => void }) {
  return (
    <section class="card stack">
      <h2>Findings of the doctor</h2>
      <p class="quiet">
        The doctor reads the whole tape. That takes some seconds, and nothing else is answered meanwhile.
      </p>
      <div class="row">
        <button type="button" class="act main" onClick={onExamine}>
          Examine the memory
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
      <Figure value={items} says="items that hold" />
      <Figure value={status.sessions.total} says="sessions" />
      <Figure value={megabytes(status.memory.bytes)} says="on disk" />
      <Figure value={rejected + lost + foreign} says="events not taken in" />
      <Figure value={status.recording?.is_on === false ? "off" : "on"} says="recording" />
    </section>
  );
}

type Finding = AnswerOf<"doctor">["findings"][number];

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <section class="card">
      <h2>
        Findings of the doctor <span class="count">{findings.length}</span>
      </h2>
      {findings.length === 0 && <p class="good">Everything that can be checked is in order.</p>}
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
  readonly isReadOnly: boolean;
  readonly onDone: () => void;
};
type QueuedSession = QueueProps["worker"]["dead"][number];

function Queue({ worker, isReadOnly, onDone }: QueueProps) {
  const { due, waiting, dead } = worker;
  const retry = ({ id }: QueuedSession): void => {
    const command = commandLine({ verb: "worker retry", words: [id] });
    const run = async (): Promise<readonly string[]> => {
      await ask("workerRetry", { id });
      return [];
    };
    void perform({ name: "Try again", done: "It will be tried again", command, run }).then(onDone);
  };
  return (
    <section class="card">
      <h2>Queue</h2>
      <div class="figures">
        <Figure value={due} says="sessions to read" />
        <Figure value={waiting.length} says="to be tried again" />
        <Figure value={dead.length} says="given up" />
      </div>
      {[...dead, ...waiting].map((session) => (
        <div key={session.id} class="queued">
          <a href={addressOf("session", session.id)}>
            <Name text={session.id} max={40} />
          </a>
          {session.error !== undefined && <p class="quiet">{shownText(session.error)}</p>}
          {!isReadOnly && (
            <button type="button" class="act" onClick={() => retry(session)}>
              Try again
            </button>
          )}
        </div>
      ))}
      {due + waiting.length + dead.length === 0 && <p class="quiet">Every session has been read.</p>}
    </section>
  );
}

type Session = AnswerOf<"sessionList">["sessions"][number];

function Hosts({ sessions }: { readonly sessions: readonly Session[] }) {
  const hosts = new Map<string, { last: string; count: number }>();
  for (const { host, last_at } of sessions) {
    const known = hosts.get(host) ?? { last: "", count: 0 };
    const [last = ""] = [known.last, last_at].sort().reverse();
    hosts.set(host, { last, count: known.count + 1 });
  }
  return (
    <section class="card">
      <h2>
        Hosts <span class="quiet">when each was last heard</span>
      </h2>
      {hosts.size === 0 && (
        <>
          <p class="quiet">No host has recorded anything yet.</p>
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
              <Ago at={last} /> <span class="quiet">{count === 1 ? "1 session" : `${count} sessions`}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
