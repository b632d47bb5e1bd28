import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { accessTokens } from "../../src/adapters/files/access/access-tokens.ts";
import { withoutFiles } from "../../src/app/access/acting-as.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { type HttpServer, httpServer } from "../../src/http-server.ts";
import { LOCALS } from "../../src/surfaces/cli/locals.ts";
import { type CliPorts, runCli } from "../../src/surfaces/cli/run.ts";
import { cookieForm } from "../../src/surfaces/http/page-routes.ts";
import { mcpServer } from "../../src/surfaces/mcp/server.ts";
import { serveStreams } from "../../src/surfaces/mcp/stdio.ts";
import { toolsOf } from "../../src/surfaces/mcp/tools.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { flagsOf } from "../../src/surfaces/verbs/flags.ts";
import { testMemory } from "../support/test-memory.ts";
import { type Boundary, BrokenProperty } from "./boundary.ts";

/** Inputs per memory. A memory grows with each input and slows later ones down, so it is replaced after this many. */
const INPUTS_PER_MEMORY = 250;

/** Returns a small memory without access to files, and a new one after every `INPUTS_PER_MEMORY` calls. */
function memories(root: string): () => Promise<Deps> {
  let [uses, opened] = [0, undefined as Promise<Deps> | undefined];
  return () => {
    if (uses++ % INPUTS_PER_MEMORY === 0) opened = newMemory(join(root, `memory-${uses}`));
    return opened as Promise<Deps>;
  };
}

async function newMemory(memoryDir: string): Promise<Deps> {
  mkdirSync(memoryDir, { recursive: true, mode: 0o700 });
  const deps = await testMemory({ memoryDir });
  await deps.turn("We decided: the queue is pg-boss from now on.");
  await deps.item("decision", "The queue is pg-boss", { topic: "queue" });
  await deps.item("plan", "Ship the exporter");
  await deps.item("fact", "The gateway listens on port 8080");
  return withoutFiles(deps);
}

/** Throws if an answer has the error code `bug`, which stands for an unexpected exception. */
function refuseBug(answer: string): void {
  if (/"code":\s*"bug"/.test(answer))
    throw new BrokenProperty(`answered with a bug: ${answer.slice(0, 300)}`);
}

const frame = (method: string, params: object, id: number | undefined = 2): string =>
  JSON.stringify({ jsonrpc: "2.0", ...(id === undefined ? {} : { id }), method, params });

const call = (name: string, args: object): string => frame("tools/call", { name, arguments: args });

