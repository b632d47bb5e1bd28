import { isAgentName, isReserved } from "../../core/agent-name.ts";
import { type AuthInfo, createMcpHandler } from "./sdk.ts";
import { type McpPorts, mcpServer } from "./server.ts";

export const MCP_PATH = "/mcp";

/** Answers protocol requests that passed all checks. Each request is independent; nothing is kept between two. */
export type McpRequests = {
  readonly fetch: (request: Request, doors: McpPorts) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/** The memory over HTTP. A request carries the rights of its caller. */
export function mcpRequests(): McpRequests {
  const doorsOf = new WeakMap<AuthInfo, McpPorts>();
  const handler = createMcpHandler(({ requestInfo, authInfo }) => {
    const doors = authInfo && doorsOf.get(authInfo);
    if (doors === undefined) throw new Error("bug: a request of nobody");
    return mcpServer(doors, requestInfo && agentIn(requestInfo));
  });
  return {
    close: handler.close,
    fetch: (request, doors) => {
      const authInfo: AuthInfo = { token: "", clientId: "", scopes: [] };
      doorsOf.set(authInfo, doors);
      return handler.fetch(request, { authInfo });
    },
  };
}

/** A client of the older protocol does not name itself in each request, but its address can: /mcp?agent=codex. */
function agentIn(request: Request): string | undefined {
  const name = new URL(request.url).searchParams.get("agent")?.trim();
  return name !== undefined && isAgentName(name) && !isReserved(name) ? name : undefined;
}
