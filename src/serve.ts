import { createHash, randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { createSecureContext } from "node:tls";
import { fileURLToPath } from "node:url";
import { readRegular } from "./adapters/disk/bounded-file.ts";
import { packagedFiles } from "./adapters/disk/packaged-files.ts";
import { folderName, stateFolder } from "./adapters/disk/state-folder.ts";
import { accessTokens } from "./adapters/files/access/access-tokens.ts";
import { type ServerNotes, serverNotes } from "./adapters/files/access/running-server.ts";
import { findProject, type ProjectPlace } from "./adapters/files/project/find-project.ts";
import { speakerOf } from "./adapters/system/writer.ts";
import type { Progress } from "./app/runtime/deps.ts";
import { readInChild } from "./background-reading.ts";
import { agentHostIn } from "./core/agent-hosts.ts";
import { MemoryError } from "./core/failure.ts";
import { refuseAgent } from "./core/items/authority.ts";
import { addressOf, portIn } from "./http-parts.ts";
import { type HttpServer, httpServer, type ServerSetup } from "./http-server.ts";
import { untilSignalled } from "./memory-uses.ts";
import { openMemory } from "./open-memory.ts";
import { ownerUrlOf } from "./owner-url.ts";
import type { AccessTokens } from "./ports/ownership.ts";
import { type ListenOptions, listen, type OpenPort } from "./surfaces/http/listen.ts";
import { cookieForm } from "./surfaces/http/page-routes.ts";
import type { PageFile } from "./surfaces/http/pages.ts";
import { isLoopbackName } from "./surfaces/http/request-origin.ts";

/** Options of the server, named like the flags of the command line. */
export type ServeOptions = {
  readonly project?: string | undefined;
  readonly port?: string | undefined;
  readonly host?: string | undefined;
  /** Host names under which clients may call, separated by commas. */
  readonly name?: string | undefined;
  readonly "tls-cert"?: string | undefined;
  readonly "tls-key"?: string | undefined;
  readonly "behind-proxy"?: boolean | undefined;
  readonly log?: string | undefined;
};

/** The agent that starts the server, if the command line names one. */
type ServeSpeaker = { readonly agent?: string | undefined };

/** The default port; no well-known service uses it. If it is in use and the user named none, another port is chosen. */
const PORT = 8765;

/** `tidemark serve`: runs until a signal stops it. */
export async function serve({ agent, ...options }: ServeOptions & ServeSpeaker): Promise<void> {
  refuseAgent(speakerOf({ env: process.env, ...(agent === undefined ? {} : { agent }) }).voice, "serve");
  const started = await startServer(options, process.env);
  process.stdout.write(
    `Serving ${started.project} on ${started.url}\nTo open the dashboard: tidemark open. To give others access: tidemark token create NAME. To stop: Ctrl+C.\n`,
  );
  await runUntilStopped(started);
}

/** Runs until a signal arrives, then answers open requests and removes its files. */
export async function runUntilStopped(started: StartedServer): Promise<void> {
  await untilSignalled();
  await started.stop();
  // All acknowledged events are on the disk. Exits even if something still holds the event loop.
  process.exit(0);
}

export type StartedServer = {
  /** The name of the project. */
  readonly project: string;
  readonly url: string;
  /** The one-time sign-in address of this user. */
  readonly ownerUrl: () => string;
  /** Resolves when the views have read the tape: from then on, a page shows its data at once. */
  readonly prepared: Promise<void>;
  readonly stop: () => Promise<void>;
};

export async function startServer(
  options: ServeOptions & { readonly progress?: Progress },
  env: NodeJS.ProcessEnv,
): Promise<StartedServer> {
  const cwd = options.project ?? process.cwd();
  const place = findProject(cwd, env);
  const at = listenOptions(options);
  const tokens = accessTokens({ state: stateFolder(env), memoryDir: place.memoryDir, now: Date.now });
  refuseUnprotected(at, options, tokens);
  const notes = serverNotes(stateFolder(env), place.memoryDir);
  const ownerKey = randomBytes(32).toString("base64url");
  const server = httpServer({
    ...setupFor(options, { place, env, cwd }),
    tokens,
    ownerKey,
    names: [at.host, ...namesIn(options.name)],
    cookie: cookieForm(folderName(place.memoryDir), at.tls !== undefined || options["behind-proxy"] === true),
  });
  const listening = await listenNear(server, at, options.port === undefined);
  const host = reachedAt(at, namesIn(options.name));
  const url = addressOf({ host, port: listening.port, isSecure: at.tls !== undefined });
  const running = notes.find();
  // `open` continues to use the server that was started first.
  if (running === undefined || (await ownerUrlOf(running)) === undefined)
    notes.note({ url, key: ownerKey, pid: process.pid });
  return {
    project: basename(place.root),
    url,
    ownerUrl: () => `${url}${server.ownerPath()}`,
    // If the store cannot be read, the next request reports it.
    prepared: server.prepare().catch(() => {}),
    stop: () => stopAll({ listening, server, notes, ownerKey }),
  };
}

/** The host name by which the user of this machine reaches the server: with TLS, the name of its certificate. */
function reachedAt({ host, tls }: ListenOptions, [name]: readonly string[]): string {
  if (tls !== undefined && name !== undefined) return name;
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}

type RunningParts = {
  readonly listening: OpenPort;
  readonly server: HttpServer;
  readonly notes: ServerNotes;
  readonly ownerKey: string;
};

async function stopAll({ listening, server, notes, ownerKey }: RunningParts): Promise<void> {
  notes.remove(ownerKey);
  await listening.close();
  await server.release();
}

type SetupPlace = { readonly place: ProjectPlace; readonly env: NodeJS.ProcessEnv; readonly cwd: string };

function setupFor(
  options: Parameters<typeof startServer>[0],
  { place, env, cwd }: SetupPlace,
): Omit<ServerSetup, "tokens" | "ownerKey" | "names" | "cookie"> {
  // In the shell of an agent's host, no memory is created, as with every server that a host starts.
  const host = agentHostIn(env) === undefined ? "http" : "mcp";
  return {
    open: (effect) =>
      openMemory({
        ...{ cwd, env, effect, host, voice: "agent", progress: options.progress ?? (() => {}) },
        needsRepository: effect === "writes",
      }),
    readDue: readInChild(join(programFolder(), "tidemark.cjs"), { cwd, env }),
    project: basename(place.root),
    owner: { id: "owner", person: userName(), role: "admin", isOwner: true },
    isProxied: options["behind-proxy"] === true,
    pages: dashboardFiles(join(programFolder(), "dashboard")),
    now: Date.now,
    log: logOf(options.log),
  };
}

function userName(): string {
  try {
    return userInfo().username || "owner";
  } catch {
    // A container may run as a user without a name.
    return "owner";
  }
}

/** The program's folder. The built command has its file as a path, the sources as a URL. */
function programFolder(): string {
  const url = import.meta.url;
  return dirname(url.startsWith("file:") ? fileURLToPath(url) : url);
}

/** The files of the dashboard, which are part of the program. */
function dashboardFiles(folder: string): ReadonlyMap<string, PageFile> {
  const files = [...packagedFiles(folder)].map(([path, bytes]): [string, PageFile] => {
    const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    return [path, { path, bytes: new Uint8Array(bytes), etag }];
  });
  return new Map(files);
}

function logOf(log: string | undefined): ServerSetup["log"] {
  if (log === undefined || log === "off") return () => {};
  if (log !== "json")
    throw new MemoryError("input.invalid", `There is no log "${log}".`, {
      field: "log",
      fix: "Logs: json, off.",
    });
  return (line) =>
    void process.stderr.write(`${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`);
}

const namesIn = (names: string | undefined): string[] =>
  (names ?? "").split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));

