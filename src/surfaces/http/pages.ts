import { SAFE_HEADERS } from "./refusal.ts";

/** A file of the dashboard, read once when the server starts. */
export type PageFile = {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
};

/** Pages load nothing from elsewhere, run no inline script and stand in no frame. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE_HEADERS = {
  ...SAFE_HEADERS,
  "Content-Security-Policy": PAGE_POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
} as const;

const TYPES: { readonly [ending: string]: string } = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  woff2: "font/woff2",
  json: "application/json",
  webmanifest: "application/manifest+json",
};

/** Files whose names hold a print of their content never change. */
const HASHED = /[-.][0-9a-zA-Z_-]{8,}\.[a-z0-9]+$/;

/** The file at a path, or the first page for the addresses within it. Only files that were listed are served. */
export function pageFor(files: ReadonlyMap<string, PageFile>, path: string): PageFile | undefined {
  const isView = !/\.[a-z0-9]+$/i.test(path);
  return files.get(path) ?? (isView ? files.get("/index.html") : undefined);
}

export function pageResponse(file: PageFile, request: Request): Response {
  const ending = /\.([a-z0-9]+)$/.exec(file.path)?.[1] ?? "";
  const cache = HASHED.test(file.path) ? "private, max-age=31536000, immutable" : "private, no-cache";
  const headers = { ...PAGE_HEADERS, "Cache-Control": cache, ETag: file.etag };
  if (request.headers.get("if-none-match") === file.etag) return new Response(null, { status: 304, headers });
  const type = TYPES[ending] ?? "application/octet-stream";
  return new Response(request.method === "HEAD" ? null : file.bytes, {
    headers: { ...headers, "Content-Type": type },
  });
}

/** A small page of our own: no script, and no text of anybody else. */
export function plainPage(status: number, title: string, body: string): Response {
  const html = `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${title}</title>\n<h1>${title}</h1>\n${body}\n</html>\n`;
  return new Response(html, { status, headers: { ...PAGE_HEADERS, "Content-Type": TYPES.html ?? "" } });
}

export const signInPage = (isWrong: boolean): Response =>
  plainPage(
    401,
    "Tidemark: sign in",
    `${isWrong ? "<p>This token is not valid here: it is wrong, expired or revoked.</p>\n" : ""}<p>On the machine that runs this server: <code>tidemark open</code></p>
<form method="post" action="/session"><label>Or a token of this project: <input name="token" type="password" autocomplete="off" required></label> <button>Sign in</button></form>`,
  );

export const noDashboardPage = (): Response =>
  plainPage(
    200,
    "Tidemark",
    '<p>This build has no dashboard. The interface is described at <a href="/api/v1/openapi.json">/api/v1/openapi.json</a>.</p>',
  );
