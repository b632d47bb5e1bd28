import { type ChildProcess, spawn } from "node:child_process";

/** The command that starts a server. */
export type ServerCommand = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
};

/** A running MCP server with a client over stdio, as a host has it. */
export type McpSession = {
  readonly call: (tool: string, input: object) => Promise<string>;
  /** The result of `tools/list` as JSON. */
  readonly toolList: () => Promise<string>;
  /** The processes of the server; each may have child processes. */
  readonly pids: readonly (number | undefined)[];
  readonly kill: () => Promise<void>;
};

type Answer = {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: unknown;
};

/** A server that does not answer within this time has failed. */
const ANSWER_MS_MAX = 60_000;

/** Starts a server, under the command `around` if there is one, and performs the MCP handshake. */
export async function openSession(
  server: ServerCommand,
  around: readonly string[] = [],
): Promise<McpSession> {
  const [command = "", ...args] = [...around, server.command, ...server.args];
  const child = spawn(command, args, {
    cwd: server.cwd,
    env: server.env,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ask = askerOf(child);
  await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "tidemark-bench", version: "1" },
  });
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return {
    call: async (tool, input) => textIn(await ask("tools/call", { name: tool, arguments: input })),
    toolList: async () => JSON.stringify(await ask("tools/list", {})),
    pids: [child.pid],
    kill: () => endProcess(child),
  };
}

function askerOf(child: ChildProcess): (method: string, params: object) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) answered(line, waiting);
  });
  child.stdin?.on("error", () => {});
  let last = 0;
  return (method, params) =>
    new Promise((done, failed) => {
      const id = ++last;
      const late = setTimeout(() => failed(new Error(`${method}: no answer`)), ANSWER_MS_MAX);
      child.once("exit", () => failed(new Error(`${method}: the server ended`)));
      waiting.set(id, ({ error, result }) => {
        clearTimeout(late);
        child.removeAllListeners("exit");
        if (error) failed(new Error(error.message));
        else done(result);
      });
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
}

function answered(line: string, waiting: Map<number, (answer: Answer) => void>): void {
  try {
    const answer = JSON.parse(line) as Answer;
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  } catch {
    // Some servers print other lines on standard output.
  }
}

/** The text of a tool result. Throws if the result is marked as an error. */
function textIn(result: unknown): string {
  const { content = [], isError } = result as {
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  const text = content.map((part) => part.text ?? "").join("\n");
  if (isError) throw new Error(text);
  return text;
}

/** Kills a process and waits until it and all that share its output have ended. */
export const endProcess = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.removeAllListeners("exit");
    child.once("close", () => done());
    child.kill("SIGKILL");
  });