function listenOptions(options: ServeOptions): ListenOptions {
  const host = options.host ?? "127.0.0.1";
  const port = options.port === undefined ? PORT : portIn(options.port, "port");
  const [cert, key] = [options["tls-cert"], options["tls-key"]];
  if (cert === undefined && key === undefined) return { host, port };
  const tls = { cert: fileFor(cert, "tls-cert"), key: fileFor(key, "tls-key") };
  try {
    createSecureContext(tls);
  } catch (cause) {
    const fix =
      "Both must be PEM: the certificate with its chain, and the unencrypted key that it was made for.";
    const field = "tls_cert";
    throw new MemoryError("input.invalid", "These TLS files cannot be used together.", { cause, field, fix });
  }
  return { host, port, tls };
}

const PEM_BYTES_MAX = 1024 * 1024;

function fileFor(path: string | undefined, flag: string): Buffer {
  const bytes = path === undefined ? undefined : readRegular(path, PEM_BYTES_MAX);
  if (bytes !== undefined) return bytes;
  const why = path === undefined ? `--${flag} is missing` : `There is no file ${path}`;
  throw new MemoryError("input.invalid", `${why}.`, {
    field: flag.replace("-", "_"),
    fix: "TLS needs both files: --tls-cert CERT.pem --tls-key KEY.pem",
  });
}

/** Over the network, unencrypted text could be intercepted, and anybody could send requests. */
function refuseUnprotected(at: ListenOptions, options: ServeOptions, tokens: AccessTokens): void {
  if (isLoopbackName(at.host)) return;
  if (at.tls === undefined && options["behind-proxy"] !== true)
    throw new MemoryError(
      "input.invalid",
      `Serving on ${at.host} needs TLS: others could read the traffic.`,
      {
        field: "host",
        fix: "Pass --tls-cert and --tls-key, or --behind-proxy if your own proxy terminates TLS and nobody else can reach this port.",
      },
    );
  const now = Date.now();
  if (tokens.list().some(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > now)) return;
  throw new MemoryError("input.invalid", `Serving on ${at.host} needs a token, and this project has none.`, {
    field: "host",
    fix: "Create one first: tidemark token create NAME --role curator --for 30d",
  });
}

/** Listens on the default port; if it is in use and the user named none, on any free port. */
async function listenNear(server: HttpServer, at: ListenOptions, isAnyFine: boolean): Promise<OpenPort> {
  try {
    return await listen(server, at);
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (isTaken && isAnyFine) return listen(server, { ...at, port: 0 });
    await server.release();
    if (!isTaken) throw error;
    throw new MemoryError("input.invalid", `Port ${at.port} of ${at.host} is in use.`, {
      field: "port",
      fix: "Pass another one with --port, or 0 for any free port.",
    });
  }
}
