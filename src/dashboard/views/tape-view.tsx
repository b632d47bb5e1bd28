import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type AnswerOf, type ApiFailure, failureOf, look } from "../api/ask.ts";
import { useAnswer, useMoves } from "../api/use-answer.ts";
import { OverTime } from "../charts/over-time.tsx";
import { CopyCommand } from "../parts/copy-command.tsx";
import { Ago, Name } from "../parts/item-mark.tsx";
import { Answered, Empty, FailureNotice } from "../parts/notices.tsx";
import { shownLine } from "../parts/shown-text.ts";
import { ShownPart, Table } from "../parts/table.tsx";
import { dateTimeText } from "../parts/times.ts";
import { ViewHead } from "../parts/view-head.tsx";
import { useKeys } from "../shell/keys.ts";
import { addressOf } from "../shell/route.ts";
import type { ViewProps } from "../shell/view-props.ts";
import { MemoryThen } from "./memory-then.tsx";

/** The last tab has commands of its own. */
const TABS = {
  events: { title: "Events", command: "tidemark tape" },
  sessions: { title: "Sessions", command: "tidemark session list" },
  moment: { title: "As of", command: undefined },
} as const;
type Tab = keyof typeof TABS;

/** Everything that happened, in order, and what was known at any moment. */
export function TapeView({ route }: ViewProps) {
  const rows = useTapeRows();
  const asked = route.query.get("tab") ?? "events";
  const tab: Tab = asked === "sessions" || asked === "moment" ? asked : "events";
  const at = Number(route.query.get("at") ?? 0);
  return (
    <div class="view tape">
      <ViewHead
        title="Tape"
        command={TABS[tab].command}
        lead={
          rows.end === 0
            ? "Every recorded event, in order."
            : `${rows.end === 1 ? "1 recorded event" : `${rows.end.toLocaleString()} recorded events`}. Each keeps its place; only “forget” and “scrub” take words away.`
        }
      />
      {rows.failure && <FailureNotice failure={rows.failure} retry={rows.reload} />}
      {rows.end > 0 && (
        <OverTime dated={activity(rows.timeline)} height={48} says="Events over time" empty="Loading…" />
      )}
      <div class="tabs" role="tablist">
        {Object.entries(TABS).map(([name, { title }]) => (
          <a
            key={name}
            role="tab"
            aria-selected={name === tab}
            href={addressOf("tape", "", { tab: name, at: at > 0 ? String(at) : "" })}
          >
            {title}
          </a>
        ))}
      </div>
      {tab === "events" && rows.end > 0 && <EventRows rows={rows} at={at} />}
      {tab === "events" && rows.end === 0 && (
        <Empty title="Nothing is recorded yet">
          <p>Set up your coding agents, and every session is recorded here.</p>
          <CopyCommand command="tidemark init --hosts all" />
        </Empty>
      )}
      {tab === "sessions" && <SessionList />}
      {tab === "moment" && rows.end > 0 && (
        <MemoryThen
          end={rows.end}
          at={at}
          timeline={rows.timeline}
          isBrief={route.query.get("brief") === "1"}
        />
      )}
    </div>
  );
}

/** Between two known positions of the tape, events are assumed to be spread evenly. */
function activity(timeline: readonly { readonly position: number; readonly at: string }[]) {
  return timeline.map(({ position, at }, i) => ({
    at: Date.parse(at),
    value: position - (timeline[i - 1]?.position ?? 0),
  }));
}

const ROW = 34;
const MORE_ROWS = 8;
/** Rows that scroll past are not requested. */
const RESTING_MS = 40;

/** A window over the whole tape, newest first. Only the visible rows exist. */
function EventRows({ rows, at }: { readonly rows: ReturnType<typeof useTapeRows>; readonly at: number }) {
  const box = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const { end, rowAt, want } = rows;
  const height = box.current?.clientHeight ?? 600;
  const first = Math.max(0, Math.floor(top / ROW) - MORE_ROWS);
  // Rows that leave the window are reused for others: elements are moved and not rebuilt.
  const pool = Math.ceil(height / ROW) + 2 * MORE_ROWS + 2;
  const last = Math.min(end - 1, Math.ceil((top + height) / ROW) + MORE_ROWS);
  // It asks for what is in sight.
  useEffect(() => {
    const timer = setTimeout(() => want(end - last, end - first), RESTING_MS);
    return () => clearTimeout(timer);
  }, [first, last, end]);
  // Scrolls there once the position is known.
  useEffect(() => {
    if (at > 0 && box.current) box.current.scrollTop = Math.max(0, (end - at) * ROW - height / 3);
  }, [at]);
  // New events are added at the top. A reader further down stays at the same events.
  const knownEnd = useRef(end);
  useLayoutEffect(() => {
    const added = end - knownEnd.current;
    knownEnd.current = end;
    if (box.current && box.current.scrollTop > 0) box.current.scrollTop += added * ROW;
  }, [end]);
  const step = (count: number) => () => box.current?.scrollBy({ top: count * ROW });
  useKeys({
    j: step(1),
    k: step(-1),
    g: () => box.current?.scrollTo({ top: 0 }),
    G: () => box.current?.scrollTo({ top: end * ROW }),
  });
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => end - first - i);
  return (
    <section
      ref={box}
      class="rows"
      aria-label="Events"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div class="rows-all" style={{ height: `${end * ROW}px` }}>
        {shown.map((position) => (
          <EventRow
            key={position % pool}
            position={position}
            top={(end - position) * ROW}
            line={rowAt(position)}
            isAsked={position === at}
          />
        ))}
      </div>
    </section>
  );
}

