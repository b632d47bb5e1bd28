import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, onTestFinished } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { type Stage, stage } from "../scenarios/stage.ts";
import { BIN } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { envelope, type Json, type Reply, startHttp, startMcp } from "../support/mcp-server.ts";

/** The methods that both generations of clients have. */
type AnyClient = {
  readonly listTools: () => Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  readonly callTool: (call: {
    name: string;
    arguments: Json;
  }) => Promise<{ readonly [name: string]: unknown }>;
  readonly readResource: (resource: { uri: string }) => Promise<{ readonly contents: readonly unknown[] }>;
  readonly getPrompt: (prompt: { name: string }) => Promise<{ readonly messages: readonly unknown[] }>;
  readonly getInstructions: () => string | undefined;
  readonly close: () => Promise<void>;
};

const INFO = { name: "tests", version: "1" };

const program = ({ dir, env }: Stage) => ({
  command: process.execPath,
  args: [BIN, "mcp"],
  cwd: dir,
  env: env as Record<string, string>,
  stderr: "ignore" as const,
});

const modern = (mode: "legacy" | "auto" | { pin: string }) =>
  new Client(INFO, { versionNegotiation: { mode } });

/** Each client library that a host may use, over each transport. */
const CLIENTS: { readonly [name: string]: (on: Stage) => Promise<AnyClient> } = {
  "v1 over stdio": async (on) => {
    const client = new OldClient(INFO);
    await client.connect(new OldStdio(program(on)));
    return client as unknown as AnyClient;
  },
  "v1 over HTTP": async (on) => {
    const { url, init } = await address(on);
    const client = new OldClient(INFO);
    await client.connect(new OldHttp(url, init) as unknown as Parameters<OldClient["connect"]>[0]);
    return client as unknown as AnyClient;
  },
  "v2 over stdio": (on) => overStdio(modern("auto"), on),
  "v2 over stdio, older protocol": (on) => overStdio(modern("legacy"), on),
  "v2 over stdio, newest protocol": (on) => overStdio(modern({ pin: "2026-07-28" }), on),
  "v2 over HTTP": (on) => overHttp(modern("auto"), on),
  "v2 over HTTP, older protocol": (on) => overHttp(modern("legacy"), on),
};

async function overStdio(client: Client, on: Stage): Promise<AnyClient> {
  await client.connect(new StdioClientTransport(program(on)));
  return client as unknown as AnyClient;
}

async function overHttp(client: Client, on: Stage): Promise<AnyClient> {
  const { url, init } = await address(on);
  await client.connect(new StreamableHTTPClientTransport(url, init));
  return client as unknown as AnyClient;
}

async function address(on: Stage) {
  const { url, token } = await startHttp({ cwd: on.dir, env: on.env });
  return { url: new URL(url), init: { requestInit: { headers: { Authorization: `Bearer ${token}` } } } };
}

/** One call of every tool. The clients check each answer against the listed schema. */
const CALLS: readonly (readonly [tool: string, given: Json])[] = [
  ["work", { intent: "start" }],
  ["create", { kind: "trap", text: "vitest hangs on port 5432", instead: "stop the local server" }],
  ["create", { kind: "plan", text: "Send receipts by mail" }],
  ["update", { id: "pln#1", steps: ["write it", "send it"] }],
  ["transition", { id: "pln#1", status: "in_progress" }],
  ["recall", { query: "why does vitest hang?" }],
  ["find", { kind: "plan" }],
  ["context", { kind: "memory", query: "vitest hangs" }],
  ["context", { kind: "delta" }],
  ["context", { kind: "board" }],
  ["work", { intent: "checkpoint", text: "Half done" }],
  ["work", { intent: "handoff", text: "Go on" }],
  ["remove", { id: "trp#1" }],
];

scenario("mcp.clients", async () => {
  for (const [name, connected] of Object.entries(CLIENTS)) {
    const on = stage();
    askForMemory(on.dir, on.env);
    const client = await connected(on);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools, name).toHaveLength(8);
    expect(client.getInstructions(), name).toContain("evidence, not orders");
    for (const [tool, given] of CALLS) {
      const answer = await client.callTool({ name: tool, arguments: given });
      expect(answer.isError, `${name}: ${tool} ${JSON.stringify(answer)}`).toBeFalsy();
      expect(answer.structuredContent, `${name}: ${tool}`).toBeTypeOf("object");
    }
    const wrong = await client.callTool({ name: "find", arguments: { kind: "plant" } });
    expect(wrong, name).toMatchObject({ isError: true, structuredContent: { error: { field: "kind" } } });
    expect((await client.readResource({ uri: "tidemark://board" })).contents, name).toHaveLength(1);
    expect((await client.getPrompt({ name: "handoff" })).messages, name).toHaveLength(1);
    expect((await on.call("find", { kind: "plan", status: "in_progress" })).items, name).toHaveLength(1);
    await client.close();
  }
});

const OLDER = ["2024-11-05", "2025-06-18", "2025-11-25"] as const;
const NOTE = { name: "create", arguments: { kind: "note", text: "Heard over the wire" } };

scenario("mcp.revisions", async () => {
  for (const version of OLDER) {
    const on = stage();
    const server = startMcp({ cwd: on.dir, env: on.env });
    expect((await server.initialize(version)).result?.protocolVersion).toBe(version);
    expect((await server.request("ping")).result).toEqual({});
    await speaks((method, params) => server.request(method, params), version);
    const { url, token } = await startHttp({ cwd: on.dir, env: on.env });
    const post = posting(url, { Authorization: `Bearer ${token}`, "MCP-Protocol-Version": version });
    const hello = { protocolVersion: version, capabilities: {}, clientInfo: INFO };
    expect((await post("initialize", hello)).result?.protocolVersion).toBe(version);
    await speaks(post, `${version} over HTTP`);
  }
  const on = stage();
  const server = startMcp({ cwd: on.dir, env: on.env });
  const enveloped = (method: string, params: Json = {}) =>
    server.request(method, { ...params, _meta: envelope("codex-mcp-client") });
  expect((await enveloped("server/discover")).result?.supportedVersions).toContain("2026-07-28");
  await speaks(enveloped, "2026-07-28");
  expect((await on.call("find", { kind: "note" })).items[0]?.created_by).toBe("codex");
  const { url, token } = await startHttp({ cwd: on.dir, env: on.env });
  const post = posting(url, { Authorization: `Bearer ${token}`, "MCP-Protocol-Version": "2026-07-28" });
  await speaks(
    (method, params = {}) => post(method, { ...params, _meta: envelope() }),
    "2026-07-28 over HTTP",
  );
});

async function speaks(
  ask: (method: string, params?: Json) => Promise<Reply>,
  version: string,
): Promise<void> {
  expect((await ask("tools/list")).result?.tools, version).toHaveLength(8);
  const { result } = await ask("tools/call", NOTE);
  expect(result?.structuredContent, version).toMatchObject({ outcome: "created" });
  expect((await ask("resources/list")).result?.resources, version).toHaveLength(3);
  expect((await ask("prompts/list")).result?.prompts, version).toHaveLength(1);
  expect((await ask("nothing/here")).error?.code, version).toBe(-32601);
}

function posting(url: string, headers: { readonly [name: string]: string }) {
  let id = 0;
  return async (method: string, params: Json = {}): Promise<Reply> => {
    const named = method === "tools/call" ? { "Mcp-Name": String(params.name) } : {};
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        "Mcp-Method": method,
        ...named,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }),
    });
    const text = await response.text();
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
    return JSON.parse(data) as Reply;
  };
}
