import { spawn } from "node:child_process";
import { request } from "node:http";
import { createServer } from "node:net";
import type { ServerCommand } from "./mcp-session.ts";

/** How a memory server is started on a port of this machine, and where it takes MCP messages there. */
export type HttpDoor = {
  readonly start: (folder: string, port: number) => ServerCommand;
  readonly path: string;
  /** What a client that may come in sends. */
  readonly headers?: (folder: string) => { readonly [name: string]: string };
};

/** What a page of another site makes a browser send: its own name for this machine, or where the page is from. */
const FOREIGN = [{ Host: "attacker.example" }, { Origin: "https://attacker.example" }] as const;

const TRIES_MAX = 120;
const TRY_MS = 500;

/** How many of the requests of another site's page a server lets in, which lets in the same request without their headers. */
export async function foreignLetIn(door: HttpDoor, folder: string): Promise<string> {
  const port = await freePort();
  const { command, args, ...rest } = door.start(folder, port);
  const child = spawn(command, args, { ...rest, stdio: "ignore" });
  try {
    const to = { port, path: door.path };
    const own = door.headers?.(folder) ?? {};
    if (!(await isLetInAtLast(to, own))) return "not measured (it lets nobody in)";
    let letIn = 0;
    for (const foreign of FOREIGN) if (isLetIn(await statusOf(to, { ...own, ...foreign }))) letIn++;
    return `${letIn} of ${FOREIGN.length}`;
  } finally {
    child.kill("SIGKILL");
  }
}

type Place = { readonly port: number; readonly path: string };
type Headers = { readonly [name: string]: string };

const isLetIn = (status: number | undefined): boolean => status !== undefined && status < 300;

/** A server that is starting answers nothing yet. */
async function isLetInAtLast(to: Place, headers: Headers): Promise<boolean> {
  for (let i = 0; i < TRIES_MAX; i++) {
    if (isLetIn(await statusOf(to, headers))) return true;
    await new Promise((done) => setTimeout(done, TRY_MS));
  }
  return false;
}

const HELLO = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: {
    ...{ protocolVersion: "2025-06-18", capabilities: {} },
    clientInfo: { name: "tidemark-bench", version: "1" },
  },
});

/** The status of the answer to a first message; undefined when there is none. */
function statusOf({ port, path }: Place, headers: Headers): Promise<number | undefined> {
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
    asked.end(HELLO);
  });
}

function freePort(): Promise<number> {
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
