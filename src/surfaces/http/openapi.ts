import { inputSchemaOf, type JsonSchema } from "../verbs/json-schema.ts";
import { roleNeeded } from "../verbs/remote-access.ts";
import type { Verb } from "../verbs/verb.ts";
import { canGet, pathOf } from "./verb-routes.ts";

/** The interface as an OpenAPI document, generated from the catalogue, so that it is always current. */
export function openApiDocument(verbs: readonly Verb[], version: string): JsonSchema {
  return {
    openapi: "3.1.0",
    info: {
      title: "Tidemark",
      version,
      description:
        "The memory of one project. Every verb of the command line that concerns no file of the server. Results are those of `tidemark VERB --json`.",
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths: {
      ...Object.fromEntries(verbs.map((verb) => [`/api/v1/${pathOf(verb)}`, verbPath(verb)])),
      ...EVENTS,
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: { Failure: FAILURE },
      responses: { Failure: { description: "The error, and how to fix it.", content: json(REF_FAILURE) } },
    },
  };
}

const FAILURE: JsonSchema = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        field: { type: "string" },
        fix: { type: "string" },
      },
    },
  },
};
const REF_FAILURE: JsonSchema = { $ref: "#/components/schemas/Failure" };

const json = (schema: JsonSchema): JsonSchema => ({ "application/json": { schema } });

const RESPONSES: JsonSchema = {
  "200": { description: "The verb's result.", content: json({ type: "object" }) },
  default: { $ref: "#/components/responses/Failure" },
};

const EVENTS: JsonSchema = {
  "/api/v1/events": {
    get: {
      operationId: "events",
      summary: "Server-sent events: the end of the tape, and the types of new events.",
      responses: { "200": { description: "A stream.", content: { "text/event-stream": {} } } },
    },
  },
};

function verbPath(verb: Verb): JsonSchema {
  const schema = inputSchemaOf(verb.input);
  const both = { summary: verb.summary, description: roleText(verb), responses: RESPONSES };
  const requestBody = { content: json({ ...schema, additionalProperties: false }) };
  const post = { operationId: pathOf(verb), ...both, requestBody };
  return canGet(verb) ? { post, get: { ...both, ...asQuery(verb) } } : { post };
}

function asQuery(verb: Verb): JsonSchema {
  const { properties, required = [] } = inputSchemaOf(verb.input);
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  return { operationId: `get-${pathOf(verb)}`, parameters };
}

function roleText(verb: Verb): string {
  if (typeof verb.remote === "function") return "The role that it needs depends on the input.";
  const reading =
    verb.isReading === undefined || verb.remote === "admin"
      ? ""
      : " With inputs that change nothing: reader.";
  return `Role: ${verb.effect === "reads" ? roleNeeded(verb, {}) : (verb.remote ?? "curator")}.${reading}`;
}
