import type { Deps, WriteDeps } from "../../app/runtime/deps.ts";
import { identify } from "../../app/runtime/identify.ts";
import { agentIn, agentOfPerson, isAgentName, isReserved } from "../../core/agent-name.ts";
import { copyText } from "../../core/copy-age.ts";
import { cutEchoes } from "../../core/failure.ts";
import { fieldsIn } from "../../core/fields.ts";
import { refuseDeep } from "../../core/parse-json.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import { canonical } from "../../core/tape/canonical.ts";
import { invalid, REPORT_INPUT } from "../../core/tape/check.ts";
import { plainId } from "../../core/tape/plain-id.ts";
import { failureJson } from "../verbs/failure-json.ts";
import { takesMany } from "../verbs/json-schema.ts";
import { effectWith, type Verb } from "../verbs/verb.ts";
import { answerWith, DATA_NOTICE, type FailureOf, refusalFor, type ToolAnswer } from "./answer.ts";
import { PAGES } from "./pages.ts";
import { handoffPrompt, INSTRUCTIONS } from "./policy.ts";
import { depsOfCall, firstKey } from "./repeated-calls.ts";
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from "./sdk.ts";
import type { Tool } from "./tool.ts";

/** The outside dependencies of a server: access to the memory, and what it serves. */
export type McpPorts = {
  readonly version: string;
  readonly tools: readonly Tool[];
  /** Runs work on the current memory. Writers run one after the other, so that none has to decide again because of another. */
  readonly use: <Result>(
    effect: "reads" | "writes",
    work: (deps: Deps) => Promise<Result>,
  ) => Promise<Result>;
  /** The session in which the host runs this server, if the host says so. */
  readonly session?: string | undefined;
  /** A failure as the caller sees it. */
  readonly failureOf?: FailureOf;
  /** Refuses calls that the caller may not make. */
  readonly permit?: (verb: Verb, input: ToolArguments) => void;
  /** The dependencies with which a verb runs for this caller. */
  readonly actingFor?: (deps: Deps, verb: Verb) => Deps;
};

const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

/** The newer protocol names the caller in every request, the older one once for each connection. */
function nameIn(envelope: { readonly [key: string]: unknown } | undefined): string | undefined {
  const { name } = fieldsIn(envelope?.[CLIENT_INFO]);
  return typeof name === "string" ? name : undefined;
}

/** Lists change only with the program, so a client may cache them as long as it runs. */
const LASTING = { ttlMs: 60 * 60 * 1000, cacheScope: "public" } as const;

/** One server for one connection, or for one request if there are no connections. */
export function mcpServer(doors: McpPorts, agent?: string): Server {
  const server = new Server(
    { name: "tidemark", title: "Tidemark", version: doors.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { "tools/list": LASTING, "resources/list": LASTING, "prompts/list": LASTING },
    },
  );
  const callerOf = (context: ServerContext): Caller => ({
    client: nameIn(context.mcpReq.envelope) ?? server.getClientVersion()?.name,
    agent,
  });
  const calls = callsOf(doors);
  server.setRequestHandler("tools/list", () => ({ tools: doors.tools.map(listed) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = doors.tools.find(({ name }) => name === params.name);
    if (!tool) throw wrongParams(`There is no tool "${params.name}".`);
    const meta = context.mcpReq._meta;
    return calls(tool, { given: params.arguments ?? {}, meta, caller: callerOf(context) });
  });
  addPages(server, doors, callerOf);
  addPrompts(server);
  return server;
}

const wrongParams = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, cutEchoes(message));

const listed = ({ name, description, input, output, hints }: Tool) => ({
  name,
  description,
  inputSchema: input as { type: "object" },
  outputSchema: output as { type: "object" },
  annotations: hints,
});

type ToolArguments = { readonly [name: string]: unknown };
type McpToolCall = {
  readonly given: ToolArguments;
  readonly meta: ToolArguments | undefined;
  readonly caller: Caller;
};

/** Calls of one connection. The session that its agent started is used until another one is named. */
function callsOf(doors: McpPorts): (tool: Tool, call: McpToolCall) => Promise<ToolAnswer> {
  let { session } = doors;
  let last: Promise<unknown> = Promise.resolve();
  const plain = async (tool: Tool, { given, ...rest }: McpToolCall): Promise<unknown> =>
    run(doors, tool, { ...rest, input: parsed(tool, given) });
  /** Calls run one after the other, in order: each starts with the session state of the one before. */
  const work = (tool: Tool, call: McpToolCall): Promise<unknown> => {
    const mine = last.then(async () => {
      const given = session === undefined ? call.given : { session, ...call.given };
      const output = await plain(tool, { ...call, given });
      const begun = fieldsIn(output).session;
      if (typeof begun === "string") session = begun;
      return output;
    });
    last = mine.catch(() => {});
    return mine;
  };
  return async (tool, call) => {
    try {
      return answerWith(await (tool.name === "work" ? work : plain)(tool, call));
    } catch (error) {
      return refusalFor(error, doors.failureOf);
    }
  };
}

/** Agents pass one value instead of a list, and null for a missing value. Both are accepted. */
function parsed({ name, verb }: Tool, given: ToolArguments): ReturnType<Verb["input"]["parse"]> {
  refuseDeep(given);
  const { shape } = verb.input;
  const clear = Object.entries(given).flatMap(([field, value]) => {
    const schema = Object.hasOwn(shape, field) ? shape[field] : undefined;
    const isMany = schema !== undefined && takesMany(schema);
    if (value === null) return name === "update" ? [[field, isMany ? [] : ""]] : [];
    return [[field, isMany && typeof value === "string" ? [value] : value]];
  });
  const result = verb.input.safeParse(Object.fromEntries(clear), REPORT_INPUT);
  if (result.success) return result.data;
  throw invalid(result.error.issues, name, { known: Object.keys(shape) });
}

