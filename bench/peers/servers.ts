import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../place.ts";
import { installClaudeMem } from "./claude-mem.ts";
import type { HttpDoor } from "./http-door.ts";
import { installPackages } from "./install.ts";
import { type McpSession, openSession, type ServerCommand } from "./mcp-session.ts";

/** A memory server under test, and how its tools keep, find and list statements. */
export type MemoryServer = {
  readonly name: string;
  readonly version: string;
  /** The commands to install and start it, for the results page. */
  readonly command: string;
  /** Makes what a server finds in its folder when it starts. */
  readonly prepare?: (folder: string) => void;
  /**
   * Starts it with its data in an existing folder. `around` is a command that runs it, with the arguments that
   * come before its own command.
   */
  readonly open: (folder: string, around?: readonly string[]) => Promise<McpSession>;
  readonly keep: (session: McpSession, statement: Statement) => Promise<string>;
  /** The texts found, in the server's order. Missing if it cannot search by text here. */
  readonly find?: (session: McpSession, query: string) => Promise<readonly string[]>;
  /** The keys of those statements that the server stores. */
  readonly holds: (session: McpSession, keys: readonly string[]) => Promise<readonly string[]>;
  /** Its HTTP interface, if it has one. */
  readonly http?: HttpDoor;
  /** What was not measured or was done in another way than with the others, and why. */
  readonly remarks?: readonly Remark[];
};

export type Remark = readonly [what: string, why: string];

/** A text and its unique key. */
export type Statement = { readonly key: string; readonly text: string };

type Entity = { readonly name: string; readonly observations?: readonly unknown[] };

type PeerPackage = {
  readonly package: string;
  /** Start file, relative to the package's folder. */
  readonly entry: string;
  readonly args?: readonly string[];
  /** True if it keeps one memory per git repository. */
  readonly isInRepository?: true;
  readonly data: (folder: string) => NodeJS.ProcessEnv;
  /** Arguments that start its HTTP server on a port. */
  readonly httpArgs?: (port: number) => readonly string[];
} & Pick<Required<MemoryServer>, "keep" | "find" | "holds">;

const keepEntity: MemoryServer["keep"] = (session, { key, text }) =>
  session.call("create_entities", {
    entities: [{ name: key, entityType: "statement", observations: [text] }],
  });

const entityTexts = (answer: string): string[] => {
  const { entities = [] } = JSON.parse(answer) as { readonly entities?: readonly Entity[] };
  return entities.map(({ observations = [] }) => observations.map(observationText).join(" "));
};

const observationText = (observation: unknown): string =>
  typeof observation === "object" && observation !== null && "content" in observation
    ? String(observation.content)
    : String(observation);

/** The keys that occur in a text as whole words. */
export function keysIn(text: string, keys: readonly string[]): string[] {
  const words = new Set(text.match(/key-[\w-]+/g));
  return keys.filter((key) => words.has(key));
}

/** Tools shared by the three servers that store a graph of entities and observations. */
const graph = {
  keep: keepEntity,
  find: async (session: McpSession, query: string) =>
    entityTexts(await session.call("search_nodes", { query })),
  holds: async (session: McpSession, keys: readonly string[]) =>
    keysIn(await session.call("read_graph", {}), keys),
};

const PEERS: readonly PeerPackage[] = [
  {
    package: "@modelcontextprotocol/server-memory",
    entry: "dist/index.js",
    data: (folder) => ({ MEMORY_FILE_PATH: join(folder, "memory.jsonl") }),
    ...graph,
  },
  {
    package: "@itseasy21/mcp-knowledge-graph",
    entry: "dist/index.js",
    data: (folder) => ({ MEMORY_FILE_PATH: join(folder, "memory.jsonl") }),
    ...graph,
  },
  {
    package: "mcp-memory-libsql",
    entry: "dist/index.js",
    data: (folder) => ({ LIBSQL_URL: `file:${join(folder, "memory.db")}` }),
    ...graph,
    // It returns at most fifty entities, so each key is searched separately.
    holds: async (session, keys) => {
      const held: string[] = [];
      for (const key of keys) held.push(...keysIn(await session.call("search_nodes", { query: key }), [key]));
      return held;
    },
  },
  {
    package: "mcp-memory-keeper",
    entry: "bin/mcp-memory-keeper",
    data: (folder) => ({ DATA_DIR: folder }),
    keep: (session, { key, text }) => session.call("context_save", { key, value: text, category: "note" }),
    find: async (session, query) =>
      keeperTexts(await session.call("context_search_all", { query, limit: 5 })),
    holds: async (session, keys) => {
      const held: string[] = [];
      for (const key of keys)
        held.push(...keysIn(await session.call("context_search_all", { query: key, limit: 5 }), [key]));
      return held;
    },
  },
  {
    package: "memorix",
    entry: "dist/cli/index.js",
    args: ["serve"],
    httpArgs: (port) => ["serve-http", "--port", String(port)],
    isInRepository: true,
    data: () => ({}),
    keep: async (session, { key, text }) => {
      const answer = await session.call("memorix_store", {
        ...{ entityName: key, type: "discovery", title: text, narrative: `${text} (${key})` },
      });
      // It discards what it considers a duplicate, and says so.
      if (answer.includes("DISCARD")) throw new Error(answer);
      return answer;
    },
    find: async (session, query) =>
      [...(await session.call("memorix_search", { query, limit: 5 })).matchAll(/^\| obs:.*$/gm)].map(
        ([row]) => row.split(" | ")[3] ?? "",
      ),
    holds: async (session, keys) =>
      keysIn(await session.call("memorix_transfer", { action: "export", format: "json" }), keys),
  },
];

