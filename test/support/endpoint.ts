import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A received request. */
export type Heard = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly [field: string]: unknown };
};

/** How an endpoint answers a request. */
export type Script = (response: ServerResponse, heard: Heard) => unknown;

export type Endpoint = {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Sets how it answers from now on. */
  readonly play: (script: Script) => void;
};

/** An HTTP endpoint on this machine that answers as a test says; it is closed after the test. */
export async function endpoint(script: Script): Promise<Endpoint> {
  const heard: Heard[] = [];
  let playing = script;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}");
    const one = { path: request.url ?? "", headers: request.headers, body };
    heard.push(one);
    await playing(response, one);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    play: (next) => {
      playing = next;
    },
  };
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
};

/** Answers like `/v1/chat/completions`. */
export const says =
  (text: string, usage: object | undefined = { prompt_tokens: 1000, completion_tokens: 100 }): Script =>
  (response) =>
    sendJson(response, { choices: [{ message: { role: "assistant", content: text } }], usage });
