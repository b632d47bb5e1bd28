import { SAFE_HEADERS } from "./refusal.ts";

/** A file of the dashboard, read once when the server starts. */
export type PageFile = {
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
};

/** Pages load nothing from other servers, run no inline script and cannot be framed. The browser itself refuses to turn text into markup. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
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
};

/** Files whose names contain a hash of their content never change. */
const HASHED = /[-.][0-9a-zA-Z_-]{8,}\.[a-z0-9]+$/;

/** The file at a path, or the first page for addresses within it. Only listed files are served. */
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

/** The address of these pages' style sheet. Everybody may read it: it contains nothing private. */
export const PLAIN_STYLE_PATH = "/plain.css";

const PLAIN_STYLE = `:root { color-scheme: light dark; --paper: light-dark(#faf9f6, #101415); --card: light-dark(#fff, #171c1e);
  --line: light-dark(#cfc9bd, #3b464a); --ink: light-dark(#1b2022, #e7ecec); --soft: light-dark(#5b6366, #9fabad);
  --accent: light-dark(#0b666b, #5cc4c5); --on-accent: light-dark(#fff, #06201f); --bad: light-dark(#a5322a, #f0958c); }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; background: var(--paper); color: var(--ink);
  font: 15px/1.5 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { box-sizing: border-box; width: min(400px, 100vw); padding: 28px; }
h1 { margin: 0 0 18px; font-size: 1.4rem; letter-spacing: -0.01em; }
form, label { display: grid; gap: 8px; }
form { gap: 14px; }
input, button { font: inherit; padding: 9px 12px; border-radius: 8px; border: 1px solid var(--line); background: var(--card); color: inherit; }
button { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 560; cursor: pointer; }
p { color: var(--soft); font-size: 0.9rem; }
p.wrong { color: var(--bad); }
a { color: var(--accent); }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 0.9em; white-space: nowrap; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

export const plainStyle = (): Response =>
  new Response(PLAIN_STYLE, { headers: { ...PAGE_HEADERS, "Content-Type": TYPES.css ?? "" } });

/** Why the sign-in page is shown again. */
const SIGN_IN_PROBLEMS = {
  token: "This token is not valid here. It is wrong, expired or revoked.",
  link: "This link was used before, or is older than a minute. Run <code>tidemark open</code> for a new one. A page that was opened with it stays signed in.",
} as const;

/** A small page without script and without foreign text. */
export function signInPage(problem?: keyof typeof SIGN_IN_PROBLEMS): Response {
  const title = "Sign in to Tidemark";
  const wrong =
    problem === undefined ? "" : `<p class="wrong" role="alert">${SIGN_IN_PROBLEMS[problem]}</p>\n`;
  // Without an action, the browser posts to the address that was asked for, and keeps its part after `#`.
  const action = problem === "link" ? ' action="/"' : "";
  const form = `<form method="post"${action}><label>Token of this project <input name="token" type="password" autocomplete="off" required autofocus></label> <button>Sign in</button></form>\n<p>On the machine that runs this server, run <code>tidemark open</code> instead.</p>`;
  const html = `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n<title>${title}</title>\n<link rel="stylesheet" href="${PLAIN_STYLE_PATH}">\n<main>\n<h1>${title}</h1>\n${wrong}${form}\n</main>\n</html>\n`;
  // A form on a page that sends no referrer has a null origin, and would be refused as foreign.
  const headers = { ...PAGE_HEADERS, "Referrer-Policy": "same-origin", "Content-Type": TYPES.html ?? "" };
  return new Response(html, { status: 401, headers });
}
