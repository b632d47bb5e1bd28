import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** One request as it came. */
export type Heard = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly [field: string]: unknown };
};

/** What an endpoint does with a request. */
export type Script = (response: ServerResponse, heard: Heard) => unknown;

export type Endpoint = {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** What it does from now on. */
  readonly play: (script: Script) => void;
};

/** An endpoint on loopback that does what a test says; it is closed when the test is over. */
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

/** Answers as `/v1/chat/completions` does. */
export const says =
  (text: string, usage: object | undefined = { prompt_tokens: 1000, completion_tokens: 100 }): Script =>
  (response) =>
    sendJson(response, { choices: [{ message: { role: "assistant", content: text } }], usage });
