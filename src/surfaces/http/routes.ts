import type { AccessRole } from "../../core/access/roles.ts";
import { type FailureCode, MemoryError } from "../../core/failure.ts";
import { remoteFailureJson } from "../verbs/failure-json.ts";
import type { JsonSchema } from "../verbs/json-schema.ts";
import type { Verb } from "../verbs/verb.ts";
import type { EventStreams } from "./event-stream.ts";
import type { Route } from "./guarded-handler.ts";
import type { Metrics } from "./metrics.ts";
import { openApiDocument } from "./openapi.ts";
import { jsonResponse, refusalResponse, SAFE_HEADERS } from "./refusal.ts";
import { canGet, checkedCall, pathOf, type RunRemotely } from "./verb-routes.ts";

export type RouteTable = ReadonlyMap<string, Route>;

/** The parts of the memory that the routes need. */
export type RouteParts = {
  readonly version: string;
  /** Verbs that may be called over the network. */
  readonly verbs: readonly Verb[];
  readonly run: RunRemotely;
  /** The project's name, for callers that were admitted. */
  readonly project: string;
  /** Figures of the memory. Fails if the memory cannot be used. */
  readonly gauges: () => Promise<{ readonly [name: string]: number }>;
  readonly streams: EventStreams;
  readonly metrics: Metrics;
};

const API = "/api/v1";
const READ = ["GET"] as const;

/** All routes except pages and signing in. */
export function apiRoutes(parts: RouteParts): RouteTable {
  const verbs = parts.verbs.map((verb) => [`${API}/${pathOf(verb)}`, verbRoute(verb, parts)] as const);
  return new Map<string, Route>([
    ...verbs,
    [`${API}/openapi.json`, documentRoute(parts)],
    [`${API}/events`, eventsRoute(parts)],
    [`${API}/me`, meRoute(parts)],
    [
      "/healthz",
      { name: "healthz", methods: READ, access: "anybody", answer: () => jsonResponse({ ok: true }) },
    ],
    ["/readyz", readyRoute(parts)],
    ["/metrics", metricsRoute(parts)],
  ]);
}

function verbRoute(verb: Verb, { run }: RouteParts): Route {
  return {
    name: pathOf(verb),
    methods: canGet(verb) ? ["GET", "POST"] : ["POST"],
    access: "page",
    answer: async ({ request, url, body, caller }) => {
      if (caller === undefined) throw new Error("bug: a verb is asked by nobody");
      try {
        const asked = { method: request.method, query: url.searchParams, body };
        return jsonResponse(await run(checkedCall(verb, asked, caller)));
      } catch (error) {
        return failureResponse(error, caller.role);
      }
    },
  };
}

function documentRoute({ verbs, version }: RouteParts): Route {
  let document: JsonSchema | undefined;
  return {
    name: "openapi.json",
    methods: READ,
    access: "page",
    answer: () => {
      document ??= openApiDocument(verbs, version);
      return jsonResponse(document);
    },
  };
}

function eventsRoute({ streams }: RouteParts): Route {
  return {
    name: "events",
    methods: READ,
    access: "page",
    answer: ({ request, caller, isAllowed }) => {
      const opened = streams.open({ id: caller?.id ?? "", isAllowed }, request.signal);
      return opened instanceof Response ? opened : refusalResponse(opened);
    },
  };
}

/** Tells a page who is looking, so that it offers only what that role may do. */
function meRoute({ version, project }: RouteParts): Route {
  return {
    name: "me",
    methods: READ,
    access: "page",
    answer: ({ caller: { person, role, isOwner = false } = {} }) =>
      jsonResponse({ person, role, is_owner: isOwner, project, version }),
  };
}

function readyRoute({ gauges }: RouteParts): Route {
  return {
    name: "readyz",
    methods: READ,
    access: "anybody",
    answer: () =>
      gauges().then(
        () => jsonResponse({ ok: true }),
        () => jsonResponse({ ok: false }, 503),
      ),
  };
}

function metricsRoute({ gauges, metrics, streams }: RouteParts): Route {
  return {
    name: "metrics",
    methods: READ,
    access: "token",
    answer: async () => {
      const known = await gauges().then(
        (figures) => ({ up: 1, ...figures }),
        () => ({ up: 0 }),
      );
      const text = metrics.text({
        ...known,
        event_streams: streams.count(),
        process_resident_memory_bytes: process.memoryUsage.rss(),
        process_uptime_seconds: Math.round(process.uptime()),
      });
      return new Response(text, {
        headers: { ...SAFE_HEADERS, "Content-Type": "text/plain; version=0.0.4" },
      });
    },
  };
}

/** Statuses of failures that do not follow from the first word of their code. */
const STATUS: { readonly [code in FailureCode]?: number } = {
  "input.unknown_id": 404,
  "input.tombstone": 410,
  "input.needs_person": 403,
  "input.forbidden": 403,
  "input.illegal_transition": 409,
  "input.conflict": 409,
  "input.nothing_to_undo": 409,
  "input.already_reviewed": 409,
  "input.recording_off": 409,
  "input.not_stale": 409,
  "input.config": 500,
  "store.busy": 503,
  "store.unreachable": 503,
};

const BY_FIRST_WORD: { readonly [word: string]: number } = { input: 400, model: 502, embedder: 502 };

function statusOf(code: FailureCode | "bug"): number {
  if (code === "bug") return 500;
  return STATUS[code] ?? BY_FIRST_WORD[code.split(".")[0] ?? ""] ?? 500;
}

/** The response for a failed verb. */
function failureResponse(error: unknown, role: AccessRole): Response {
  const told = remoteFailureJson(error, role);
  const retry = error instanceof MemoryError && error.retryable ? { "Retry-After": "1" } : {};
  return jsonResponse(told, statusOf(told.error.code), retry);
}
