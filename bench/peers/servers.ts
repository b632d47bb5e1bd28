import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../place.ts";
import type { HttpDoor } from "./http-door.ts";
import type { McpSession, ServerCommand } from "./mcp-session.ts";

/** A memory server under test, and how its tools keep, find and list statements. */
export type MemoryServer = {
  readonly name: string;
  readonly version: string;
  /** The commands to install and start it, for the results page. */
  readonly command: string;
  /** The command to start it with its data in an existing folder. */
  readonly start: (folder: string) => ServerCommand;
  readonly keep: (session: McpSession, statement: Statement) => Promise<string>;
  /** The texts found, in the server's order. */
  readonly find: (session: McpSession, query: string) => Promise<readonly string[]>;
  /** The keys of those statements that the server stores. */
  readonly holds: (session: McpSession, keys: readonly string[]) => Promise<readonly string[]>;
  /** Its HTTP interface, if it has one. */
  readonly http?: HttpDoor;
};

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
} & Pick<MemoryServer, "keep" | "find" | "holds">;

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
function namedIn(text: string, keys: readonly string[]): string[] {
  const words = new Set(text.match(/key-[\w-]+/g));
  return keys.filter((key) => words.has(key));
}

/** Tools shared by the three servers that store a graph of entities and observations. */
const graph = {
  keep: keepEntity,
  find: async (session: McpSession, query: string) =>
    entityTexts(await session.call("search_nodes", { query })),
  holds: async (session: McpSession, keys: readonly string[]) =>
    namedIn(await session.call("read_graph", {}), keys),
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
      for (const key of keys)
        held.push(...namedIn(await session.call("search_nodes", { query: key }), [key]));
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
        held.push(...namedIn(await session.call("context_search_all", { query: key, limit: 5 }), [key]));
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
      namedIn(await session.call("memorix_transfer", { action: "export", format: "json" }), keys),
  },
];

const keeperTexts = (answer: string): string[] =>
  answer
    .split("\n• ")
    .slice(1)
    .map((line) => line.replace(/^\[\w+\] \S+: /, ""));

/**
 * Installs the peers outside the project, each in its own folder. Skips and reports one that fails to
 * install.
 */
export function installPeers(folder: string, say: (line: string) => void): MemoryServer[] {
  return PEERS.flatMap((peer) => {
    try {
      return [installed(peer, join(folder, peer.package.replace(/\W/g, "-")))];
    } catch (error) {
      say(
        `${peer.package} could not be installed: ${error instanceof Error ? error.message.slice(0, 200) : error}`,
      );
      return [];
    }
  });
}

function installed(peer: PeerPackage, folder: string): MemoryServer {
  const home = join(folder, "node_modules", peer.package);
  if (!existsSync(home)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    execFileSync("npm", ["install", "--no-audit", "--no-fund", peer.package], { cwd: folder, stdio: "pipe" });
  }
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const started = (data: string, args: readonly string[]): ServerCommand => {
    if (peer.isInRepository) execFileSync("git", ["init", "-q", "."], { cwd: data });
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
    start: (data: string, port: number) => started(data, httpArgs(port)),
  };
  return {
    name: peer.package,
    version,
    command: [`npm install ${peer.package}@${version} && node`, peer.entry, ...(peer.args ?? [])].join(" "),
    keep: peer.keep,
    find: peer.find,
    holds: peer.holds,
    start: (data) => started(data, peer.args ?? []),
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
    start: (folder) => ownCommand(folder, ["mcp"]),
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
    holds: async (session, keys) => namedIn(await listOwn(session), keys),
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
