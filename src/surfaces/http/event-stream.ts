import type { HttpRefusal } from "./refusal.ts";
import { SAFE_HEADERS } from "./refusal.ts";

/** A growth of the tape: its new end, and how many events of which types were added. Never their content. */
export type TapeMove = {
  readonly position: number;
  readonly changes: { readonly [type: string]: number };
};

/** Looks for events after a position. Undefined if there are none. */
export type LookForMoves = (after: number | undefined) => Promise<TapeMove | undefined>;

export type StreamParts = {
  readonly look: LookForMoves;
  readonly schedule: (work: () => void, ms: number) => () => void;
};

/** A client that listens. `isAllowed` is called again and again, so that a revoked token hears nothing more. */
export type Listener = { readonly id: string; readonly isAllowed: () => boolean };

export type EventStreams = {
  readonly open: (listener: Listener, signal: AbortSignal) => Response | HttpRefusal;
  readonly count: () => number;
  readonly close: () => void;
};

/** Half of the second within which a page must show a change. */
const LOOK_MS = 500;
/** Looks between two heartbeats, which keep proxies from closing a quiet stream. */
const BEAT_LOOKS = 30;
const LISTENERS_MAX = 200;
const LISTENERS_OF_ONE_MAX = 20;

const TOO_MANY: HttpRefusal = {
  status: 429,
  code: "input.rate_limited",
  message: "Too many event streams are open.",
  fix: "Close one, and try again.",
  headers: { "Retry-After": "5" },
};

type OpenStream = Listener & { readonly send: (text: string) => void; readonly end: () => void };

/** Server-sent events. One look at the tape serves all listeners, and without listeners nobody looks. */
export function eventStreams({ look, schedule }: StreamParts): EventStreams {
  const streams = new Set<OpenStream>();
  let after: number | undefined;
  let looks = 0;
  let cancel: (() => void) | undefined;
  const tick = async (): Promise<void> => {
    // A busy store is asked again at the next look.
    const moved = await look(after).catch(() => undefined);
    for (const one of streams) if (!one.isAllowed()) one.end();
    if (moved !== undefined) {
      const isFirst = after === undefined;
      after = moved.position;
      for (const { send } of streams) send(eventText(isFirst ? { ...moved, changes: {} } : moved));
    }
    looks += 1;
    if (looks % BEAT_LOOKS === 0) for (const { send } of streams) send(": still here\n\n");
    cancel = streams.size > 0 ? schedule(() => void tick(), LOOK_MS) : undefined;
    if (cancel === undefined) after = undefined;
  };
  const open: EventStreams["open"] = (listener, signal) => {
    const own = [...streams].filter(({ id }) => id === listener.id).length;
    if (streams.size >= LISTENERS_MAX || own >= LISTENERS_OF_ONE_MAX) return TOO_MANY;
    const known = after === undefined ? "" : eventText({ position: after, changes: {} });
    const body = streamOf(listener, { streams, signal, greeting: `retry: 2000\n\n${known}` });
    cancel ??= schedule(() => void tick(), 0);
    return new Response(body, {
      headers: {
        ...SAFE_HEADERS,
        "Content-Type": "text/event-stream; charset=utf-8",
        "X-Accel-Buffering": "no",
      },
    });
  };
  return {
    open,
    count: () => streams.size,
    close: () => {
      cancel?.();
      for (const one of streams) one.end();
    },
  };
}

const eventText = (move: TapeMove): string =>
  `event: moved\nid: ${move.position}\ndata: ${JSON.stringify(move)}\n\n`;

type OpeningStream = {
  readonly streams: Set<OpenStream>;
  readonly signal: AbortSignal;
  readonly greeting: string;
};

function streamOf(
  listener: Listener,
  { streams, signal, greeting }: OpeningStream,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stream: OpenStream | undefined;
  const leave = (): void => {
    if (stream !== undefined) streams.delete(stream);
  };
  return new ReadableStream({
    start: (controller) => {
      const end = (): void => {
        leave();
        try {
          controller.close();
        } catch {
          // The client closed it first.
        }
      };
      const send = (text: string): void => {
        // A client that does not read is disconnected: its queue would grow without end.
        if ((controller.desiredSize ?? 0) < -WAITING_MAX) end();
        else controller.enqueue(encoder.encode(text));
      };
      stream = { ...listener, send, end };
      streams.add(stream);
      signal.addEventListener("abort", end, { once: true });
      send(greeting);
    },
    cancel: leave,
  });
}

/** Messages that may wait for one client. */
const WAITING_MAX = 100;
