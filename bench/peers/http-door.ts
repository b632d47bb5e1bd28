import { spawn } from "node:child_process";
import { request } from "node:http";
import { createServer } from "node:net";
import type { ServerCommand } from "./mcp-session.ts";

/** How to start a memory server over HTTP on a local port, and the path and body of a request to it. */
export type HttpDoor = {
  readonly start: (folder: string, port: number) => ServerCommand;
  readonly path: string;
  /** If missing, an MCP client's `initialize`. */
  readonly body?: object;
  /** The headers of an authorised client. */
  readonly headers?: (folder: string) => { readonly [name: string]: string };
};

/** Headers that a browser sends for a page of another site: a foreign host name (DNS rebinding) or origin. */
const FOREIGN = [{ Host: "attacker.example" }, { Origin: "https://attacker.example" }] as const;

const TRIES_MAX = 120;
const TRY_MS = 500;

/**
 * Counts how many requests with foreign headers a server accepts. It must accept them without these headers.
 */
export async function foreignLetIn(door: HttpDoor, folder: string): Promise<string> {
  const port = await freePort();
  const { command, args, ...rest } = door.start(folder, port);
  const child = spawn(command, args, { ...rest, stdio: ["pipe", "ignore", "ignore"] });
  try {
    const to = { port, path: door.path, body: JSON.stringify(door.body ?? HELLO) };
    const own = door.headers?.(folder) ?? {};
    if (!(await waitUntilLetIn(to, own))) return "not measured (it lets nobody in)";
    let letIn = 0;
    for (const foreign of FOREIGN) if (isLetIn(await statusOf(to, { ...own, ...foreign }))) letIn++;
    return `${letIn} of ${FOREIGN.length}`;
  } finally {
    child.kill("SIGKILL");
  }
}

type Place = { readonly port: number; readonly path: string; readonly body: string };
type Headers = { readonly [name: string]: string };

const isLetIn = (status: number | undefined): boolean => status !== undefined && status < 300;

/** Retries, because a starting server does not answer yet. */
async function waitUntilLetIn(to: Place, headers: Headers): Promise<boolean> {
  for (let i = 0; i < TRIES_MAX; i++) {
    if (isLetIn(await statusOf(to, headers))) return true;
    await new Promise((done) => setTimeout(done, TRY_MS));
  }
  return false;
}

const HELLO = {
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: {
    ...{ protocolVersion: "2025-06-18", capabilities: {} },
    clientInfo: { name: "tidemark-bench", version: "1" },
  },
};

/** The HTTP status of the answer, or undefined if there is none. */
function statusOf({ port, path, body }: Place, headers: Headers): Promise<number | undefined> {
  const form = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return new Promise((done) => {
    const asked = request(
      { host: "127.0.0.1", port, path, method: "POST", headers: { ...form, ...headers }, agent: false },
      (answer) => {
        done(answer.statusCode);
        answer.destroy();
      },
    );
    asked.on("error", () => done(undefined));
    asked.end(body);
  });
}

export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => done(port));
    });
  });
}
