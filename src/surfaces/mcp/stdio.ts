import type { Readable, Writable } from "node:stream";
import { MemoryError } from "../../core/failure.ts";
import { parseJson } from "../../core/parse-json.ts";
import {
  deserializeMessage,
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type McpServerFactory,
  ProtocolErrorCode,
  serializeMessage,
  serveStdio,
  type Transport,
} from "./sdk.ts";

export type Streams = {
  readonly input: Readable;
  readonly output: Writable;
  /** Errors that the client cannot see. */
  readonly report: (error: Error) => void;
};

/** How long running answers may take after the client has closed its end. */
const DRAIN_MS_MAX = 2000;

/**
 * Serves one client over two streams. Resolves when the client has closed its end and everything that it asked before is answered, so that
 * a client that pipes in all its requests gets all answers.
 */
export async function serveStreams(factory: McpServerFactory, streams: Streams): Promise<void> {
  const wire = wireOver(streams);
  const handle = serveStdio(factory, { transport: wire.transport, onerror: streams.report });
  await wire.ended;
  await wire.answered(DRAIN_MS_MAX);
  await handle.close();
}

type Wire = {
  readonly transport: Transport;
  /** Settles when no more input can arrive, or no more output can leave. */
  readonly ended: Promise<void>;
  readonly answered: (msMax: number) => Promise<void>;
};

/** Messages as lines of JSON. A malformed line gets an error reply, so that the client does not wait. */
function wireOver({ input, output, report }: Streams): Wire {
  const waiting = waitingRequests();
  let end = (): void => {};
  const ended = new Promise<void>((done) => {
    end = done;
  });
  const send = (message: JSONRPCMessage): Promise<void> =>
    new Promise((done, failed) => {
      output.write(serializeMessage(message), (error) => (error ? failed(error) : done()));
    });
  const transport: Transport = {
    start: async () => {
      const lines = lineCutter(receive);
      input.on("data", lines.take);
      input.once("end", lines.end);
      for (const event of ["end", "close", "error"]) input.once(event, end);
      output.once("error", end);
    },
    send: (message) => {
      if ("id" in message && !("method" in message)) waiting.answered(message.id);
      return send(message);
    },
    close: async () => {
      end();
      transport.onclose?.();
    },
  };
  const receive = (line: string | undefined): void => {
    if (line?.trim() === "") return;
    const read = messageIn(line);
    if ("refusal" in read) {
      send(read.refusal).catch(report);
      return;
    }
    waiting.asked(read.message);
    transport.onmessage?.(read.message);
  };
  return { transport, ended, answered: waiting.none };
}

type Id = string | number;
type ReadMessage = { readonly message: JSONRPCMessage } | { readonly refusal: JSONRPCMessage };

function messageIn(line: string | undefined): ReadMessage {
  if (line === undefined)
    return refused(ProtocolErrorCode.InvalidRequest, "The message is too long.", undefined);
  let data: unknown;
  try {
    data = parseJson(line);
  } catch (error) {
    if (error instanceof MemoryError)
      return refused(ProtocolErrorCode.InvalidRequest, error.message, undefined);
    return refused(ProtocolErrorCode.ParseError, "This is not JSON.", undefined);
  }
  try {
    return { message: deserializeMessage(line) };
  } catch {
    return refused(ProtocolErrorCode.InvalidRequest, "This is JSON, but not a protocol message.", data);
  }
}

function refused(code: number, message: string, data: unknown): ReadMessage {
  const id = typeof data === "object" && data !== null && "id" in data ? data.id : null;
  const named = idIn(id) ?? null;
  const refusal = { jsonrpc: "2.0", id: named, error: { code, message } };
  return { refusal: refusal as unknown as JSONRPCMessage };
}

const idIn = (value: unknown): Id | undefined =>
  typeof value === "string" || typeof value === "number" ? value : undefined;

/** Requests without an answer yet. Requests that listen as long as the client is there never get one. */
function waitingRequests() {
  const waiting = new Set<Id>();
  let settle = (): void => {};
  const answered = (id: Id | undefined): void => {
    if (id !== undefined) waiting.delete(id);
    if (waiting.size === 0) settle();
  };
  return {
    answered,
    asked: (message: JSONRPCMessage): void => {
      if (isJSONRPCRequest(message) && message.method !== "subscriptions/listen") waiting.add(message.id);
      if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
        answered(idIn(message.params?.requestId));
    },
    none: (msMax: number): Promise<void> =>
      new Promise((done) => {
        settle = done;
        if (waiting.size === 0) done();
        setTimeout(done, msMax).unref();
      }),
  };
}

/** Maximum length of a client's line. It fits every text that can be recorded, and bounds the buffer. */
const LINE_BYTES_MAX = 10 * 1024 * 1024;

const END = 10;

type LineCutter = {
  readonly take: (chunk: Buffer) => void;
  /** No more input will arrive: the rest of the buffer is the last line. */
  readonly end: () => void;
};

/** Cuts the input into lines. A line that is too long is returned as undefined, once, and not buffered. */
function lineCutter(onLine: (line: string | undefined) => void): LineCutter {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isTooLong = false;
  const take = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > LINE_BYTES_MAX) isTooLong = true;
    pieces = isTooLong ? [] : [...pieces, piece];
  };
  const end = (): void => {
    onLine(isTooLong ? undefined : Buffer.concat(pieces).toString("utf8"));
    pieces = [];
    bytes = 0;
    isTooLong = false;
  };
  return {
    end: () => {
      if (bytes > 0) end();
    },
    take: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(END); at >= 0; at = chunk.indexOf(END, from)) {
        take(chunk.subarray(from, at));
        end();
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from));
    },
  };
}
