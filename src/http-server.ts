import { createHash, randomBytes } from "node:crypto";
import { actingAs, withoutTraces } from "./app/access/acting-as.ts";
import { advance } from "./app/runtime/advance.ts";
import { identify } from "./app/runtime/identify.ts";
import { dueCount } from "./app/sessions/due-count.ts";
import { passes } from "./app/upkeep/replay.ts";
import { backgroundReading, type ReadDue, withoutHolding } from "./background-reading.ts";
import type { RemoteCaller } from "./core/access/roles.ts";
import { MemoryError } from "./core/failure.ts";
import { isSame, mcpRoute } from "./http-parts.ts";
import { type MemoryPool, memoryPoolOver } from "./memory-pool.ts";
import { memoryUses, type UseMemory } from "./memory-uses.ts";
import type { OpenMemory, OpenMemoryOptions } from "./open-memory.ts";
import type { AccessTokens } from "./ports/ownership.ts";
import { type BrowserSessions, browserSessions } from "./surfaces/http/browser-sessions.ts";
import { eventStreams, type TapeMove } from "./surfaces/http/event-stream.ts";
import { guardedHandler, type ServedLine } from "./surfaces/http/guarded-handler.ts";
import type { HttpHandler } from "./surfaces/http/listen.ts";
import { serverMetrics } from "./surfaces/http/metrics.ts";
import { type CookieForm, cookieIn, openPath, pageRouteAt } from "./surfaces/http/page-routes.ts";
import type { PageFile } from "./surfaces/http/pages.ts";
import { apiRoutes } from "./surfaces/http/routes.ts";
import { permit, type RunRemotely } from "./surfaces/http/verb-routes.ts";
import { MCP_PATH, mcpRequests } from "./surfaces/mcp/http.ts";
import type { McpPorts } from "./surfaces/mcp/server.ts";
import { toolsOf } from "./surfaces/mcp/tools.ts";
import { verbsNamed } from "./surfaces/verbs/catalogue.ts";
import { remoteFailureJson } from "./surfaces/verbs/failure-json.ts";
import { isOfferedTo, isRemote } from "./surfaces/verbs/remote-access.ts";
import { effectWith } from "./surfaces/verbs/verb.ts";
import { VERSION } from "./version.ts";

export type ServerSetup = {
  readonly open: (effect: OpenMemoryOptions["effect"]) => Promise<OpenMemory>;
  /** Reads due sessions. By default, this process reads them itself between requests. */
  readonly readDue?: ReadDue;
  /** The name of the project, as shown to everybody who may use the server. */
  readonly project: string;
  readonly tokens: AccessTokens;
  /** The server's own user: the author of acts on the dashboard. */
  readonly owner: RemoteCaller;
  /** The key by which `tidemark open` of the same user recognises this server. */
  readonly ownerKey: string;
  readonly names: readonly string[];
  readonly cookie: CookieForm;
  readonly isProxied?: boolean;
  readonly pages: ReadonlyMap<string, PageFile>;
  readonly now: () => number;
  readonly log: (line: ServedLine) => void;
};

export type HttpServer = HttpHandler & {
  /** The one-time path by which the server's own user signs in. */
  readonly ownerPath: () => string;
  /** Updates every view from the tape, answering requests between two steps. */
  readonly prepare: () => Promise<void>;
  /** Closes the memory after the last request was answered. */
  readonly release: () => Promise<void>;
};

/** The memory of one project over HTTP, without a port: `listen` opens one. */
export function httpServer(setup: ServerSetup): HttpServer {
  const memoryPool = memoryPoolOver(setup.open);
  const background = backgroundReading(memoryPool, withoutHolding, setup.readDue);
  const use = memoryUses(memoryPool, background);
  const streams = eventStreams({ look: (after) => moveAfter(memoryPool, after), schedule: withoutHolding });
  const metrics = serverMetrics();
  const sessions = browserSessions({ now: setup.now, secret: newSecret, hash: sha256Hex });
  const byToken = (given: string) => callerByToken(setup.tokens, given);
  const routes = apiRoutes({
    version: VERSION,
    verbs: verbsNamed().filter(isRemote),
    run: runnerOver(use, setup),
    project: setup.project,
    gauges: () => inTime(gaugesOf(memoryPool)),
    streams,
    metrics,
  });
  const protocol = protocolOver(use);
  const isOwnerKey = (given: string): boolean => isSame(given, setup.ownerKey);
  const pageAt = pageRouteAt({ ...setup, sessions, isOwnerKey, callerByToken: byToken, files: setup.pages });
  const { fetch, close } = guardedHandler({
    ...setup,
    routeAt: (path) => (path === MCP_PATH ? protocol.route : (routes.get(path) ?? pageAt(path))),
    callerByToken: byToken,
    callerByCookie: (request) => callerByCookie(request, sessions, setup),
    schedule: withoutHolding,
    served: (line) => {
      metrics.count(line);
      setup.log(line);
    },
    close: async () => {
      streams.close();
      await protocol.close();
    },
  });
  background.called();
  const release = async (): Promise<void> => {
    await background.stop();
    await memoryPool.close();
  };
  const ownerPath = () => openPath(sessions, setup.owner);
  return { fetch, close, release, ownerPath, prepare: () => prepareViews(memoryPool) };
}

