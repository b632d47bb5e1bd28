import { read } from "node:fs";

/** The input, and why reading stopped. */
export type StandardInput<Value> = {
  readonly text: string;
  readonly bytes: number;
  /** The parsed text, if it could be parsed. */
  readonly value: Value | undefined;
  /** `whole`: a complete document arrived, or the pipe was closed. */
  readonly end: "whole" | "late" | "too large";
  /** A read is still waiting. Node cannot exit by itself before it is answered. */
  readonly isWaiting: boolean;
};

export type InputLimits<Value> = {
  /** When to give up waiting, in milliseconds from now. */
  readonly waitMs: number;
  readonly bytesMax: number;
  /** Undefined for a text that is not a complete document. */
  readonly parse: (text: string) => Value | undefined;
};

const CHUNK_BYTES = 64 * 1024;
/** After this time without input, the document is checked again for completeness. */
const QUIET_MS = 50;

/**
 * Reads until a complete document has arrived, the pipe is closed, or a limit is reached. It waits for a host that writes late, but not for
 * one that never closes its end. It uses plain reads, because streams take longer to load.
 */
export function readStandardInput<Value>(limits: InputLimits<Value>): Promise<StandardInput<Value>> {
  const { waitMs, bytesMax, parse } = limits;
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    let [bytes, parsedBytes] = [0, 0];
    let [isDone, isWaiting] = [false, false];
    let quiet: NodeJS.Timeout | undefined;
    const finish = (end: StandardInput<Value>["end"], text: string, value: Value | undefined): void => {
      isDone = true;
      clearTimeout(quiet);
      clearTimeout(late);
      done({ text, bytes, value, end, isWaiting });
    };
    const stop = (end: StandardInput<Value>["end"]): void => {
      const text = Buffer.concat(chunks).toString("utf8");
      if (!isDone) finish(end, text, end === "too large" ? undefined : parse(text));
    };
    const look = (): void => {
      parsedBytes = bytes;
      const text = Buffer.concat(chunks).toString("utf8");
      const value = parse(text);
      if (value !== undefined && !isDone) finish("whole", text, value);
    };
    const late = setTimeout(stop, waitMs, "late");
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      clearTimeout(quiet);
      // Text that ends like a document is parsed. In total at most twice the input is parsed.
      if (bytes > bytesMax) stop("too large");
      else if (endsObject(chunk) && bytes >= 2 * parsedBytes) look();
      else if (endsObject(chunk)) quiet = setTimeout(look, QUIET_MS);
      if (!isDone) next();
    };
    const next = (): void => {
      const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
      isWaiting = true;
      read(0, buffer, 0, CHUNK_BYTES, null, (error, count) => {
        isWaiting = false;
        if (isDone) return;
        if (error?.code === "EAGAIN") return void setTimeout(next, 1);
        if (error || count === 0) return stop("whole");
        take(buffer.subarray(0, count));
      });
    };
    next();
  });
}

/** Whether the last character that is not a space closes an object. A chunk of spaces may follow the end. */
function endsObject(chunk: Buffer): boolean {
  let at = chunk.length - 1;
  while (at >= 0 && (chunk[at] ?? 0) <= 0x20) at--;
  return at < 0 || chunk[at] === 0x7d;
}
