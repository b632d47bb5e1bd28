import type { RemoteCaller } from "../../core/access/roles.ts";
import type { BrowserSessions } from "./browser-sessions.ts";
import type { AskedRoute, Route } from "./guarded-handler.ts";
import { type PageFile, PLAIN_STYLE_PATH, pageFor, pageResponse, plainStyle, signInPage } from "./pages.ts";
import { jsonResponse, notFound, refusalResponse, SAFE_HEADERS } from "./refusal.ts";
import { isFromOwnPage } from "./request-origin.ts";

export type PageParts = {
  readonly sessions: BrowserSessions;
  /** True for the key with which `tidemark open` of the same user recognises a running server. */
  readonly isOwnerKey: (given: string) => boolean;
  /** The server's own user. */
  readonly owner: RemoteCaller;
  readonly callerByToken: (token: string) => RemoteCaller | undefined;
  readonly cookie: CookieForm;
  readonly files: ReadonlyMap<string, PageFile>;
};

/** The cookie for a page's secret. Scripts cannot read it, and it is never sent from another site. */
export type CookieForm = { readonly name: string; readonly isSecure: boolean };

/** A cookie is sent to every port of a machine, so its name distinguishes the servers of two projects. */
export const cookieForm = (project: string, isSecure: boolean): CookieForm => ({
  name: isSecure ? `__Host-tidemark-${project}` : `tidemark-${project}`,
  isSecure,
});

/** The path that signs a caller in, once. */
export const openPath = (sessions: BrowserSessions, caller: RemoteCaller): string =>
  `${OPEN}${sessions.codeFor(caller)}`;

const OPEN = "/open/";

/** Signing in and out, and the files of the dashboard. API addresses are never pages. */
export function pageRouteAt(parts: PageParts): (path: string) => Route | undefined {
  const fixed = new Map<string, Route>([
    ["/session/end", signOutRoute(parts)],
    ["/session/code", codeRoute(parts)],
  ]);
  const opened = openRoute(parts);
  const pages = pagesRoute(parts);
  return (path) => {
    if (path.startsWith(OPEN)) return opened;
    if (path === PLAIN_STYLE_PATH) return STYLE_ROUTE;
    if (/^\/(?:api|mcp|session)(?:\/|$)/.test(path)) return fixed.get(path);
    return pages;
  };
}

const STYLE_ROUTE: Route = { name: "style", methods: ["GET"], access: "anybody", answer: plainStyle };

export function cookieIn(request: Request, { name }: CookieForm): string | undefined {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}

function setCookie({ name, isSecure }: CookieForm, value: string): string {
  const ends = value === "" ? ["Max-Age=0"] : [];
  const secure = isSecure ? ["Secure"] : [];
  return [`${name}=${value}`, "Path=/", "HttpOnly", "SameSite=Strict", ...secure, ...ends].join("; ");
}

/** Redirects to the page. The browser keeps the part of the address after `#`, which names the view. */
const letIn = (form: CookieForm, value: string): Response =>
  seeOther({ "Set-Cookie": setCookie(form, value) });

const seeOther = (headers: { readonly [name: string]: string } = {}): Response =>
  new Response(null, { status: 303, headers: { ...SAFE_HEADERS, Location: "/", ...headers } });

/** `tidemark open` opens this address in a browser. It signs in once; a browser that is signed in goes on to the page. */
function openRoute({ sessions, cookie }: PageParts): Route {
  return {
    name: "open",
    methods: ["GET"],
    access: "browser",
    answer: ({ url, request, caller }) => {
      const isFromElsewhere = request.headers.get("sec-fetch-site") === "cross-site";
      const value = isFromElsewhere ? undefined : sessions.exchange(url.pathname.slice(OPEN.length));
      if (value !== undefined) return letIn(cookie, value);
      return caller === undefined ? signInPage("link") : seeOther();
    },
  };
}

/** Gives a code to the server's own user, who knows the key of this server. */
function codeRoute({ sessions, isOwnerKey, owner }: PageParts): Route {
  return {
    name: "session/code",
    methods: ["POST"],
    access: "anybody",
    answer: ({ request }) => {
      const [, key = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
      if (!isOwnerKey(key))
        return refusalResponse({ ...notFound(), status: 401, code: "input.unauthorized" });
      return jsonResponse({ path: openPath(sessions, owner) });
    },
  };
}

function signOutRoute({ sessions, cookie }: PageParts): Route {
  return {
    name: "session/end",
    methods: ["POST"],
    access: "page",
    answer: ({ request }) => {
      sessions.end(cookieIn(request, cookie) ?? "");
      return jsonResponse({ ok: true }, 200, { "Set-Cookie": setCookie(cookie, "") });
    },
  };
}

/** The page, and signing in with a token at the address that was asked for. */
function pagesRoute({ files, ...parts }: PageParts): Route {
  const signIn = ({ request, body }: AskedRoute): Response => {
    const token = isFromOwnPage(request) ? new URLSearchParams(body).get("token")?.trim() : undefined;
    const caller = token ? parts.callerByToken(token) : undefined;
    return caller === undefined ? signInPage("token") : letIn(parts.cookie, parts.sessions.begin(caller));
  };
  const answer = (asked: AskedRoute): Response => {
    const { request, url, caller } = asked;
    if (request.method === "POST") return signIn(asked);
    if (caller === undefined) return signInPage();
    const file = pageFor(files, url.pathname === "/" ? "/index.html" : url.pathname);
    return file === undefined ? refusalResponse(notFound()) : pageResponse(file, request);
  };
  const accepts = ["application/x-www-form-urlencoded"];
  return { name: "page", methods: ["GET", "HEAD", "POST"], access: "browser", accepts, answer };
}
