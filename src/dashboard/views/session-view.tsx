import { useEffect } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import type { AnswerOf } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, Name } from "../parts/item-mark.tsx";
import { Answered } from "../parts/notices.tsx";
import { StoredText } from "../parts/said.tsx";
import { shownText } from "../parts/shown-text.ts";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";

/** One conversation, turn by turn. */
export function SessionView({ route }: ViewProps) {
  const state = useAnswer("sessionShow", { id: route.id, limit: 400 });
  const at = Number(route.query.get("at") ?? 0);
  return (
    <div class="view session">
      <Answered state={state}>{(answer) => <Replay shown={answer} at={at} />}</Answered>
    </div>
  );
}

type RecordedSession = AnswerOf<"sessionShow">;

function Replay({ shown, at }: { readonly shown: RecordedSession; readonly at: number }) {
  const { session, turns, left_out } = shown;
  useEffect(() => document.querySelector("[data-asked='true']")?.scrollIntoView({ block: "center" }), []);
  return (
    <>
      <header class="view-head">
        <p class="facts">
          <a href={addressOf("tape", "", { tab: "sessions" })}>Sessions</a>
        </p>
        <h1>
          <Name text={session.id} max={80} />
        </h1>
        <p class="facts">
          <Name text={session.agent} max={40} />
          <span class="status">{session.status}</span>
          <span>{session.turns} turns</span>
          <Ago at={session.last_at} />
        </p>
      </header>
      {left_out > 0 && <p class="quiet">{left_out.toLocaleString()} earlier turns are not shown.</p>}
      <ol class="turns">
        {turns.map(({ position, role, text, tool, at: when, own }) => (
          <li key={position} class={`turn ${own ? "own" : role}`} data-asked={position === at}>
            <p class="facts">
              <strong>{own ? "tidemark" : shownText(tool ?? role)}</strong>
              <Ago at={when} />
              <a href={addressOf("tape", "", { tab: "moment", at: String(position) })}>memory then</a>
            </p>
            <StoredText text={text} />
          </li>
        ))}
      </ol>
      <CopyCommand command={commandLine({ verb: "session show", words: [session.id] })} />
    </>
  );
}