const keeperTexts = (answer: string): string[] =>
  answer
    .split("\n• ")
    .slice(1)
    .map((line) => line.replace(/^\[\w+\] \S+: /, ""));

type Peers = { readonly servers: readonly MemoryServer[]; readonly absent: readonly Absent[] };

/** A server that was not measured at all. */
export type Absent = { readonly name: string; readonly why: string };

const BASIC_MEMORY: Absent = {
  name: "basic-memory",
  why: "It comes from PyPI only. The machine of this page cannot reach PyPI (tried: `pip download --no-deps basic-memory`), and npm has no package of this name.",
};

/** Installs the peers outside the project, each in its own folder. One that fails to install is absent. */
export function installPeers(folder: string, only: readonly string[]): Peers {
  const servers: MemoryServer[] = [];
  const absent: Absent[] = [];
  const isAsked = (name: string): boolean => only.length === 0 || only.includes(name);
  const installers = [
    ...PEERS.map((peer) => ({ name: peer.package, install: (own: string) => installPeer(peer, own) })),
    { name: "claude-mem", install: installClaudeMem },
  ];
  for (const { name, install } of installers.filter((one) => isAsked(one.name)))
    try {
      servers.push(install(join(folder, name.replace(/\W/g, "-"))));
    } catch (error) {
      absent.push({ name, why: error instanceof Error ? error.message.slice(0, 200) : String(error) });
    }
  return { servers, absent: [...absent, ...[BASIC_MEMORY].filter(({ name }) => isAsked(name))] };
}

function installPeer(peer: PeerPackage, folder: string): MemoryServer {
  const { home, version } = installPackages(folder, [peer.package]);
  const commandOf = (data: string, args: readonly string[]): ServerCommand => {
    if (peer.isInRepository && !existsSync(join(data, ".git")))
      execFileSync("git", ["init", "-q", "."], { cwd: data });
    return {
      command: process.execPath,
      args: [join(home, peer.entry), ...args],
      cwd: data,
      env: { ...process.env, HOME: data, ...peer.data(data) },
    };
  };
  const { httpArgs } = peer;
  const http = httpArgs && {
    path: MCP_PATH,
    start: (data: string, port: number) => commandOf(data, httpArgs(port)),
  };
  return {
    name: peer.package,
    version,
    command: [`npm install ${peer.package}@${version} && node`, peer.entry, ...(peer.args ?? [])].join(" "),
    keep: peer.keep,
    find: peer.find,
    holds: peer.holds,
    open: (data, around) => openSession(commandOf(data, peer.args ?? []), around),
    ...(http ? { http } : {}),
  };
}

const BIN = join(ROOT, "dist/tidemark.cjs");
const MCP_PATH = "/mcp";

/** The command for one of our verbs, in a project for which a person asked for a memory. */
function ownCommand(folder: string, verb: readonly string[]): ServerCommand {
  const project = join(folder, "project");
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: "", XDG_CONFIG_HOME: "" };
  if (!existsSync(project)) {
    mkdirSync(project);
    execFileSync("git", ["init", "-q", "."], { cwd: project });
    execFileSync(process.execPath, [BIN, "init"], { cwd: project, env, stdio: "pipe" });
  }
  return { command: process.execPath, args: [BIN, ...verb], cwd: project, env };
}

/** Our own server, started as a host starts it. */
export function ownServer(version: string): MemoryServer {
  return {
    name: "tidemark",
    version,
    command: "npm run build && node dist/tidemark.cjs mcp",
    prepare: (folder) => void ownCommand(folder, []),
    open: (folder, around) => openSession(ownCommand(folder, ["mcp"]), around),
    http: {
      path: MCP_PATH,
      start: (folder, port) => ownCommand(folder, ["serve", "--port", String(port)]),
      headers: (folder) => {
        const { command, args, cwd, env } = ownCommand(folder, ["token", "create", "bench", "--json"]);
        const { secret } = JSON.parse(execFileSync(command, args, { cwd, env, encoding: "utf8" })) as {
          readonly secret: string;
        };
        return { Authorization: `Bearer ${secret}` };
      },
    },
    keep: (session, { key, text }) => session.call("create", { kind: "fact", text: `${text} (${key})` }),
    find: async (session, query) => {
      const { hits } = JSON.parse(await session.call("recall", { query, limit: 5 })) as {
        readonly hits: readonly { readonly text: string }[];
      };
      return hits.map(({ text }) => text);
    },
    holds: async (session, keys) => keysIn(await listOwn(session), keys),
  };
}

const PAGE = 200;

async function listOwn(session: McpSession): Promise<string> {
  const pages: string[] = [];
  for (;;) {
    const page = await session.call("find", { kind: "fact", limit: PAGE, offset: pages.length * PAGE });
    pages.push(page);
    if (!page.includes('"id"')) return pages.join("\n");
  }
}
