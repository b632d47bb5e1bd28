import { createServer, type IncomingMessage, type Server } from "node:http";
import { promptHash, readRecordings, type SentPrompt } from "./told-recordings.ts";
import type { Signals } from "./worker.ts";

export type EndpointInput = { readonly port: number };

const POLL_MS = 20;

/**
 * A model endpoint on loopback, in its own process, that answers from recordings and returns the prompts it
 * got. The URL path names the history. A prompt without a recording gets status 503, as from a busy model.
 */
export async function work({ port }: EndpointInput, signals: Signals): Promise<readonly SentPrompt[]> {
  const sent: SentPrompt[] = [];
  const server = await recordedModel(port, (prompt) => void sent.push(prompt));
  await signals.go();
  while (!signals.isStopped()) await new Promise((passed) => setTimeout(passed, POLL_MS));
  server.closeAllConnections();
  server.close();
  return sent;
}

export async function recordedModel(port: number, onPrompt: (prompt: SentPrompt) => void): Promise<Server> {
  const answers = new Map(readRecordings().flatMap((each) => Object.entries(each.answers)));
  const server = createServer(async (request, response) => {
    const prompt = { history: historyIn(request.url), ...(await promptOf(request)) };
    onPrompt(prompt);
    const answer = answers.get(promptHash(prompt));
    response.writeHead(answer === undefined ? 503 : 200, { "content-type": "application/json" });
    const message = { role: "assistant", content: answer };
    response.end(JSON.stringify(answer === undefined ? {} : { choices: [{ index: 0, message }] }));
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return server;
}

const historyIn = (url = ""): string => decodeURIComponent(/^\/([^/]+)\//.exec(url)?.[1] ?? "");

async function promptOf(request: IncomingMessage): Promise<{ system: string; user: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { messages } = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
  const said = (role: string): string => messages.find((each) => each.role === role)?.content ?? "";
  return { system: said("system"), user: said("user") };
}
