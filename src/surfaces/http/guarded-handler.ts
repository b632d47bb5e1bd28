import type { RemoteCaller } from "../../core/access/roles.ts";
import { type BodyLimits, readBody } from "./bounded-body.ts";
import type { HttpHandler } from "./listen.ts";
import type { ServedRequest } from "./metrics.ts";
import { type HttpRefusal, notFound, refusalResponse } from "./refusal.ts";
import {
  allowedNames,
  isFromOwnPage,
  isKnownHost,
  isKnownOrigin,
  isOwnNavigation,
} from "./request-origin.ts";

/** One address of the server. */
export type Route = {
  /** Its name in figures and logs, never a text that a client chose. */
  readonly name: string;
  readonly methods: readonly string[];
  /** Who is admitted: anybody; a caller with a token; also a page of ours with its cookie; or a browser that may be asked to sign in. */
  readonly access: "anybody" | "token" | "page" | "browser";
  /** Accepted types of a body; JSON by default. */
  readonly accepts?: readonly string[];
  readonly answer: (asked: AskedRoute) => Promise<Response> | Response;
};

export type AskedRoute = {
  readonly request: Request;
  readonly url: URL;
  readonly body: string;
  /** Absent only if anybody is admitted, or if the browser must sign in first. */
  readonly caller: RemoteCaller | undefined;
  /** True as long as the caller may still be answered. */
  readonly isAllowed: () => boolean;
};

export type GuardOptions = {
  readonly routeAt: (path: string) => Route | undefined;
  /** The owner of this token; undefined if the token is wrong, expired or revoked. */
  readonly callerByToken: (token: string) => RemoteCaller | undefined;
  /** The owner of this cookie. */
  readonly callerByCookie?: (request: Request) => RemoteCaller | undefined;
  /** Names and addresses, besides those of this machine, under which clients may call. */
  readonly names: readonly string[];
  readonly now: () => number;
  readonly schedule: BodyLimits["schedule"];
  /** True behind a proxy that forwards the address of the client. */
  readonly isProxied?: boolean;
  readonly served?: (line: ServedLine) => void;
  readonly close: () => Promise<void>;
};

/** A line of the log. It contains no page address, no query and no word of the memory. */
export type ServedLine = ServedRequest & { readonly caller?: string; readonly from: string };

/** Large enough for every text that can be recorded, with its escapes. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const BODY_MS_MAX = 15_000;
/** If anybody is admitted, a body contains only a token. Together such bodies may use this much memory. */
const OPEN_BODY_BYTES_MAX = 4 * 1024;
const OPEN_BODIES_MAX = 256;
/** Far above what a page and a few agents send, and far below what would keep a machine busy. */
const BY_ADDRESS = { burst: 1000, perSecond: 200 } as const;
const BY_CALLER = { burst: 500, perSecond: 100 } as const;

/**
 * Routes behind the checks that all of them need. A foreign page in a browser sends another host or origin and is refused before anything
 * is read. Every other caller must be known.
 */
export function guardedHandler(options: GuardOptions): HttpHandler {
  const { now, served = () => {} } = options;
  const check = checksOf(options);
  return {
    close: options.close,
    fetch: async (request, connection) => {
      const began = now();
      // The address that the nearest proxy saw. The client may have invented anything before it in the header.
      const header = options.isProxied ? request.headers.get("x-forwarded-for") : null;
      const from = header?.split(",").at(-1)?.trim().slice(0, 64) || connection.address;
      const { response, caller, route } = await check(request, from);
      served({
        route: route?.name ?? "none",
        method: METHODS.includes(request.method) ? request.method : "other",
        status: response.status,
        ms: now() - began,
        from,
        ...(caller === undefined ? {} : { caller: caller.id }),
      });
      return response;
    },
  };
}

const METHODS = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"];

type CheckedRequest = {
  readonly response: Response;
  readonly route?: Route | undefined;
  readonly caller?: RemoteCaller | undefined;
};

function checksOf(options: GuardOptions): (request: Request, from: string) => Promise<CheckedRequest> {
  const names = allowedNames(options.names);
  const byAddress = rateLimit({ ...BY_ADDRESS, now: options.now });
  const byCaller = rateLimit({ ...BY_CALLER, now: options.now });
  const openBodies = atMostAtOnce(OPEN_BODIES_MAX);
  return async (request, from) => {
    const refuse = (refusal: HttpRefusal) => ({ response: refusalResponse(refusal) });
    const url = new URL(request.url);
    // A request line may contain a host of its own, which would override the header.
    const hosts = [request.headers.get("host"), url.host];
    if (!hosts.every((host) => isKnownHost(host, names))) return refuse(FOREIGN_HOST);
    if (!isKnownOrigin(request.headers.get("origin"), names)) return refuse(FOREIGN_ORIGIN);
    if (!byAddress.isWithin(from)) return refuse(TOO_OFTEN);
    const route = options.routeAt(url.pathname);
    const look = () => callerFor(request, route?.access ?? "token", options);
    const caller = look();
    if (caller === undefined && !isOpen(route)) return { ...refuse(unauthorized(request)), route };
    if (caller !== undefined && !byCaller.isWithin(caller.id)) return { ...refuse(TOO_OFTEN), route, caller };
    const asked = { request, url, caller, isAllowed: () => look() !== undefined };
    const answer = () => answerWith(route, asked, options);
    const response = await (isOpen(route) && request.method === "POST" ? openBodies(answer) : answer());
    return { response, route, caller };
  };
}

