/**
 * A model server on loopback that answers from a script, in the four APIs that coding agents use: Anthropic
 * Messages, OpenAI Responses, OpenAI Chat Completions and Gemini. With it, tests run a real client through
 * a whole session without a network and with the same result each time.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, choose, type Question, type Scene } from "./script.ts";
import { anthropic } from "./wires/anthropic.ts";
import { chat } from "./wires/chat.ts";
import { gemini } from "./wires/gemini.ts";
import { responses } from "./wires/responses.ts";
import type { Sent, Wire } from "./wires/wire.ts";

/** One request and its answer, for tests to inspect. */
export type Exchange = {
  readonly api: string;
  readonly path: string;
  readonly body: unknown;
  readonly question: Question | undefined;
  readonly answer: Answer | undefined;
};

export type Model = {
  /** The address without a path: clients add their own, with or without `/v1`. */
  readonly url: string;
  readonly port: number;
  /** All requests, oldest first. */
  readonly asked: readonly Exchange[];
  /** Replaces the script for all further requests. */
  readonly play: (script: readonly Scene[]) => void;
  /** Resolves when an answer stalls: the moment to kill a client in the middle of a turn. */
  readonly stalled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const WIRES: readonly Wire[] = [anthropic, responses, chat, gemini];

/** Limit for a request, which contains the whole conversation. A larger one is a defect of the client. */
const BODY_BYTES_MAX = 64 * 1024 * 1024;
const REQUESTS_MAX = 2000;

export async function startModel(script: readonly Scene[] = []): Promise<Model> {
  const asked: Exchange[] = [];
  const waiting: (() => void)[] = [];
  let scenes = script;
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    });
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    const body = parse(await bodyOf(request));
    if (asked.length >= REQUESTS_MAX) throw new Error(`More than ${REQUESTS_MAX} requests: a client loops.`);
    const wire = request.method === "POST" ? WIRES.find(({ speaks }) => speaks(path)) : undefined;
    if (!wire) {
      asked.push({ api: "other", path, body, question: undefined, answer: undefined });
      return sendSideAnswer(request.method ?? "GET", path, response);
    }
    const question = wire.read({ path, body });
    const { answer, tokens } = choose(scenes, question);
    asked.push({ api: wire.api, path, body, question, answer });
    send(response, wire.write(question, answer, tokens), answer.kind === "stall");
    if (answer.kind === "stall") for (const go of waiting.splice(0)) go();
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    play: (next) => {
      scenes = next;
    },
    stalled: () => new Promise<void>((go) => waiting.push(go)),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, sent: Sent, isStalled: boolean): void {
  response.writeHead(200, { "content-type": sent.type, "cache-control": "no-cache" });
  for (const chunk of sent.begin) response.write(chunk);
  if (isStalled) response.flushHeaders();
  else response.end(sent.end.join(""));
}

function sendSideAnswer(method: string, path: string, response: ServerResponse): void {
  const { status, value } = sideAnswer(method, path);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(method === "HEAD" ? undefined : JSON.stringify(value));
}

/** The answer to other requests of clients: token counts, the list of models, and whether the server is up. */
function sideAnswer(method: string, path: string): { readonly status: number; readonly value: object } {
  if (/count_tokens$/.test(path)) return { status: 200, value: { input_tokens: 100 } };
  if (/:countTokens$/.test(path)) return { status: 200, value: { totalTokens: 100 } };
  if (/\/models$/.test(path)) {
    const scripted = { id: "scripted", object: "model", created: 1, owned_by: "scripted", type: "model" };
    return { status: 200, value: { object: "list", data: [scripted], models: [], has_more: false } };
  }
  if (method === "HEAD") return { status: 200, value: {} };
  const speaks = "/v1/messages, /v1/responses, /v1/chat/completions, /v1beta/models/MODEL:generateContent";
  const message = `No ${method} ${path} here. This model speaks ${speaks}.`;
  return { status: 404, value: { error: { type: "not_found", message } } };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_BYTES_MAX) throw new Error(`A request of more than ${BODY_BYTES_MAX} bytes.`);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(body: string): unknown {
  try {
    return body === "" ? {} : JSON.parse(body);
  } catch {
    return { unparsed: body };
  }
}
