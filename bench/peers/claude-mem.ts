import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { freePort } from "./http-door.ts";
import { installPackages } from "./install.ts";
import { endProcess, openSession, type ServerCommand } from "./mcp-session.ts";
import { keysIn, type MemoryServer, type Remark } from "./servers.ts";

const PACKAGE = "claude-mem@11.0.0";
const BUN = `@oven/bun-linux-${process.arch === "arm64" ? "aarch64" : "x64"}`;
const BUN_PINNED = `${BUN}@1.4.4`;

/** The route that saves a text without a language model. Its MCP tools only search. */
const SAVE = "/api/memory/save";
const PROJECT = "bench";
/** More statements than any part of the bench saves. */
const LIMIT = 100_000;

/**
 * The start of a command that runs in its own process namespace. The daemon needs one: when it starts, it kills
 * every process that it can see whose command line names `worker-service.cjs` or `chroma-mcp`.
 */
const NAMESPACE = ["unshare", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"] as const;

/**
 * Runs a command in the background until standard input closes. As process 1 of the namespace, this shell takes
 * the command with it, so the daemon ends with the bench even if the bench is killed. The files with process
 * ids are deleted first, because the ids of an earlier namespace would name other processes in this one.
 */
const UNTIL_INPUT_CLOSES =
  'rm -f "$HOME/.claude-mem/worker.pid" "$HOME/.claude-mem/supervisor.json"; "$@" & read -r _';

/** claude-mem: one daemon that saves and searches over HTTP, and an MCP server for each host that asks it. */
export function installClaudeMem(folder: string): MemoryServer {
  if (spawnSync(NAMESPACE[0], [...NAMESPACE.slice(1), "true"]).status !== 0)
    throw new Error(
      "Its daemon needs its own process namespace, which `unshare` cannot make on this machine.",
    );
  const { home, version } = installPackages(folder, [PACKAGE, BUN_PINNED], ["--ignore-scripts"]);
  const scripts = join(home, "plugin/scripts");
  const bun = join(folder, "node_modules", BUN, "bin/bun");
  const commandOf = (data: string, port: number, command: readonly [string, ...string[]]): ServerCommand => ({
    ...{ command: command[0], args: command.slice(1), cwd: data },
    // Nothing else is inherited: no account of a language model, and no download.
    env: {
      PATH: [dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
      ...{ HOME: data, CLAUDE_MEM_DATA_DIR: join(data, ".claude-mem") },
      ...{ CLAUDE_MEM_WORKER_PORT: String(port), UV_OFFLINE: "1" },
    },
  });
  const daemonCommand = (data: string, port: number, around: readonly string[] = []): ServerCommand => {
    const [first, ...rest] = [...around, ...NAMESPACE, "sh", "-c", UNTIL_INPUT_CLOSES, "sh"];
    const daemon = [bun, join(scripts, "worker-service.cjs"), "--daemon"];
    return commandOf(data, port, [first ?? "", ...rest, ...daemon]);
  };
  const mcpCommand = (data: string, port: number): ServerCommand =>
    commandOf(data, port, [process.execPath, join(scripts, "mcp-server.cjs")]);
  return {
    ...{ name: "claude-mem", version },
    command: `npm install --ignore-scripts ${PACKAGE} ${BUN_PINNED} && bun plugin/scripts/worker-service.cjs --daemon, and node plugin/scripts/mcp-server.cjs for each host`,
    open: sessionsOnOneDaemon(daemonCommand, mcpCommand),
    keep: (session, { key, text }) =>
      session.call(SAVE, { text: `${text} (${key})`, title: key, project: PROJECT }),
    holds: async (session, keys) =>
      keysIn(await session.call("search", { project: PROJECT, limit: LIMIT, type: "observations" }), keys),
    http: { path: SAVE, body: { text: "A statement", project: PROJECT }, start: daemonCommand },
    remarks: REMARKS,
  };
}

type CommandOf = (data: string, port: number, around?: readonly string[]) => ServerCommand;
type Daemon = { readonly port: number; readonly child: ChildProcess };

/** Opens sessions whose servers share one daemon per folder. It ends with the last of them. */
function sessionsOnOneDaemon(daemonCommand: CommandOf, mcpCommand: CommandOf): MemoryServer["open"] {
  const running = new Map<string, { readonly daemon: Promise<Daemon>; sessions: number }>();
  return async (data, around) => {
    const shared = running.get(data) ?? { daemon: startDaemon(daemonCommand, data, around), sessions: 0 };
    running.set(data, shared);
    shared.sessions++;
    const leave = async (): Promise<void> => {
      if (--shared.sessions > 0) return;
      running.delete(data);
      await shared.daemon.then(({ child }) => endProcess(child));
    };
    try {
      const { port, child } = await shared.daemon;
      const mcp = await openSession(mcpCommand(data, port));
      return {
        ...mcp,
        call: (tool, input) => (tool === SAVE ? post(port, tool, input) : mcp.call(tool, input)),
        pids: [...mcp.pids, child.pid],
        kill: async () => {
          await leave();
          await mcp.kill();
        },
      };
    } catch (error) {
      await leave();
      throw error;
    }
  };
}

const READY_MS_MAX = 60_000;
const RETRY_MS = 50;

async function startDaemon(commandOf: CommandOf, data: string, around?: readonly string[]): Promise<Daemon> {
  const port = await freePort();
  const { command, args, ...rest } = commandOf(data, port, around);
  const child = spawn(command, args, { ...rest, stdio: ["pipe", "pipe", "ignore"] });
  child.stdout.resume();
  child.stdin.on("error", () => {});
  const began = performance.now();
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - began > READY_MS_MAX) {
      await endProcess(child);
      throw new Error("the daemon of claude-mem did not start");
    }
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
  return { port, child };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/readiness`).then(
    ({ ok }) => ok,
    () => false,
  );

async function post(port: number, path: string, body: object): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

const REMARKS: readonly Remark[] = [
  [
    "version",
    "Version 13 cannot be installed: npm finds no `better-call@~1.4.5`, which one of its dependencies needs. 11.0.0 is the newest version before it in the npm registry.",
  ],
  [
    "what it keeps",
    "Its MCP tools only search, and a language model writes what it keeps of a session. Without a model only `POST /api/memory/save` keeps a text. Each process is one of its MCP servers with its own HTTP requests; one daemon answers all of them.",
  ],
  [
    "not measured: questions, time to find",
    "Its text search needs the vector store Chroma, which `uvx` downloads. Without Chroma a search by text finds nothing: `/api/search` answers `chroma-mcp connection in backoff`. It makes FTS5 tables, but its code does not search them.",
  ],
  [
    "start, memory, bytes",
    "The start is that of the daemon and then of the MCP server. The memory is that of both. The bytes include its log.",
  ],
  [
    "its own process namespace",
    "When its daemon starts, it kills every process that it can see whose command line names `worker-service.cjs` or `chroma-mcp`, and later orphaned `claude` processes. The bench runs it with `unshare --pid`, so that it sees no process but its own.",
  ],
];