async function prepareViews(memoryPool: MemoryPool): Promise<void> {
  const { deps } = await memoryPool.forReading();
  const { events, views: space } = deps.store;
  const onPass = await passes(deps, "read the tape");
  for (const view of Object.values(deps.views)) await advance({ events, space, view, onPass });
}

const newSecret = (): string => randomBytes(32).toString("base64url");
const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

function callerByToken(tokens: AccessTokens, secret: string): RemoteCaller | undefined {
  const found = tokens.match(secret);
  if (found === undefined) return undefined;
  tokens.noteUse(found.id);
  return { id: found.id, person: found.person, role: found.role };
}

/** A dashboard session that was opened with a token ends when the token expires. */
function callerByCookie(
  request: Request,
  sessions: BrowserSessions,
  { cookie, tokens, now }: ServerSetup,
): RemoteCaller | undefined {
  const caller = sessions.callerOf(cookieIn(request, cookie) ?? "");
  if (caller === undefined || caller.isOwner) return caller;
  const token = tokens.list().find(({ id }) => id === caller.id);
  return token === undefined || (token.expiresAt ?? Number.POSITIVE_INFINITY) <= now() ? undefined : caller;
}

function runnerOver(use: UseMemory, { open }: ServerSetup): RunRemotely {
  return async ({ verb, input, caller, isLook }) => {
    const effect = effectWith(verb, input);
    const act = { over: "api", verb: verb.name } as const;
    if (effect === "examines") {
      const { deps, close } = await open(effect);
      return verb.run(withoutTraces(actingAs(deps, caller, act)), input).finally(close);
    }
    return use(effect === "reads" ? "reads" : "writes", async (opened) => {
      if (effect === "writes") await identify(opened);
      const deps = actingAs(opened, caller, act);
      return verb.run(isLook && effect === "reads" ? withoutTraces(deps) : deps, input);
    });
  };
}

/** The MCP endpoint, with the tools that the caller's role may use. */
function protocolOver(use: UseMemory) {
  const tools = toolsOf("few", verbsNamed());
  const requests = mcpRequests();
  const doorsFor = (caller: RemoteCaller): McpPorts => ({
    version: VERSION,
    tools: tools.filter(({ verb }) => isOfferedTo(caller.role, verb)),
    use: (effect, work) => use(effect, (deps) => work(caller.role === "reader" ? withoutTraces(deps) : deps)),
    permit: (verb, input) => permit(verb, input, caller),
    failureOf: (error) => remoteFailureJson(error, caller.role),
    actingFor: (deps, { name }) => actingAs(deps, caller, { over: "mcp", verb: name }),
  });
  const route = mcpRoute((request, { caller }) => {
    if (caller === undefined) throw new Error("bug: a request of nobody");
    return requests.fetch(request, doorsFor(caller));
  });
  return { route, close: requests.close };
}

/** Maximum number of events whose types are counted for one notification. After more events, a page reloads everything. */
const MOVED_MAX = 500;

async function moveAfter(memoryPool: MemoryPool, after: number | undefined): Promise<TapeMove | undefined> {
  const { store } = (await memoryPool.forReading()).deps;
  const { position } = await store.tape.end();
  if (position === after) return undefined;
  if (after === undefined || position < after) return { position, changes: {} };
  const { events, upTo } = await store.events.read(after, MOVED_MAX);
  const changes: { [type: string]: number } = {};
  for (const { type } of events) changes[type] = (changes[type] ?? 0) + 1;
  return { position: upTo, changes };
}

/** How long a health check may wait: it must report an unreachable database instead of waiting for it. */
const GAUGES_MS = 5000;

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new MemoryError("store.busy", "The memory did not answer in time.");
  return Promise.race([work, new Promise<T>((_, reject) => withoutHolding(() => reject(late), GAUGES_MS))]);
}

async function gaugesOf(memoryPool: MemoryPool): Promise<{ readonly [name: string]: number }> {
  const { deps } = await memoryPool.forReading();
  if (deps.project.asOf !== undefined) throw new MemoryError("store.unreachable", "Only a copy answers.");
  const { position } = await deps.store.tape.end();
  return { tape_position: position, sessions_due: await dueCount(deps) };
}
