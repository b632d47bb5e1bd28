import { createHash, timingSafeEqual } from "node:crypto";
import { Writable } from "node:stream";
import { tokenFor } from "./adapters/files/project/token.ts";
import type { World } from "./app/runtime/world.ts";
import { type BackgroundReading, backgroundReading } from "./background-reading.ts";
import { MemoryError } from "./core/failure.ts";
import { type OpenWorld, openWorld } from "./open-world.ts";
import type { McpDoors } from "./surfaces/mcp/server.ts";
import { verbsNamed } from "./surfaces/verbs/catalogue.ts";
import { VERSION } from "./version.ts";
import { type Worlds, worldsOver } from "./worlds.ts";

export type McpOptions = {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  readonly http?: string | undefined;
  readonly host?: string | undefined;
  readonly tools?: string | undefined;
};

/** `tidemark mcp`: serves until the client is gone or somebody stops it. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const { env } = process;
  const cwd = options.project ?? (env.CLAUDE_PROJECT_DIR || process.cwd());
  const worlds = worldsOver(async (effect) =>
    withoutNamedFiles(
      await openWorld({
        cwd,
        env,
        effect,
        host: "mcp",
        voice: "agent",
        ...(options.agent === undefined ? {} : { agent: options.agent }),
      }),
    ),
  );
  const background = backgroundReading(worlds);
  const doors = await doorsOver(worlds, background, options);
  const end = options.http === undefined ? overStdio(doors) : overHttp(doors, worlds, options);
  await end;
  await background.stop();
  await worlds.close();
  // Everything acknowledged is on the disk, and nothing that is still open may hold the process.
  process.exit(0);
}

/** A client reads no file by naming it: it would reach whatever its user can reach, past its host's own rules. */
function withoutNamedFiles({ world, close }: OpenWorld): OpenWorld {
  const lines = (): never => {
    throw new MemoryError("input.invalid", "No file is read for a client of this server.", {
      fix: "Give the content itself.",
    });
  };
  return { world: { ...world, files: { ...world.files, lines } }, close };
}

async function doorsOver(
  worlds: Worlds,
  background: BackgroundReading,
  { tools = "few" }: McpOptions,
): Promise<McpDoors> {
  const { PROFILES, toolsOf } = await import("./surfaces/mcp/tools.ts");
  const profile = PROFILES.find((name) => name === tools);
  if (profile === undefined) {
    throw new MemoryError("input.invalid", `There is no set of tools "${tools}".`, {
      field: "tools",
      fix: `Sets: ${PROFILES.join(", ")}.`,
    });
  }
  const session = process.env.CLAUDE_CODE_SESSION_ID || undefined;
  return {
    version: VERSION,
    tools: toolsOf(profile, verbsNamed()),
    session,
    use: usesOf(worlds, background),
  };
}

/** Whoever asks after a write sees it, also when both were asked in one breath. */
function usesOf(worlds: Worlds, background: BackgroundReading): McpDoors["use"] {
  let written: Promise<unknown> = Promise.resolve();
  return (effect, work) => {
    background.called();
    if (effect === "reads") return written.then(async () => work((await worlds.forReading()).world));
    const mine = written.then(async () => work(withMemory((await worlds.forWriting()).world)));
    written = mine.catch(() => {});
    return mine;
  };
}

/** Where the first call made the memory, it is there for all that follow. */
const withMemory = (world: World): World => ({ ...world, project: { ...world.project, hasMemory: true } });

async function overStdio(doors: McpDoors): Promise<void> {
  const output = protocolOnly();
  const [{ serveStreams }, { mcpServer }] = [
    await import("./surfaces/mcp/stdio.ts"),
    await import("./surfaces/mcp/server.ts"),
  ];
  const report = (error: Error): void => void process.stderr.write(`tidemark mcp: ${error.message}\n`);
  await Promise.race([
    serveStreams(() => mcpServer(doors), { input: process.stdin, output, report }),
    signalled(),
    orphaned(),
  ]);
}

/** From now on standard output belongs to the protocol: whatever else is printed goes where people look. */
function protocolOnly(): Writable {
  const write = process.stdout.write.bind(process.stdout) as (chunk: unknown, done: () => void) => boolean;
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
  return new Writable({ write: (chunk, _, done) => void write(chunk, done) });
}

function signalled(): Promise<void> {
  return new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, () => done());
  });
}

const PARENT_LOOK_MS = 1000;

/** Some hosts leave their servers behind when they are killed; a process that nobody will ever ask again ends itself. */
function orphaned(): Promise<void> {
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

async function overHttp(doors: McpDoors, worlds: Worlds, options: McpOptions): Promise<void> {
  const port = portIn(options.http ?? "");
  const host = options.host ?? "127.0.0.1";
  const { world } = await worlds.forWriting();
  const token = tokenFor(world.project.memoryDir, process.env);
  const { listen, mcpHandler, MCP_PATH } = await import("./surfaces/mcp/http.ts");
  const handler = mcpHandler(doors, { isToken: (given) => isSame(given, token.value), hosts: [host] });
  const listening = await listen(handler, { host, port });
  const at = host.includes(":") ? `[${host}]` : host;
  process.stdout.write(`Listening on http://${at}:${listening.port}${MCP_PATH}\n`);
  process.stdout.write(`Token: ${token.file ?? "TIDEMARK_TOKEN"} (send it as Authorization: Bearer …)\n`);
  await signalled();
  await listening.close();
}

function portIn(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new MemoryError("input.invalid", `"${text}" is no port.`, {
    field: "http",
    fix: "Give a number up to 65535; 0 takes any that is free.",
  });
}

/** In the same time for every wrong token. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
