import { BUNDLE_GIVEN } from "../../core/bundle/ledger-view.ts";
import { DELTA } from "../../core/resume/cursors-view.ts";
import type { Position, Recorded } from "../../core/tape/event.ts";
import { upcastAll } from "../../core/tape/read.ts";
import { cutAt } from "../../core/text/shorten.ts";
import { THREAD_LINKED } from "../../core/threads/threads-view.ts";
import { iso } from "../../core/time.ts";
import { type Excerpt, excerptAt } from "../items/excerpts.ts";
import type { MemoryDeps } from "../runtime/deps.ts";

export type TapePageInput = {
  /** Events after this position; without it the last events. */
  readonly after?: Position | undefined;
  readonly limit: number;
  /** Also the times of positions over the whole tape. */
  readonly timeline: boolean;
};

/** One event in a list: its header and the beginning of its text. */
export type TapeLine = Omit<Excerpt, "name" | "is_cut"> & {
  readonly type: string;
  readonly agent: string;
  readonly host: string;
};

export type TapePage = {
  readonly events: readonly TapeLine[];
  /** The last position of the tape. */
  readonly end: Position;
  /** The times of some positions, spread evenly over the tape. */
  readonly timeline?: readonly { readonly position: Position; readonly at: string }[];
};

/** Maximum number of characters of an event in a list. */
const TEXT_MAX = 200;
/** Points of a timeline: enough for a chart. */
const PLACES = 160;

/** Events of the tape, in order. */
export async function tapePage(deps: MemoryDeps, input: TapePageInput): Promise<TapePage> {
  const { position: end } = await deps.store.tape.end();
  const after = input.after ?? Math.max(0, end - input.limit);
  const { events } = await deps.store.events.read(after, input.limit);
  return {
    events: upcastAll(events).map(tapeLine),
    end,
    ...(input.timeline ? { timeline: await timelineOf(deps, end) } : {}),
  };
}

function tapeLine(event: Recorded): TapeLine {
  const { position, type, session, writer } = event;
  const { by } = excerptAt(event);
  const text = textOf(event);
  return {
    position,
    at: iso(event.at),
    type,
    agent: writer.agent,
    host: writer.host,
    ...(session === undefined ? {} : { session }),
    by,
    text: cutAt(text, TEXT_MAX),
  };
}

/** The text of an event in a list: the fields of bundles and of session events say little. */
function textOf(event: Recorded): string {
  if (event.type === BUNDLE_GIVEN && event.payload !== null)
    return `${event.payload.intent}, ${event.payload.tokens} tokens`;
  if (event.type === DELTA.given && event.payload !== null) return `changes told: ${event.payload.items}`;
  if (event.type === "session.read" && event.payload !== null) return `turns read: ${event.payload.turns}`;
  if (event.type === THREAD_LINKED && event.payload !== null)
    return `links to earlier statements: ${event.payload.links.length}`;
  const { text } = excerptAt(event);
  return text === `(${event.type})` ? "" : text;
}

async function timelineOf(deps: MemoryDeps, end: Position): Promise<NonNullable<TapePage["timeline"]>> {
  const places = Math.min(end, PLACES);
  const positions = Array.from({ length: places }, (_, i) =>
    places === 1 ? 1 : 1 + Math.round((i * (end - 1)) / (places - 1)),
  );
  const events = await deps.store.events.eventsAt(positions);
  return events.map(({ position, recordedAt }) => ({ position, at: iso(recordedAt) }));
}