/** Runs work unless too much is already running. Then it is refused before anything is read. */
function atMostAtOnce(max: number): (work: () => Promise<Response>) => Promise<Response> {
  let underWay = 0;
  return async (work) => {
    if (underWay >= max) return refusalResponse(TOO_OFTEN);
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
}

const isOpen = (route: Route | undefined): boolean =>
  route?.access === "anybody" || route?.access === "browser";

/** Identifies the caller. Tokens are for programs. A cookie counts only for requests that a page of this server made. */
function callerFor(
  request: Request,
  access: Route["access"],
  { callerByToken, callerByCookie }: GuardOptions,
): RemoteCaller | undefined {
  const header = request.headers.get("authorization");
  if (header !== null) {
    const [, token] = /^Bearer +(\S+)$/i.exec(header) ?? [];
    return token === undefined ? undefined : callerByToken(token);
  }
  const isTrusted = access === "page" ? isFromOwnPage(request) : isOwnNavigation(request);
  const isTaken = (access === "page" || access === "browser") && isTrusted;
  return isTaken ? callerByCookie?.(request) : undefined;
}

async function answerWith(
  route: Route | undefined,
  asked: Omit<AskedRoute, "body">,
  { schedule }: GuardOptions,
): Promise<Response> {
  const { request } = asked;
  if (route === undefined) return refusalResponse(notFound());
  if (!route.methods.includes(request.method)) return refusalResponse(wrongMethod(route));
  if (request.method !== "POST") return route.answer({ ...asked, body: "" });
  const accepts = route.accepts ?? ["application/json"];
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === undefined || !accepts.includes(type)) return refusalResponse(wrongType(accepts));
  const bytesMax = isOpen(route) ? OPEN_BODY_BYTES_MAX : BODY_BYTES_MAX;
  const read = await readBody(request, { bytesMax, msMax: BODY_MS_MAX, schedule });
  return "refusal" in read ? refusalResponse(read.refusal) : route.answer({ ...asked, body: read.text });
}

const FOREIGN_HOST: HttpRefusal = {
  status: 403,
  code: "input.foreign_host",
  message: "This server does not answer to this host name.",
  fix: "To allow it, on the server: tidemark serve --name NAME",
};

const FOREIGN_ORIGIN: HttpRefusal = {
  status: 403,
  code: "input.foreign_origin",
  message: "Requests from pages of other sites are refused.",
};

const TOO_OFTEN: HttpRefusal = {
  status: 429,
  code: "input.rate_limited",
  message: "Too many requests at once.",
  fix: "Wait a second, and try again.",
  headers: { "Retry-After": "1" },
};

const unauthorized = (request: Request): HttpRefusal => ({
  status: 401,
  code: "input.unauthorized",
  message:
    request.headers.get("authorization") === null
      ? "A token is needed."
      : "This token is not valid here: it is wrong, expired, revoked, or of another project.",
  fix: "Send the header: Authorization: Bearer TOKEN. To make a token, on the server: tidemark token create NAME",
  headers: { "WWW-Authenticate": "Bearer" },
});

const wrongMethod = ({ methods }: Route): HttpRefusal => ({
  status: 405,
  code: "input.method",
  message: `Only ${methods.join(", ")} can be used here.`,
  headers: { Allow: methods.join(", ") },
});

const wrongType = (accepts: readonly string[]): HttpRefusal => ({
  status: 415,
  code: "input.content_type",
  message: `The body of this request must be ${accepts.join(" or ")}.`,
});

type RateOptions = {
  /** How many requests may arrive at once. */
  readonly burst: number;
  /** How many are added again each second. */
  readonly perSecond: number;
  readonly now: () => number;
};

/** Names stored at once. A name that has its whole burst again need not be stored. */
const NAMES_MAX = 10_000;

type Bucket = { left: number; at: number };

/** A token bucket for each name. Its memory is bounded: if it is full, the names that were quiet longest are dropped first. */
function rateLimit({ burst, perSecond, now }: RateOptions) {
  const buckets = new Map<string, Bucket>();
  return {
    /** Takes one request from a name's bucket; false if the bucket is empty. */
    isWithin: (name: string): boolean => {
      const at = now();
      const known = buckets.get(name);
      const regained = known === undefined ? 0 : ((at - known.at) / 1000) * perSecond;
      const left = Math.min(burst, known === undefined ? burst : known.left + regained);
      buckets.delete(name);
      buckets.set(name, { left: left < 1 ? left : left - 1, at });
      if (buckets.size > NAMES_MAX) buckets.delete(buckets.keys().next().value ?? "");
      return left >= 1;
    },
  };
}