type Parsed = {
  readonly input: ToolArguments;
  readonly meta: ToolArguments | undefined;
  readonly caller: Caller;
};

async function run(
  doors: McpPorts,
  { name, verb, again }: Tool,
  { input, meta, caller }: Parsed,
): Promise<unknown> {
  const { permit = () => {}, actingFor = (deps) => deps } = doors;
  permit(verb, input);
  const effect = effectWith(verb, input) === "reads" ? "reads" : "writes";
  return doors.use(effect, async (opened) => {
    const deps = actingFor(actingAsCaller(opened, caller), verb);
    if (effect === "reads") return withAge(deps, await verb.run(deps, input));
    await identify(deps);
    const key = callKey(deps, { tool: name, input, meta });
    if (key === undefined) return verb.run(deps, input);
    const isKnown = again && (await deps.store.events.known([firstKey(key)])).size > 0;
    return isKnown ? again(deps, input as { id: string }) : verb.run(depsOfCall(deps, key), input);
  });
}

/** While the memory's server is unreachable, an agent is told the age of the local copy that answers. */
function withAge({ project: { asOf }, clock }: Deps, output: unknown): unknown {
  return asOf === undefined
    ? output
    : { ...fieldsIn(output), about: `${DATA_NOTICE} ${copyText(asOf, clock.now())}` };
}

function addPages(server: Server, doors: McpPorts, callerOf: (context: ServerContext) => Caller): void {
  server.setRequestHandler("resources/list", () => ({
    resources: PAGES.map(({ uri, name, description }) => ({ uri, name, description, mimeType: MIME })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const page = PAGES.find((one) => one.uri === uri);
    if (!page) throw new ResourceNotFoundError(cutEchoes(`"${uri}"`).slice(1, -1));
    const text = await readPage(doors, (deps) => page.read(actingAsCaller(deps, callerOf(context))));
    return { contents: [{ uri, mimeType: MIME, text }] };
  });
}

/** A failure has the same form as a tool's. The protocol's packages would send only the message. */
async function readPage(doors: McpPorts, read: (deps: Deps) => Promise<string>): Promise<string> {
  try {
    return await doors.use("reads", read);
  } catch (error) {
    const { message } = (doors.failureOf ?? failureJson)(error).error;
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}

const MIME = "text/markdown";

const HANDOFF = {
  name: "handoff",
  title: "Hand over",
  description: "Hand the work over so that the next agent can continue at once.",
  arguments: [{ name: "to", description: "The agent that should receive it", required: false }],
};

function addPrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: [HANDOFF] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name !== HANDOFF.name) throw wrongParams(`There is no prompt "${params.name}".`);
    const text = handoffPrompt(params.arguments?.to);
    return {
      description: HANDOFF.description,
      messages: [{ role: "user", content: { type: "text", text } }],
    };
  });
}

/** The caller, as far as the protocol names it. */
type Caller = {
  /** The client's own name. */
  readonly client?: string | undefined;
  /** The name to act under, if the client was configured with one. */
  readonly agent?: string | undefined;
};

/** Hosts whose hooks we know. A client's name contains its host's: codex-mcp-client is codex. */
const HOSTS = ["claude-code", "codex", "gemini", "qwen", "copilot", "opencode", "cursor"] as const;
const NAME_MAX = 60;
/** The name of a client that does not introduce itself. */
const UNKNOWN = "mcp";

/** The host behind a client, so that events from its hooks and from this server have one author. */
function hostOf(client: string | undefined): string {
  const words = (client ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const known = HOSTS.find((host) => `-${words}-`.includes(`-${host}-`));
  const name = words.slice(0, NAME_MAX);
  return known ?? (isAgentName(name) && !isReserved(name) ? name : UNKNOWN);
}

/** The dependencies in the name of the caller: the given name, the name in the server's environment, or else the host. */
function actingAsCaller(deps: Deps, { client, agent }: Caller): Deps {
  const host = hostOf(client);
  const own = agentIn(deps.writer.agent);
  const isNamed = own !== deps.writer.host;
  const called = (agent === undefined ? undefined : plainId(agent)) ?? (isNamed ? own : host);
  const name = safeId(agentOfPerson(deps.person, called), deps.sha256);
  return { ...deps, writer: { ...deps.writer, agent: name, host } };
}

type Meta = { readonly [key: string]: unknown } | undefined;

/** The host's id of a tool call. It stays the same when the call is repeated. */
const callIdOf = (meta: Meta): string | undefined => {
  const id = meta?.["claudecode/toolUseId"] ?? meta?.callId;
  return typeof id === "string" && id !== "" ? id : undefined;
};

type ToolRequest = { readonly tool: string; readonly input: unknown; readonly meta: Meta };

/** The key that makes recording a repeated call a no-op; undefined if the host does not give calls an id. */
function callKey({ writer, sha256 }: WriteDeps, { tool, input, meta }: ToolRequest): string | undefined {
  const id = callIdOf(meta);
  if (id === undefined) return undefined;
  const thread = typeof meta?.threadId === "string" ? meta.threadId : "";
  return `call ${sha256(canonical([writer.agent, thread, id, tool, input])).slice(0, 40)}`;
}
