import { useEffect, useState } from "preact/hooks";
import { commandLine } from "../../surfaces/verbs/command-line.ts";
import type { AnswerOf } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { CopyCommand } from "../parts/copy-command.tsx";
import { ItemLink, KindMark } from "../parts/item-mark.tsx";
import { Answered } from "../parts/notices.tsx";
import { SaidLine } from "../parts/said.tsx";
import { dateTimeText } from "../parts/times.ts";
import { useKeys } from "../shell/keys.ts";
import { addressOf, replaceAddress } from "../shell/route.ts";
import { BriefCard } from "./now-view.tsx";

type MemoryThenProps = {
  /** Whether the briefs of then and now are shown too. */
  readonly isBrief: boolean;
  readonly end: number;
  readonly at: number;
  readonly timeline: NonNullable<AnswerOf<"tape">["timeline"]>;
};

/** Pause after the slider's last movement. */
const SLIDING_MS = 180;

/** The memory at a position beside its present state, and the brief of then beside the brief of now. */
export function MemoryThen({ end, at, timeline, isBrief }: MemoryThenProps) {
  const position = Math.min(end, at > 0 ? at : end);
  const [slid, setSlid] = useState(position);
  // A link or a step back in the history moves the slider too.
  useEffect(() => setSlid(position), [at]);
  const shown = slid > 0 && slid <= end ? slid : position;
  const show = (next: number, withBrief = isBrief): void => {
    const place = Math.max(1, Math.min(end, next));
    setSlid(place);
    const brief = withBrief ? "1" : "";
    replaceAddress(addressOf("tape", "", { tab: "moment", at: String(place), brief }));
  };
  const state = useAnswer(
    "asOf",
    { position: shown, limit: 200, brief: isBrief },
    { settleMs: SLIDING_MS, isLive: false },
  );
  useKeys({
    ArrowLeft: () => show(shown - 1),
    ArrowRight: () => show(shown + 1),
    b: () => show(shown, !isBrief),
  });
  return (
    <>
      <section class="card moment">
        <label for="moment">
          Position <strong class="number">{shown.toLocaleString()}</strong> of {end.toLocaleString()}
          <span class="quiet"> · {dateTimeText(timeAt(timeline, shown))}</span>
        </label>
        <input
          id="moment"
          type="range"
          min={1}
          max={end}
          value={shown}
          onInput={({ currentTarget }) => show(Number(currentTarget.value))}
        />
        <div class="row">
          <button type="button" class="act" aria-pressed={isBrief} onClick={() => show(shown, !isBrief)}>
            {isBrief ? "Hide briefs" : "Compare with the brief now"} <kbd>b</kbd>
          </button>
          <CopyCommand
            command={commandLine({ verb: "as-of", words: [String(shown)], options: { brief: isBrief } })}
          />
        </div>
      </section>
      <Answered state={state}>{(memory) => <Then memory={memory} isBrief={isBrief} />}</Answered>
    </>
  );
}

/** The time of a position, taken from the nearest known position before it. */
function timeAt(timeline: MemoryThenProps["timeline"], position: number): string {
  return timeline.findLast((place) => place.position <= position)?.at ?? timeline[0]?.at ?? "";
}

const BECAME = { same: "", changed: "changed since", ended: "ended since" } as const;

function Then({ memory, isBrief }: { readonly memory: AnswerOf<"asOf">; readonly isBrief: boolean }) {
  const { items, total, since, brief } = memory;
  return (
    <>
      {isBrief && brief !== undefined && <Briefs then={brief} />}
      <section class="card" data-as-of={memory.position}>
        <h2>
          Items then <span class="count">{total}</span>
          <span class="quiet">
            {since.same} unchanged since, {since.changed} changed, {since.ended} ended, {since.added} added
            later
          </span>
        </h2>
        {total === 0 && <p class="quiet">The memory was empty.</p>}
        <ul class="then">
          {items.map((item) => (
            <li key={item.id} class={item.since}>
              <SaidLine text={item.text} max={240} />
              <p class="facts">
                <KindMark kind={item.kind} />
                <ItemLink label={item.label} />
                {BECAME[item.since] !== "" && <span class="status">{BECAME[item.since]}</span>}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Briefs({ then }: { readonly then: NonNullable<AnswerOf<"asOf">["brief"]> }) {
  const now = useAnswer("brief", {});
  return (
    <div class="columns even">
      <p class="quiet">Lines with a coloured edge are in one of the two briefs only.</p>
      <BriefCard brief={then} title="Brief then" other={now.answer} />
      <Answered state={now}>{(brief) => <BriefCard brief={brief} title="Brief now" other={then} />}</Answered>
    </div>
  );
}
