/**
 * The server that the official conformance suite calls: tools, resources and prompts that the suite prescribes and a
 * product does not need. Tidemark's own HTTP surface serves them, so that the suite tests this surface.
 */
import { MissingRequiredClientCapabilityError, type ServerContext } from "@modelcontextprotocol/server";
import { withoutHolding } from "../../src/background-reading.ts";
import { mcpRoute } from "../../src/http-parts.ts";
import { guardedHandler } from "../../src/surfaces/http/guarded-handler.ts";
import { listen } from "../../src/surfaces/http/listen.ts";
import { MCP_PATH } from "../../src/surfaces/mcp/http.ts";
import { createMcpHandler, ResourceNotFoundError, Server } from "../../src/surfaces/mcp/sdk.ts";
import { SCHEMA_2020_12 } from "./schema-2020-12.ts";

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SOUND = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string) => ({ type: "text" as const, text: words });
const image = { type: "image" as const, data: PIXEL, mimeType: "image/png" };
const embedded = (uri: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType: "text/plain", text: "This is an embedded resource content." },
});

type Result = { content: object[]; isError?: boolean };

const TOOLS: { readonly [name: string]: (context: ServerContext) => Result | Promise<Result> } = {
  test_simple_text: () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: SOUND, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({ content: [embedded("test://embedded-resource")] }),
  test_multiple_content_types: () => ({
    content: [text("Multiple content types test:"), image, embedded("test://mixed-content-resource")],
  }),
  test_error_handling: () => ({
    content: [text("This tool intentionally returns an error for testing")],
    isError: true,
  }),
  test_tool_with_progress: progressed,
  test_tool_with_logging: logged,
  test_logging_tool: logged,
  test_streaming_elicitation: () => ({ content: [text("Nothing had to be asked.")] }),
  test_missing_capability: () => {
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  json_schema_2020_12_tool: () => ({ content: [text("ok")] }),
};

async function progressed({ mcpReq }: ServerContext): Promise<Result> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of progressToken === undefined ? [] : [0, 50, 100])
    await mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress, total: 100 },
    });
  return { content: [text("Done.")] };
}

async function logged({ mcpReq }: ServerContext): Promise<Result> {
  for (const said of ["Tool execution started", "Tool processing data", "Tool execution completed"])
    await mcpReq.log("info", said);
  return { content: [text("Done.")] };
}

const PROMPTS: { readonly [name: string]: (given: { readonly [name: string]: string }) => object[] } = {
  test_simple_prompt: () => [text("This is a simple prompt for testing.")],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri = "" }) => [
    embedded(resourceUri),
    text("Please process the embedded resource above."),
  ],
  test_prompt_with_image: () => [image, text("Please analyze the image above.")],
};

const ARGUMENTS: { readonly [prompt: string]: readonly string[] } = {
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
};

const RESOURCES: { readonly [uri: string]: object } = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PIXEL },
};

const TEMPLATE = {
  uriTemplate: "test://template/{id}/data",
  name: "A template",
  mimeType: "application/json",
};

function resource(uri: string): object {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  const found =
    id === undefined
      ? RESOURCES[uri]
      : {
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        };
  if (found === undefined) throw new ResourceNotFoundError(uri);
  return { uri, ...found };
}

const LASTING = { ttlMs: 60_000, cacheScope: "public" } as const;

function server(): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };
  const cacheHints = { "tools/list": LASTING, "resources/list": LASTING, "prompts/list": LASTING };
  const one = new Server({ name: "conformance", version: "1" }, { capabilities, cacheHints });
  const handle = one.setRequestHandler.bind(one) as (
    method: string,
    answer: (request: { params: never }, context: ServerContext) => unknown,
  ) => void;
  handle("tools/list", () => ({
    tools: Object.keys(TOOLS).map((name) => ({
      name,
      description: name,
      inputSchema: name.startsWith("json_schema") ? SCHEMA_2020_12 : { type: "object" },
    })),
  }));
  handle("tools/call", ({ params }: { params: { name: string } }, context) => TOOLS[params.name]?.(context));
  handle("resources/list", () => ({
    resources: Object.keys(RESOURCES).map((uri) => ({ uri, name: uri, description: uri })),
  }));
  handle("resources/templates/list", () => ({ resourceTemplates: [TEMPLATE] }));
  handle("resources/read", ({ params }: { params: { uri: string } }) => ({
    contents: [resource(params.uri)],
  }));
  handle("prompts/list", () => ({
    prompts: Object.keys(PROMPTS).map((name) => ({
      name,
      description: name,
      arguments: (ARGUMENTS[name] ?? []).map((each) => ({ name: each, description: each, required: true })),
    })),
  }));
  handle("prompts/get", ({ params }: { params: { name: string; arguments?: Record<string, string> } }) => ({
    messages: (PROMPTS[params.name]?.(params.arguments ?? {}) ?? []).map((content) => ({
      role: "user",
      content,
    })),
  }));
  handle("completion/complete", () => ({
    completion: { values: ["paris", "park"], total: 2, hasMore: false },
  }));
  return one;
}

const [token = ""] = process.argv.slice(2);
const requests = createMcpHandler(server);
const route = mcpRoute((request) => requests.fetch(request));
const handler = guardedHandler({
  routeAt: (path) => (path === MCP_PATH ? route : undefined),
  callerByToken: (given) => (given === token ? { id: "suite", person: "suite", role: "curator" } : undefined),
  names: [],
  now: Date.now,
  schedule: withoutHolding,
  close: requests.close,
});
const { port } = await listen(handler, { host: "127.0.0.1", port: 0 });
process.stdout.write(`Listening on http://127.0.0.1:${port}${MCP_PATH}\n`);
