import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { accessTokens } from "../../src/adapters/files/access/access-tokens.ts";
import { findProject } from "../../src/adapters/files/project/find-project.ts";
import type { AccessRole } from "../../src/core/access/roles.ts";
import { type HttpServer, httpServer, type ServerSetup } from "../../src/http-server.ts";
import { openMemory } from "../../src/open-memory.ts";
import type { AccessTokens } from "../../src/ports/ownership.ts";
import type { ServedLine } from "../../src/surfaces/http/guarded-handler.ts";
import { cookieForm } from "../../src/surfaces/http/page-routes.ts";
import type { PageFile } from "../../src/surfaces/http/pages.ts";
import { askForMemory } from "./asked-memory.ts";

export const ORIGIN = "http://127.0.0.1:8765";

export type TestRequest = {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | object;
  readonly token?: string | undefined;
  readonly cookie?: string;
  /** The scheme and host of the URL, which a real server takes from the request line or the Host header. */
  readonly base?: string;
};

/** The JSON of a response, whatever its status. */
export const jsonOf = async (response: Response | Promise<Response>): Promise<Json> =>
  (await response).json() as Promise<Json>;

/** A server inside this process, without a port. */
export type TestServer = {
  readonly server: HttpServer;
  readonly tokens: AccessTokens;
  readonly ownerKey: string;
  readonly lines: readonly ServedLine[];
  readonly token: (role: AccessRole, person?: string) => string;
  readonly ask: (path: string, request?: TestRequest) => Promise<Response>;
  /** Calls a verb that must succeed; returns its result. */
  readonly call: (verb: string, input: object, token: string) => Promise<Json>;
  readonly later: (ms: number) => void;
  /** Signs the server's own user in; returns the cookie. */
  readonly signIn: () => Promise<string>;
};

/** The fields that tests read from all answers. */
export type Json = {
  readonly error: { readonly code: string; readonly message: string };
  readonly item: { readonly id: string; readonly label: string; readonly status: string };
  readonly items: readonly { readonly label: string; readonly text: string }[];
  readonly text: string;
  readonly total: number;
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiMethod } };
};

export type OpenApiMethod = {
  readonly operationId: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody: { readonly content: { readonly [type: string]: { readonly schema: object } } };
};

export type TestServerOptions = {
  readonly pages?: ReadonlyMap<string, PageFile>;
  readonly names?: readonly string[];
  readonly isProxied?: boolean;
  readonly open?: ServerSetup["open"];
};

export function testServer(
  { dir, env }: { readonly dir: string; readonly env: NodeJS.ProcessEnv },
  options: TestServerOptions = {},
): TestServer {
  askForMemory(dir, env);
  let shift = 0;
  const now = () => Date.now() + shift;
  const { memoryDir } = findProject(dir, env);
  const tokens = accessTokens({ state: stateFolder(env), memoryDir, now });
  const ownerKey = randomBytes(32).toString("base64url");
  const lines: ServedLine[] = [];
  const server = httpServer({
    open: options.open ?? ((effect) => openMemory({ cwd: dir, env, effect, host: "http", voice: "agent" })),
    project: "project",
    tokens,
    owner: { id: "owner", person: "owner", role: "admin", isOwner: true },
    ownerKey,
    names: options.names ?? [],
    ...(options.isProxied === undefined ? {} : { isProxied: options.isProxied }),
    cookie: cookieForm("test", false),
    pages: options.pages ?? new Map(),
    now,
    log: (line) => void lines.push(line),
  });
  onTestFinished(async () => {
    await server.close();
    await server.release();
  });
  const ask: TestServer["ask"] = async (
    path,
    { method, headers = {}, body, token, cookie, base = ORIGIN } = {},
  ) => {
    const text = typeof body === "object" ? JSON.stringify(body) : body;
    const request = new Request(`${base}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        Host: "127.0.0.1:8765",
        ...(text === undefined ? {} : { "Content-Type": "application/json" }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    });
    return server.fetch(request, { address: "127.0.0.1" });
  };
  return {
    server,
    tokens,
    ownerKey,
    lines,
    ask,
    token: (role, person = role) => tokens.create({ person, role }).secret,
    call: async (verb, input, token) => {
      const response = await ask(`/api/v1/${verb}`, { body: input, token });
      const answer = await jsonOf(response);
      if (response.status !== 200) throw new Error(`${verb}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    },
    later: (ms) => {
      shift += ms;
    },
    signIn: async () => {
      const response = await ask(server.ownerPath());
      return response.headers.get("set-cookie")?.split(";")[0] ?? "";
    },
  };
}
