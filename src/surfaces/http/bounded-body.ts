import type { HttpRefusal } from "./refusal.ts";

export type BodyLimits = {
  readonly bytesMax: number;
  readonly msMax: number;
  /** Calls back after a delay. The returned function cancels the call. */
  readonly schedule: (work: () => void, ms: number) => () => void;
};

export type BodyRead = { readonly text: string } | { readonly refusal: HttpRefusal };

const TOO_LARGE: HttpRefusal = {
  status: 413,
  code: "input.too_large",
  message: "The body of this request is too large.",
  fix: "Send less at once.",
  headers: { Connection: "close" },
};

const TOO_SLOW: HttpRefusal = {
  status: 408,
  code: "input.too_slow",
  message: "The body of this request did not arrive in time.",
  headers: { Connection: "close" },
};

const NOT_UTF8: HttpRefusal = {
  status: 400,
  code: "input.invalid",
  message: "The body of this request is not UTF-8 text.",
};

/** The whole body, unless it is too large or arrives too slowly: then reading stops. */
export async function readBody(request: Request, limits: BodyLimits): Promise<BodyRead> {
  if (request.body === null) return { text: "" };
  if (Number(request.headers.get("content-length") ?? 0) > limits.bytesMax) return { refusal: TOO_LARGE };
  const reader = request.body.getReader();
  let isLate = false;
  const cancel = limits.schedule(() => {
    isLate = true;
    void reader.cancel().catch(() => {});
  }, limits.msMax);
  try {
    const bytes = await readChunks(reader, limits.bytesMax);
    if (isLate) return { refusal: TOO_SLOW };
    if (bytes === undefined) return { refusal: TOO_LARGE };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (isLate) return { refusal: TOO_SLOW };
    if (error instanceof TypeError) return { refusal: NOT_UTF8 };
    throw error;
  } finally {
    cancel();
  }
}

/** Undefined if there are more bytes than allowed. */
async function readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks);
    bytes += value.byteLength;
    if (bytes > bytesMax) {
      void reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(value);
  }
}
