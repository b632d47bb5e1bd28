import { commandLine } from "../../surfaces/verbs/command-line.ts";
import type { AnswerOf } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Ago, Name } from "../parts/item-mark.tsx";
import { Answered } from "../parts/notices.tsx";
import { StoredText } from "../parts/said.tsx";
import { shownText } from "../parts/shown-text.ts";
import { ViewHead } from "../parts/view-head.tsx";
import { useKeys } from "../shell/keys.ts";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { useCursor } from "./inbox/use-cursor.ts";

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
  const keys = turns.map(({ position }) => String(position));
  const cursor = useCursor(keys, keys.includes(String(at)) ? String(at) : undefined);
  const moment = (position: string): string => addressOf("tape", "", { tab: "moment", at: position });
  useKeys({
    j: cursor.next,
    k: cursor.previous,
    Enter: () => {
      location.hash = moment(cursor.key);
    },
  });
  return (
    <>
      <ViewHead
        title={<Name text={session.id} max={80} />}
        command={commandLine({ verb: "session show", words: [session.id] })}
      >
        <p class="facts">
          <a href={addressOf("tape", "", { tab: "sessions" })}>Sessions</a>
          <Name text={session.agent} max={40} />
          <span class="status">{session.status}</span>
          <span>{session.turns} turns</span>
          <Ago at={session.last_at} />
        </p>
      </ViewHead>
      {left_out > 0 && (
        <p class="quiet">
          {left_out.toLocaleString()} earlier turns are not shown.{" "}
          {at > 0 && !keys.includes(String(at)) && (
            <a href={addressOf("tape", "", { at: String(at) })}>Show the linked turn on the tape</a>
          )}
        </p>
      )}
      <ol class="turns" data-rows>
        {turns.map(({ position, role, text, tool, at: when, own }) => (
          <li
            key={position}
            class={`turn ${own ? "own" : role}`}
            tabIndex={-1}
            data-cursor={String(position) === cursor.key}
            data-asked={position === at}
          >
            <p class="facts">
              <strong>{own ? "tidemark" : shownText(tool ?? role)}</strong>
              <Ago at={when} />
              <a href={moment(String(position))}>memory then</a>
            </p>
            <StoredText text={text} />
          </li>
        ))}
      </ol>
    </>
  );
}
