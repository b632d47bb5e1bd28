import { Writable } from "node:stream";
import { tokenFor } from "./adapters/files/project/token.ts";
import { withoutFiles } from "./app/access/acting-as.ts";
import { type BackgroundReading, backgroundReading, withoutHolding } from "./background-reading.ts";
import type { RemoteCaller } from "./core/access/roles.ts";
import { MemoryError } from "./core/failure.ts";
import { addressOf, isSame, mcpRoute, portIn } from "./http-parts.ts";
import { type MemoryPool, memoryPoolOver } from "./memory-pool.ts";
import { memoryUses, untilSignalled } from "./memory-uses.ts";
import { type OpenMemory, type OpenMemoryOptions, openMemory } from "./open-memory.ts";
import type { McpPorts } from "./surfaces/mcp/server.ts";
import { verbsNamed } from "./surfaces/verbs/catalogue.ts";
import { VERSION } from "./version.ts";

export type McpOptions = {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly http?: string | undefined;
  readonly host?: string | undefined;
  readonly tools?: string | undefined;
};

/** `tidemark mcp`: runs until the client disconnects or a signal arrives. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { env } = process;
  const cwd = options.project ?? (env.CLAUDE_PROJECT_DIR || process.cwd());
  const memoryPool = memoryPoolOver((effect) =>
    openWithoutFiles({
      cwd,
      env,
      effect,
      host: "mcp",
      voice: "agent",
      ...(options.agent === undefined ? {} : { agent: options.agent }),
    }),
  );
  const background = backgroundReading(memoryPool);
  // Sessions that are due are read, whether or not the agent ever calls.
  background.called();
  const doors = await doorsOver(memoryPool, background, options);
  const end = options.http === undefined ? overStdio(doors) : overHttp(doors, memoryPool, options);
  await end;
  await background.stop();
  await memoryPool.close();
  // All acknowledged events are on the disk. Exits even if something still holds the event loop.
  process.exit(0);
}

async function openWithoutFiles(options: OpenMemoryOptions): Promise<OpenMemory> {
  const { deps, close } = await openMemory(options);
  return { deps: withoutFiles(deps), close };
}

async function doorsOver(
  memoryPool: MemoryPool,
  background: BackgroundReading,
  { tools = "few" }: McpOptions,
): Promise<McpPorts> {
  const { PROFILES, toolsOf } = await import("./surfaces/mcp/tools.ts");
  const profile = PROFILES.find((name) => name === tools);
  if (profile === undefined) {
    throw new MemoryError("input.invalid", `There is no tool set "${tools}".`, {
      field: "tools",
      fix: `Sets: ${PROFILES.join(", ")}.`,
    });
  }
  const session = process.env.CLAUDE_CODE_SESSION_ID || undefined;
  return {
    version: VERSION,
    tools: toolsOf(profile, verbsNamed()),
    session,
    use: memoryUses(memoryPool, background),
  };
}

async function overStdio(doors: McpPorts): Promise<void> {
  const output = protocolOnly();
  const [{ serveStreams }, { mcpServer }] = [
    await import("./surfaces/mcp/stdio.ts"),
    await import("./surfaces/mcp/server.ts"),
  ];
  const report = (error: Error): void => void process.stderr.write(`tidemark mcp: ${error.message}\n`);
  await Promise.race([
    serveStreams(() => mcpServer(doors), { input: process.stdin, output, report }),
    untilSignalled(),
    untilOrphaned(),
  ]);
}

/** Reserves standard output for the protocol: all other output is redirected to standard error. */
function protocolOnly(): Writable {
  const write = process.stdout.write.bind(process.stdout) as (chunk: unknown, done: () => void) => boolean;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return new Writable({ write: (chunk, _, done) => void write(chunk, done) });
}

const PARENT_LOOK_MS = 1000;

/** Some hosts leave their servers running when they are killed. A process that no client can reach any more ends itself. */
function untilOrphaned(): Promise<void> {
  const parent = process.ppid;
  return new Promise((done) => {
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      done();
    }, PARENT_LOOK_MS);
    look.unref();
  });
}

async function overHttp(doors: McpPorts, memoryPool: MemoryPool, options: McpOptions): Promise<void> {
  const port = portIn(options.http ?? "", "http");
  const host = options.host ?? "127.0.0.1";
  const { deps } = await memoryPool.forWriting();
  const token = tokenFor(deps.project.memoryDir, process.env);
  const { MCP_PATH, mcpRequests } = await import("./surfaces/mcp/http.ts");
  const { guardedHandler } = await import("./surfaces/http/guarded-handler.ts");
  const { listen } = await import("./surfaces/http/listen.ts");
  const requests = mcpRequests();
  const route = mcpRoute((request) => requests.fetch(request, doors));
  const handler = guardedHandler({
    routeAt: (path) => (path === MCP_PATH ? route : undefined),
    callerByToken: (given) => (isSame(given, token.value) ? AGENT : undefined),
    names: [host],
    now: Date.now,
    schedule: withoutHolding,
    close: requests.close,
  });
  const listening = await listen(handler, { host, port });
  process.stdout.write(`Listening on ${addressOf({ host, port: listening.port })}${MCP_PATH}\n`);
  process.stdout.write(`Token: ${token.file ?? "TIDEMARK_TOKEN"} (send it as Authorization: Bearer …)\n`);
  await untilSignalled();
  await listening.close();
}

/** A caller with the token of this memory is an agent of its user. */
const AGENT: RemoteCaller = { id: "memory-token", person: "agent", role: "curator" };
