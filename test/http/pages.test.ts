import { expect } from "vitest";
import type { PageFile } from "../../src/surfaces/http/pages.ts";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { jsonOf, ORIGIN, testServer } from "../support/http-server.ts";

const page = (path: string, text: string): [string, PageFile] => [
  path,
  { path, bytes: new TextEncoder().encode(text), etag: `"${path}"` },
];
const PAGES = new Map([
  page("/index.html", "<!doctype html>the page"),
  page("/assets/page-0a1b2c3d.js", "1;"),
]);
const OWN = { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" };

scenario("serve.page", async () => {
  const on = testServer(stage(), { pages: PAGES });
  const path = on.server.ownerPath();
  const opened = await on.ask(path, { headers: { "Sec-Fetch-Site": "none" } });
  expect([opened.status, opened.headers.get("location")]).toEqual([303, "/"]);
  const set = opened.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^tidemark-test=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(set).not.toContain(path.slice("/open/".length));
  const cookie = set.split(";")[0] ?? "";
  const shown = await on.ask("/", { cookie });
  expect(await shown.text()).toContain("the page");
  expect(await jsonOf(on.ask("/api/v1/me", { cookie, headers: OWN }))).toMatchObject({
    role: "admin",
    is_owner: true,
  });
  // A signed-in browser that opens the link again gets the page. Other browsers get a hint to run `tidemark open`.
  const again = await on.ask(path, { cookie, headers: { "Sec-Fetch-Site": "none" } });
  expect([again.status, again.headers.get("location"), again.headers.get("set-cookie")]).toEqual([
    303,
    "/",
    null,
  ]);
  const second = await on.ask(path, { headers: { "Sec-Fetch-Site": "none" } });
  expect([second.status, await second.text()]).toEqual([
    401,
    expect.stringContaining("<code>tidemark open</code>"),
  ]);
  expect((await on.ask("/api/v1/me", { cookie, headers: OWN })).status).toBe(200);
  const late = on.server.ownerPath();
  on.later(61_000);
  expect((await on.ask(late)).status).toBe(401);
  const foreign = on.server.ownerPath();
  expect((await on.ask(foreign, { headers: { "Sec-Fetch-Site": "cross-site" } })).status).toBe(401);

  const key = { Authorization: `Bearer ${on.ownerKey}` };
  const code = await jsonOf(on.ask("/session/code", { body: {}, headers: key }));
  expect((await on.ask(String(Object.values(code)[0]))).status).toBe(303);
  for (const headers of [{}, { Authorization: "Bearer x" }, { Authorization: `Bearer ${on.token("admin")}` }])
    expect((await on.ask("/session/code", { body: {}, headers })).status).toBe(401);

  const own = await on.signIn();
  expect((await on.ask("/session/end", { body: {}, cookie: own, headers: OWN })).status).toBe(200);
  expect((await on.ask("/api/v1/me", { cookie: own, headers: OWN })).status).toBe(401);
  const old = await on.signIn();
  on.later(13 * 60 * 60 * 1000);
  expect((await on.ask("/", { cookie: old })).status).toBe(401);
});

scenario("serve.csrf", async () => {
  const at = stage();
  const on = testServer(at);
  const cookie = await on.signIn();
  const act = (headers: { readonly [name: string]: string }) =>
    on.ask("/api/v1/remember", { body: { text: "Planted" }, cookie, headers });
  const end = await at.end();
  for (const headers of [
    {},
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "none" },
    { Origin: "http://127.0.0.1:3000" },
    { Origin: "http://localhost:8765" },
    { Origin: ORIGIN, "Sec-Fetch-Site": "same-site" },
    { Origin: ORIGIN, "Sec-Fetch-Site": "cross-site" },
  ])
    expect((await act(headers)).status, JSON.stringify(headers)).toBe(401);
  for (const origin of ["https://evil.example", "null", "file://", "http://127.0.0.1.evil.example:8765", "x"])
    expect((await act({ Origin: origin, "Sec-Fetch-Site": "same-origin" })).status, origin).toBe(403);
  for (const path of ["/api/v1/find", "/api/v1/events", "/api/v1/openapi.json"])
    for (const headers of [{}, { "Sec-Fetch-Site": "cross-site" }, { "Sec-Fetch-Site": "same-site" }])
      expect((await on.ask(path, { cookie, headers })).status, path).toBe(401);
  for (const path of ["/mcp", "/metrics"])
    expect((await on.ask(path, { cookie, headers: OWN })).status, path).toBe(401);
  expect(await at.end()).toBe(end);
  expect((await act({ Origin: ORIGIN })).status).toBe(200);
  const stream = await on.ask("/api/v1/events", { cookie, headers: { "Sec-Fetch-Site": "same-origin" } });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();

  // Sign-in with a token works only from the sign-in page itself, and only while the token is valid.
  const { token: kept, secret } = on.tokens.create({ person: "ana", role: "reader" });
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  const signIn = (headers: object) =>
    on.ask("/memory", { body: `token=${secret}`, headers: { ...form, ...headers } });
  expect((await signIn({ Origin: "http://127.0.0.1:3000" })).status).toBe(401);
  const entered = await signIn(OWN);
  expect(entered.status).toBe(303);
  const reader = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await jsonOf(on.ask("/api/v1/me", { cookie: reader, headers: OWN }))).toMatchObject({
    role: "reader",
  });
  on.tokens.revoke(kept.id);
  expect((await on.ask("/api/v1/me", { cookie: reader, headers: OWN })).status).toBe(401);
});

scenario("serve.files", async () => {
  const on = testServer(stage(), { pages: PAGES });
  const cookie = await on.signIn();
  const got = async (path: string) => {
    const response = await on.ask(path, { cookie });
    return [response.status, await response.text()] as const;
  };
  expect(await got("/memory/dec%231")).toEqual([200, "<!doctype html>the page"]);
  expect(await got("/assets/page-0a1b2c3d.js")).toEqual([200, "1;"]);
  for (const path of ["/assets/other.js", "/..%2f..%2fpackage.json", "/assets/%2e%2e/secret.txt", "/.env.js"])
    expect((await got(path))[0], path).toBe(404);
  const asset = await on.ask("/assets/page-0a1b2c3d.js", { cookie });
  expect(asset.headers.get("cache-control")).toContain("immutable");
  const index = await on.ask("/", { cookie });
  const policy = index.headers.get("content-security-policy") ?? "";
  for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(Object.fromEntries(index.headers)).toMatchObject({
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-type": "text/html; charset=utf-8",
  });
  const known = await on.ask("/", { cookie, headers: { "If-None-Match": index.headers.get("etag") ?? "" } });
  expect(known.status).toBe(304);
  // Without sign-in, every address shows a page with only the sign-in form.
  const stranger = await on.ask("/assets/page-0a1b2c3d.js");
  expect([stranger.status, await stranger.text()]).toEqual([401, expect.stringContaining("<form")]);
});
