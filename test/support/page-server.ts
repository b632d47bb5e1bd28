import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { World } from "../../src/app/runtime/world.ts";
import { SAY_INPUT } from "../../src/core/tape/check.ts";
import { queryInput } from "../../src/surfaces/http/query-input.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { failureJson } from "../../src/surfaces/verbs/failure-json.ts";
import { ROOT } from "../sources.ts";

/** The dashboard over one world, in the process of a test: the same routes as the real server, without its locks. */
export type PageServer = {
  readonly address: string;
  /** Tells pages that the tape moved. */
  readonly moved: () => Promise<void>;
  /** Verbs that were asked, in order. */
  readonly asked: string[];
  /** While true, every verb fails. */
  isBroken: boolean;
  readonly close: () => Promise<void>;
};

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const TYPES: { readonly [ending: string]: string } = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
};

export async function servePage(
  world: World,
  me: { readonly role: string } = { role: "admin" },
): Promise<PageServer> {
  const streams = new Set<ServerResponse>();
  const files = pageFiles();
  const state = { isBroken: false };
  const asked: string[] = [];
  const moved = async (): Promise<void> => {
    const { position } = await world.store.tape.end();
    for (const stream of streams) stream.write(`event: moved\ndata: ${JSON.stringify({ position })}\n\n`);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? "/", "http://page").pathname;
    if (path === "/api/v1/events") {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      streams.add(response);
      response.on("close", () => streams.delete(response));
      return moved();
    }
    if (path === "/api/v1/me")
      return sendJson(response, 200, { ...me, project: "web-shop", version: "0.0.0" });
    if (path.startsWith("/api/v1/")) return answerVerb(request, response, path.slice("/api/v1/".length));
    const file = files.get(path === "/" ? "/index.html" : path);
    if (file === undefined) return void response.writeHead(404).end();
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? TYPES.html;
    response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": PAGE_POLICY }).end(file);
  };
  const answerVerb = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<void> => {
    const verb = verbsNamed().find(({ name }) => name.replaceAll(" ", "-") === path);
    if (verb === undefined)
      return sendJson(response, 404, { error: { code: "input.not_found", message: `no ${path}` } });
    asked.push(path);
    try {
      if (state.isBroken) throw new Error("the store was taken away");
      const query = new URL(request.url ?? "/", "http://page").searchParams;
      const given =
        request.method === "GET" ? queryInput(verb, query) : JSON.parse((await bodyOf(request)) || "{}");
      const input = verb.input.parse(given, SAY_INPUT);
      const before = (await world.store.tape.end()).position;
      sendJson(response, 200, await verb.run(world, input));
      if ((await world.store.tape.end()).position !== before) await moved();
    } catch (error) {
      sendJson(response, 400, failureJson(error));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    address: `http://127.0.0.1:${port}/`,
    moved,
    asked,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function pageFiles(): ReadonlyMap<string, Buffer> {
  const folder = join(ROOT, "dist/dashboard");
  return new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
}
