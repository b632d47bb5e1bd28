import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { BIN } from "../spawned.ts";
import { askForMemory } from "./asked-memory.ts";

export type Json = { readonly [name: string]: unknown };
export type Reply = Json & {
  readonly id?: unknown;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string };
};

export type ToolReply = {
  readonly structuredContent: Json;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
};

/** A server process as its client sees it. */
export type McpProcess = {
  readonly child: ChildProcess;
  /** Every line of standard output, in order. */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  readonly write: (line: string) => void;
  readonly request: (method: string, params?: Json) => Promise<Reply>;
  readonly notify: (method: string, params?: Json) => void;
  /** The handshake of older protocol revisions. */
  readonly initialize: (version?: string, client?: string) => Promise<Reply>;
  readonly call: (name: string, args: Json, meta?: Json) => Promise<ToolReply>;
  /** Closes the server's input and waits until the process has ended. */
  readonly close: () => Promise<number | null>;
  readonly ended: Promise<number | null>;
};

export type McpStart = {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** The command that starts the server; by default Node and our program. */
  readonly program?: readonly string[];
  /** False if no person asked for a memory. */
  readonly isAsked?: boolean;
};

/** Starts `tidemark mcp`. The process is killed after the test if it still runs. */
export function startMcp({
  cwd,
  env,
  args = [],
  program = [process.execPath, BIN],
  isAsked = true,
}: McpStart): McpProcess {
  const [file = "", ...rest] = program;
  if (isAsked) askForMemory(cwd, env);
  const child = spawn(file, [...rest, "mcp", ...args], { cwd, env, stdio: "pipe" });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const waiting = new Map<unknown, (reply: Reply) => void>();
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    const reply = parsed(line);
    waiting.get(reply?.id)?.(reply as Reply);
    waiting.delete(reply?.id);
  });
  const ended = new Promise<number | null>((done) => child.on("close", (code) => done(code)));
  const write = (line: string): void => void child.stdin.write(`${line}\n`);
  let next = 0;
  const send = (message: Json): void => write(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const request = (method: string, params: Json = {}): Promise<Reply> => {
    const id = ++next;
    return new Promise((done, failed) => {
      waiting.set(id, done);
      ended.then(() => failed(new Error(`The server ended without an answer. ${stderr}`)));
      send({ id, method, params });
    });
  };
  const notify = (method: string, params: Json = {}): void => send({ method, params });
  return {
    child,
    lines,
    stderr: () => stderr,
    write,
    request,
    notify,
    ended,
    initialize: async (protocolVersion = "2025-11-25", name = "tests") => {
      const clientInfo = { name, version: "1" };
      const reply = await request("initialize", { protocolVersion, capabilities: {}, clientInfo });
      notify("notifications/initialized");
      return reply;
    },
    call: async (name, given, meta) => {
      const params = { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) };
      const { result, error } = await request("tools/call", params);
      if (error) throw new Error(error.message);
      return result as unknown as ToolReply;
    },
    close: () => {
      child.stdin.end();
      return ended;
    },
  };
}

function parsed(line: string): Reply | undefined {
  try {
    return JSON.parse(line) as Reply;
  } catch {
    return undefined;
  }
}

/** The metadata that every request of the newest protocol revision carries. */
export const envelope = (client = "tests"): Json => ({
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: client, version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

export type HttpServer = {
  readonly url: string;
  readonly token: string;
  /** The text that the server printed when it began to listen. */
  readonly said: string;
  readonly process: McpProcess;
};

/** Starts `tidemark mcp --http 0` and reads its address. */
export async function startHttp(start: McpStart): Promise<HttpServer> {
  const token = "a-token-of-these-tests";
  const env = { TIDEMARK_TOKEN: token, ...start.env };
  const server = startMcp({ ...start, env, args: ["--http", "0", ...(start.args ?? [])] });
  const said = await new Promise<string>((done, failed) => {
    let text = "";
    server.child.stdout?.on("data", (more: Buffer) => {
      text += String(more);
      if (/Token: .*\n/.test(text)) done(text);
    });
    server.ended.then(() => failed(new Error(server.stderr())));
  });
  return { url: /Listening on (\S+)/.exec(said)?.[1] ?? "", token, said, process: server };
}
