import type { Deps, WriteDeps } from "../../app/runtime/deps.ts";
import { agentIn, agentOfPerson, isAgentName, isReserved } from "../../core/agent-name.ts";
import { safeId } from "../../core/redact/safe-id.ts";
import { canonical } from "../../core/tape/canonical.ts";
import { plainId } from "../../core/tape/plain-id.ts";

/** Who is at the other end, as far as the protocol tells. */
export type Caller = {
  /** What the client calls itself. */
  readonly client?: string | undefined;
  /** The name to act under, where whoever set the client up gave one. */
  readonly agent?: string | undefined;
};

/** Hosts whose hooks we know. A client's name holds its host's: codex-mcp-client is codex. */
const HOSTS = ["claude-code", "codex", "gemini", "qwen", "copilot", "opencode", "cursor"] as const;
const NAME_MAX = 60;
/** Where the client does not say who it is. */
const UNKNOWN = "mcp";

/** The host behind a client, so that events from its hooks and from this server have one author. */
export function hostOf(client: string | undefined): string {
  const words = (client ?? "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const known = HOSTS.find((host) => `-${words}-`.includes(`-${host}-`));
  const name = words.slice(0, NAME_MAX);
  return known ?? (isAgentName(name) && !isReserved(name) ? name : UNKNOWN);
}

/** The dependencies in the name of whoever calls: named outright, or by the server's surroundings, or else by its host. */
export function actingAsCaller(deps: Deps, { client, agent }: Caller): Deps {
  const host = hostOf(client);
  const own = agentIn(deps.writer.agent);
  const isNamed = own !== deps.writer.host;
  const called = (agent === undefined ? undefined : plainId(agent)) ?? (isNamed ? own : host);
  const name = safeId(agentOfPerson(deps.person, called), deps.sha256);
  return { ...deps, writer: { ...deps.writer, agent: name, host } };
}

type Meta = { readonly [key: string]: unknown } | undefined;

/** What a host calls one call of a tool; it is the same when the call is made again. */
const callIdOf = (meta: Meta): string | undefined => {
  const id = meta?.["claudecode/toolUseId"] ?? meta?.callId;
  return typeof id === "string" && id !== "" ? id : undefined;
};

export type ToolRequest = { readonly tool: string; readonly input: unknown; readonly meta: Meta };

/** What makes recording the same call a second time a no-op; undefined where the host does not name its calls. */
export function callKey(
  { writer, sha256 }: WriteDeps,
  { tool, input, meta }: ToolRequest,
): string | undefined {
  const id = callIdOf(meta);
  if (id === undefined) return undefined;
  const thread = typeof meta?.threadId === "string" ? meta.threadId : "";
  return `call ${sha256(canonical([writer.agent, thread, id, tool, input])).slice(0, 40)}`;
}
