import {
  createMcpHandler,
  Hono,
  hostHeaderValidation,
  type McpServerFactory,
  originValidation,
  serve,
} from "./sdk.ts";
import { type McpDoors, mcpServer } from "./server.ts";

export type HttpOptions = {
  /** True for the token that the memory's owner gave. */
  readonly isToken: (given: string) => boolean;
  /** Names and addresses, beside those of this machine alone, under which clients may call. */
  readonly hosts: readonly string[];
};

export type Handler = {
  readonly fetch: (request: Request) => Promise<Response> | Response;
  readonly close: () => Promise<void>;
};

export const MCP_PATH = "/mcp";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

/** The memory over HTTP, for whoever has the token. Each request stands alone; nothing is kept between two. */
export function mcpHandler(doors: McpDoors, options: HttpOptions): Handler {
  return guardedHandler(({ requestInfo }) => mcpServer(doors, agentIn(requestInfo)), options);
}

/**
 * Any server behind the guards: a page in a browser that was led to this address has another host or origin and is turned
 * away before anything is read; everybody else must have the token.
 */
export function guardedHandler(factory: McpServerFactory, { isToken, hosts }: HttpOptions): Handler {
  const handler = createMcpHandler(factory);
  const names = [...LOOPBACK, ...hosts];
  const app = new Hono();
  app.use("*", hostHeaderValidation(names), originValidation(names));
  app.use("*", async (context, next) => {
    const [, token = ""] = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "") ?? [];
    if (isToken(token)) return next();
    return context.json(unauthorized(token !== ""), 401, { "WWW-Authenticate": "Bearer" });
  });
  app.all(MCP_PATH, (context) => handler.fetch(context.req.raw));
  return { fetch: (request) => app.fetch(request), close: handler.close };
}

const unauthorized = (isWrong: boolean) => ({
  error: {
    code: "input.unauthorized",
    message: isWrong ? "This is not the token of this memory." : "A token is needed.",
    fix: "Send the header: Authorization: Bearer TOKEN. `tidemark mcp --http` says where the token is.",
  },
});

const AGENT_MAX = 200;

/** A client of the older protocol does not say in each request who it is; its address can: /mcp?agent=codex. */
function agentIn(request: Request | undefined): string | undefined {
  const name = request && new URL(request.url).searchParams.get("agent")?.trim();
  const isFit = name !== undefined && name !== "" && name.length <= AGENT_MAX && !/\p{Cc}/u.test(name);
  return isFit ? name : undefined;
}

export type Listening = { readonly port: number; readonly close: () => Promise<void> };

/** Listens until it is closed. Port 0 is any that is free. */
export function listen(
  handler: Handler,
  at: { readonly host: string; readonly port: number },
): Promise<Listening> {
  return new Promise((done, failed) => {
    const server = serve({ fetch: handler.fetch, hostname: at.host, port: at.port }, ({ port }) =>
      done({
        port,
        close: async () => {
          await handler.close();
          server.close();
          // A stream that a client holds open would keep the port and the process.
          if ("closeAllConnections" in server) server.closeAllConnections();
        },
      }),
    );
    server.once("error", failed);
  });
}