const HELLO = frame(
  "initialize",
  { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
  1,
);

const mcp: Boundary = {
  name: "MCP requests",
  seeds: [
    call("recall", { query: "which queue do jobs use", k: 5 }),
    call("create", { kind: "fact", text: "The build uses esbuild", topic: "build" }),
    call("find", { kind: "decision", limit: 5, offset: 0 }),
    call("update", { id: "dec#1", text: "The queue is BullMQ" }),
    call("transition", { id: "pln#1", status: "done" }),
    call("context", { intent: "brief" }),
    call("work", { did: "start", goal: "Ship it" }),
    call("remove", { id: "fct#1" }),
    frame("tools/list", {}),
    frame("resources/read", { uri: "tidemark://brief" }),
    frame("prompts/get", { name: "handoff", arguments: {} }),
    frame("ping", {}),
    frame("notifications/cancelled", { requestId: 2 }, undefined),
  ],
  words: [
    '"method":"tools/call"',
    '"id":null',
    '"params":{',
    '"name":"recall"',
    '"arguments":',
    '"_meta":{',
    "\n",
  ],
  open: (root) => {
    const memory = memories(root);
    const tools = toolsOf("all", verbsNamed());
    return async (text) => {
      const deps = await memory();
      const printed = await answersOf(text, {
        version: "1",
        tools,
        use: (_effect, work) => work({ ...deps, voice: "agent" }),
      });
      for (const line of printed.split("\n").filter(Boolean)) JSON.parse(line);
      refuseBug(printed.replaceAll('\\"', '"'));
    };
  },
};

/** Starts an MCP server, sends it these lines, closes its input, and returns its output. */
async function answersOf(text: string, doors: Parameters<typeof mcpServer>[0]): Promise<string> {
  const chunks: string[] = [];
  const output = new Writable({
    write: (chunk, _, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  const input = new PassThrough();
  const served = serveStreams(() => mcpServer(doors), { input, output, report: () => {} });
  input.end(`${HELLO}\n${frame("notifications/initialized", {}, undefined)}\n${text}\n`);
  await served;
  return chunks.join("");
}

const ORIGIN = "http://127.0.0.1:8765";
const SECURE_HEADERS = "host: 127.0.0.1:8765\ncontent-type: application/json\n";

const get = (path: string): string => `GET ${path}\n${SECURE_HEADERS}\n`;
const post = (path: string, body: object): string =>
  `POST ${path}\n${SECURE_HEADERS}\n${JSON.stringify(body)}`;

const REQUESTS = [
  get("/api/v1/status"),
  get("/api/v1/recall?query=queue&k=3"),
  get("/api/v1/find?kind=decision&limit=5&offset=0"),
  get("/api/v1/me"),
  get("/healthz"),
  get("/metrics"),
  get("/api/v1/openapi.json"),
  get("/open?key=x"),
  get("/%2e%2e/%00"),
  post("/api/v1/create", { kind: "fact", text: "The build uses esbuild" }),
  post("/api/v1/transition", { id: "pln#1", status: "done" }),
  post("/api/v1/brief", {}),
  post("/api/v1/review", { id: "cnd#1", accept: true }),
  post("/sign-in", { token: "x" }),
];

const REQUEST_WORDS = [
  "/api/v1/",
  "?kind=",
  "&limit=",
  "%2F",
  "%00",
  "origin: http://evil.example\n",
  "DELETE ",
  "OPTIONS ",
];

type Caller = "token" | "page";

const http = (name: string, by: Caller): Boundary => ({
  name,
  seeds: [...REQUESTS, ...(by === "token" ? [post("/mcp", JSON.parse(call("recall", { query: "x" })))] : [])],
  words: REQUEST_WORDS,
  open: async (root) => {
    const memory = memories(root);
    let clock = Date.UTC(2030, 0, 1);
    const state = stateFolder({ HOME: root, XDG_STATE_HOME: join(root, "state") });
    const tokens = accessTokens({ state, memoryDir: join(root, "memory"), now: () => clock });
    const server = httpServer({
      open: async () => ({ deps: await memory(), close: async () => {} }),
      project: "project",
      tokens,
      owner: { id: "owner", person: "owner", role: "admin", isOwner: true },
      ownerKey: "key",
      names: [],
      cookie: cookieForm("test", false),
      pages: new Map(),
      now: () => clock,
      log: () => {},
    });
    const { secret } = tokens.create({ person: "ana", role: "admin" });
    const credentials = by === "token" ? { authorization: `Bearer ${secret}` } : await signIn(server);
    return async (text) => {
      // One request per second of the fake clock stays below the rate limits, which other tests cover.
      clock += 1000;
      const request = requestOf(text, credentials);
      if (request === undefined) return;
      const response = await server.fetch(request, { address: "127.0.0.1" });
      if ((response.headers.get("content-type") ?? "").includes("event-stream"))
        return response.body?.cancel();
      const answer = await response.text();
      refuseBug(answer);
      if (response.status >= 500)
        throw new BrokenProperty(`status ${response.status}: ${answer.slice(0, 300)}`);
      return undefined;
    };
  },
});

async function signIn(server: HttpServer): Promise<{ readonly [name: string]: string }> {
  const request = new Request(`${ORIGIN}${server.ownerPath()}`, { headers: { host: "127.0.0.1:8765" } });
  const response = await server.fetch(request, { address: "127.0.0.1" });
  return { cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "", origin: ORIGIN };
}

/** The request that a text describes; undefined if no client could send it. */
function requestOf(text: string, credentials: { readonly [name: string]: string }): Request | undefined {
  const [head = "", ...rest] = text.split("\n\n");
  const [line = "", ...named] = head.split("\n");
  const [method = "GET", path = "/"] = line.split(" ");
  try {
    const headers = new Headers(credentials);
    for (const one of named) {
      const at = one.indexOf(":");
      if (at > 0) headers.set(one.slice(0, at), one.slice(at + 1).trim());
    }
    const hasBody = method !== "GET" && method !== "HEAD";
    return new Request(`${ORIGIN}${path}`, {
      method,
      headers,
      ...(hasBody ? { body: rest.join("\n\n") } : {}),
    });
  } catch {
    return undefined;
  }
}

/** The examples of all commands, with one word per line. */
const EXAMPLES = verbsNamed().flatMap(({ examples }) =>
  Object.keys(examples).map((command) =>
    [...command.replace(/^tidemark\s*/, "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
      .map(([, double, single, plain]) => double ?? single ?? plain ?? "")
      .join("\n"),
  ),
);

/** Commands that act outside a memory, which a fuzz run must not start. */
const LEFT_OUT =
  /^(?:init|uninstall|demo|edit|serve|open|mcp|share|migrate|backup|restore|adopt|worker|export|token|projects|on|off)$/;

const cli: Boundary = {
  name: "command line",
  seeds: EXAMPLES.filter((line) => !LEFT_OUT.test(line.split("\n", 1)[0] ?? "")),
  words: [
    ...[
      "\n--json",
      "\n--help",
      "\n--",
      "\n--kind\n",
      "\n--limit\n-1",
      "\n--project\n",
      "\n--agent\n",
      "help\n",
    ],
    ...LOCALS.map(({ name }) => `${name}\n`),
    ...verbsNamed().map(({ name }) => `${name.replaceAll(" ", "\n")}\n`),
    ...new Set(verbsNamed().flatMap((verb) => flagsOf(verb).map(({ flag }) => `\n--${flag}\n`))),
  ],
  open: (root) => {
    const memory = memories(root);
    return async (text) => {
      const argv = text.split("\n").slice(0, 60);
      if (LEFT_OUT.test(argv.find((word) => !word.startsWith("-")) ?? "")) return;
      const deps = await memory();
      const printed: string[] = [];
      const code = await runCli(
        [...argv, "--json"],
        doorsOver(deps, (part) => printed.push(part)),
      );
      refuseBug(printed.join(""));
      if (![0, 1, 2, 3].includes(code)) throw new BrokenProperty(`exit code ${code}`);
    };
  },
};

function doorsOver(deps: Deps, out: (text: string) => void): CliPorts {
  const nothing = async (): Promise<void> => {};
  return {
    verbs: verbsNamed,
    version: "1",
    terminal: { out, err: out, isOutTty: false, isErrTty: false, env: {}, style: (_, text) => text },
    now: () => Date.UTC(2030, 0, 1),
    openMemory: async () => ({ deps, close: nothing }),
    edit: async (text) => text,
    demo: async () => "",
    mcp: nothing,
    serve: nothing,
    open: nothing,
  };
}

export const SERVER_BOUNDARIES: readonly Boundary[] = [
  mcp,
  http("HTTP requests", "token"),
  http("dashboard API", "page"),
  cli,
];