type EventRowProps = {
  readonly position: number;
  readonly top: number;
  readonly line: TapeLine | undefined;
  readonly isAsked: boolean;
};

function EventRow({ position, top, line, isAsked }: EventRowProps) {
  return (
    <div
      class={isAsked ? "event asked" : "event"}
      style={{ transform: `translateY(${top}px)` }}
      data-position={position}
    >
      <a
        class="position number"
        href={addressOf("tape", "", { tab: "moment", at: String(position) })}
        title="Memory as of this event"
      >
        {position.toLocaleString()}
      </a>
      {line && (
        <>
          <time class="ago" dateTime={line.at}>
            {dateTimeText(line.at)}
          </time>
          <span class="event-type" data-type={line.type.split(".")[0]}>
            {shownLine(line.type, 30)}
          </span>
          <span class="event-by">
            <Name text={line.by} max={24} />
          </span>
          <span class="said-line event-text" dir="auto">
            {shownLine(line.text, 160)}
          </span>
          {line.session !== undefined && (
            <a class="event-session" href={addressOf("session", line.session, { at: String(position) })}>
              {shownLine(line.session, 22)}
            </a>
          )}
        </>
      )}
    </div>
  );
}

function SessionList() {
  const state = useAnswer("sessionList", { limit: 200 });
  return (
    <Answered state={state}>
      {({ sessions, total }) =>
        total === 0 ? (
          <Empty title="No session is recorded yet" />
        ) : (
          <>
            <Table columns={["Session", "Agent", "State", "#Turns", "#Unread", "Last heard"]}>
              {sessions.map(({ id, agent, status, turns, unread, last_at }) => (
                <tr key={id}>
                  <td>
                    <a href={addressOf("session", id)}>
                      <Name text={id} max={36} />
                    </a>
                  </td>
                  <td>
                    <Name text={agent} max={28} />
                  </td>
                  <td>{status}</td>
                  <td class="right number" data-unit="turns">
                    {turns}
                  </td>
                  <td class="right number" data-unit="unread">
                    {unread}
                  </td>
                  <td>
                    <Ago at={last_at} />
                  </td>
                </tr>
              ))}
            </Table>
            <ShownPart shown={sessions.length} total={total} />
          </>
        )
      }
    </Answered>
  );
}

type TapeLine = AnswerOf<"tape">["events"][number];

/** Events fetched at once. Pages stay in memory; the farthest are dropped first. */
const PAGE = 200;
const PAGES_MAX = 40;

/** Events of the tape by position, fetched page by page as the reader scrolls. */
function useTapeRows() {
  const [end, setEnd] = useState(0);
  const [timeline, setTimeline] = useState<NonNullable<AnswerOf<"tape">["timeline"]>>([]);
  const [failure, setFailure] = useState<ApiFailure>();
  const [, redraw] = useState(0);
  const pages = useRef(new Map<number, readonly TapeLine[] | "asked">());
  const fetchPage = (page: number): void => {
    const known = pages.current;
    if (known.has(page)) return;
    known.set(page, "asked");
    look("tape", { after: page * PAGE, limit: PAGE }, new AbortController().signal).then(
      ({ events }) => {
        known.set(page, events);
        if (known.size > PAGES_MAX) known.delete(farthest([...known.keys()], page));
        redraw((before) => before + 1);
      },
      (error) => {
        known.delete(page);
        setFailure(failureOf(error));
      },
    );
  };
  const readEnd = (): void => {
    look("tape", { limit: 1, timeline: true }, new AbortController().signal).then(
      (answer) => {
        // The last page may have grown.
        pages.current.delete(Math.floor(Math.max(0, answer.end - 1) / PAGE));
        setEnd(answer.end);
        setTimeline(answer.timeline ?? []);
        setFailure(undefined);
      },
      (error) => setFailure(failureOf(error)),
    );
  };
  // Read once at the start, and again when the tape grows.
  useEffect(readEnd, []);
  useMoves(useRef(readEnd).current);
  const rowAt = (position: number): TapeLine | undefined => {
    const found = pages.current.get(Math.floor((position - 1) / PAGE));
    return found === undefined || found === "asked" ? undefined : found[(position - 1) % PAGE];
  };
  const want = (from: number, to: number): void => {
    for (let page = Math.floor((from - 1) / PAGE); page <= Math.floor((to - 1) / PAGE); page++)
      fetchPage(Math.max(0, page));
  };
  return { end, timeline, failure, rowAt, want, reload: readEnd };
}

const farthest = (pages: readonly number[], from: number): number =>
  pages.reduce((far, page) => (Math.abs(page - from) > Math.abs(far - from) ? page : far), from);
