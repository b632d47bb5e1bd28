import { expect, test } from "vitest";
import { readBody } from "../../src/surfaces/http/bounded-body.ts";
import { apiRoutes } from "../../src/surfaces/http/routes.ts";
import { pathOf } from "../../src/surfaces/http/verb-routes.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { isRemote } from "../../src/surfaces/verbs/remote-access.ts";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { jsonOf, type TestRequest, testServer } from "../support/http-server.ts";

type Attack = { readonly [header: string]: string };

const FOREIGN_HOSTS: readonly Attack[] = [
  "evil.example",
  "evil.example:8765",
  "127.0.0.1.evil.example:8765",
  "127.0.0.1@evil.example",
  "evil.example/127.0.0.1",
  "localhost.evil.example",
  "2130706434",
  "0.0.0.0:8765",
  "[::2]:8765",
  "",
].map((host) => ({ Host: host }));

const FOREIGN_ORIGINS: readonly Attack[] = [
  "https://evil.example",
  "http://127.0.0.1.evil.example:8765",
  "null",
  "file://",
  "chrome-extension://abcdefgh",
  "http://evil.example@127.0.0.2:8765",
  "javascript:alert(1)",
  "not an origin",
  "",
].map((origin) => ({ Origin: origin }));

/** All addresses of the server, each with a valid request. */
const ROUTES: readonly (readonly [string, TestRequest])[] = [
  ...verbsNamed()
    .filter(isRemote)
    .map((verb) => [`/api/v1/${pathOf(verb)}`, { body: {} }] as const),
  ...["/api/v1/openapi.json", "/api/v1/events", "/api/v1/me", "/metrics", "/", "/index.html"].map(
    (path) => [path, {}] as const,
  ),
  ["/api/v1/find", {}],
  ["/mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }],
  ["/mcp", {}],
  ["/memory", { body: "token=x", headers: { "Content-Type": "application/x-www-form-urlencoded" } }],
  ["/session/end", { body: {} }],
  ["/session/code", { body: {} }],
  ["/open/x", {}],
  ["/nothing", {}],
];

/** Addresses without authentication, because they show nothing of the memory. Host and origin are checked even here. */
const OPEN_ROUTES: readonly (readonly [string, TestRequest])[] = [
  ["/healthz", {}],
  ["/readyz", {}],
  ["/plain.css", {}],
];

test("no address of the server is missing from the attacks", async () => {
  const none = (): never => {
    throw new Error("nobody asks");
  };
  const table = apiRoutes({
    ...{ version: "0", project: "p", verbs: verbsNamed().filter(isRemote), run: none, gauges: none },
    streams: { open: none, count: none, close: none },
    metrics: { count: none, text: none },
  });
  const attacked = new Set([...ROUTES, ...OPEN_ROUTES].map(([path]) => path));
  expect([...table.keys()].filter((path) => !attacked.has(path))).toEqual([]);
  const open = [...table].filter(([, { access }]) => access === "anybody").map(([path]) => path);
  expect(open).toEqual(["/healthz", "/readyz"]);
  // Routes outside the table appear in the log under these names after one request to each address.
  const on = testServer(stage());
  for (const [path, request] of [...ROUTES, ...OPEN_ROUTES]) await (await on.ask(path, request)).text();
  const names = new Set(on.lines.map(({ route }) => route));
  for (const name of ["mcp", "session/end", "session/code", "open", "page", "style", "events"])
    expect([...names]).toContain(name);
});

scenario("serve.hostile", async () => {
  const at = stage();
  const on = testServer(at);
  const admin = on.token("admin");
  const gone = on.tokens.create({ person: "gone", role: "admin" });
  on.tokens.revoke(gone.token.id);
  const expired = on.tokens.create({ person: "old", role: "admin", expiresAt: Date.now() - 1 }).secret;
  await on.call("remember", { text: "An ocelot lives here", kind: "fact" }, admin);
  const end = await at.end();
  const status = async (path: string, request: TestRequest, headers: Attack, token?: string) => {
    const response = await on.ask(path, { ...request, token, headers: { ...request.headers, ...headers } });
    const said = path === "/api/v1/events" ? "" : await response.text();
    await response.body?.cancel().catch(() => {});
    if (response.status !== 200) expect(said).not.toContain("ocelot");
    return response.status;
  };
  for (const [path, request] of [...ROUTES, ...OPEN_ROUTES]) {
    for (const attack of [...FOREIGN_HOSTS, ...FOREIGN_ORIGINS])
      expect(await status(path, request, attack, admin), `${path} ${JSON.stringify(attack)}`).toBe(403);
    expect(await status(path, { ...request, base: "http://evil.example" }, {}, admin), path).toBe(403);
    on.later(60_000);
  }
  const wrong = [
    undefined,
    "wrong",
    gone.secret,
    expired,
    `${admin}x`,
    admin.slice(0, -1),
    admin.toUpperCase(),
  ];
  for (const [path, request] of ROUTES) {
    for (const token of wrong) expect(await status(path, request, {}, token), `${path} ${token}`).toBe(401);
    for (const header of [`Basic ${admin}`, admin, `Bearer  `, `Bearer ${admin} ${admin}`])
      expect(await status(path, request, { Authorization: header }), `${path} ${header}`).toBe(401);
    const cookies = ["tidemark-test=x", `tidemark-test=${admin}`, "tidemark-test="];
    for (const cookie of cookies)
      expect(await status(path, { ...request, cookie }, { Origin: "http://127.0.0.1:8765" })).toBe(401);
    on.later(60_000);
  }
  expect(await at.end()).toBe(end);
});

test("bodies of a wrong type or size and wrong methods are refused on all addresses that accept a body", async () => {
  const on = testServer(stage());
  const token = on.token("admin");
  const posts = ROUTES.filter(([path, { body }]) => body !== undefined && /^\/(?:api|mcp)/.test(path));
  for (const [path] of posts) {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "text/json",
    ]) {
      const response = await on.ask(path, { body: "{}", token, headers: { "Content-Type": type } });
      expect([response.status, (await jsonOf(response)).error.code], path).toEqual([
        415,
        "input.content_type",
      ]);
    }
    const declared = await on.ask(path, { body: "{}", token, headers: { "Content-Length": "99999999" } });
    expect(declared.status, path).toBe(413);
  }
  const large = await on.ask("/api/v1/find", { body: { text: "x".repeat(5 * 1024 * 1024) }, token });
  expect([large.status, (await jsonOf(large)).error.code]).toEqual([413, "input.too_large"]);
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const response = await on.ask("/api/v1/find", { method, token });
    expect([method, response.status, response.headers.get("access-control-allow-origin")]).toEqual([
      method,
      405,
      null,
    ]);
  }
});

test("a body that is too slow, too large or not UTF-8 is refused", async () => {
  let fire = (): void => {};
  const schedule = (work: () => void): (() => void) => {
    fire = work;
    return () => {};
  };
  const limits = { bytesMax: 100, msMax: 1000, schedule };
  const post = (body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Request =>
    new Request("http://127.0.0.1/", { method: "POST", body, ...({ duplex: "half" } as object) });
  const dripping = new ReadableStream<Uint8Array>({ start: (to) => to.enqueue(new Uint8Array([123])) });
  const read = readBody(post(dripping), limits);
  fire();
  expect(await read).toMatchObject({ refusal: { status: 408, code: "input.too_slow" } });
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(64)) });
  expect(await readBody(post(endless), limits)).toMatchObject({ refusal: { status: 413 } });
  expect(await readBody(post(new Uint8Array([0xff, 0xfe])), limits)).toMatchObject({
    refusal: { status: 400 },
  });
  expect(await readBody(post("{}"), limits)).toEqual({ text: "{}" });
});

test("odd paths are not found", async () => {
  const on = testServer(stage());
  const token = on.token("admin");
  for (const path of [
    "/api/v1/",
    "/api/v1/find/",
    "/api/v1//find",
    "//api/v1/find",
    "/API/v1/find",
    "/api/v1/%66ind",
    "/api/v1/find%00",
    "/api/v1/backup/../../etc/passwd",
    "/api/v1/..%2fbackup",
    "/api/v1/__proto__",
    "/api/v1/constructor",
    "/api/v2/find",
    "/mcp/",
    "/session/code/x",
    "/metrics/../api/v1/backup",
  ]) {
    const response = await on.ask(path, { body: {}, token });
    expect([404, 405, 415], `${path}: ${response.status}`).toContain(response.status);
  }
});

test("behind a proxy the last forwarded address counts, and other host names are refused", async () => {
  const on = testServer(stage(), { names: ["memory.example.com"], isProxied: true });
  const headers = { Host: "memory.example.com", "X-Forwarded-For": "1.2.3.4, 9.8.7.6" };
  const base = "http://memory.example.com";
  expect((await on.ask("/healthz", { headers, base })).status).toBe(200);
  expect(on.lines.at(-1)).toMatchObject({ from: "9.8.7.6", route: "healthz" });
  expect((await on.ask("/healthz", { headers: { Host: "other.example.com" } })).status).toBe(403);
});

test("clients without a token are limited in size, and in number at the same time", async () => {
  const on = testServer(stage());
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const [path, headers] of [
    ["/", form],
    ["/session/code", {}],
  ] as const) {
    const large = await on.ask(path, { body: "x".repeat(5000), headers });
    expect([large.status, (await jsonOf(large)).error.code], path).toEqual([413, "input.too_large"]);
  }
  const ends: (() => void)[] = [];
  const slow = () => {
    const body = new ReadableStream<Uint8Array>({ start: (to) => void ends.push(() => to.close()) });
    const headers = { Host: "127.0.0.1:8765", ...form };
    const options = { method: "POST", headers, body, ...({ duplex: "half" } as object) };
    return on.server.fetch(new Request("http://127.0.0.1:8765/", options), { address: "127.0.0.1" });
  };
  const waiting = Array.from({ length: 256 }, slow);
  expect((await slow()).status).toBe(429);
  expect((await on.ask("/api/v1/find", { body: {}, token: on.token("reader") })).status).toBe(200);
  for (const end of ends) end();
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(401);
  expect((await on.ask("/", { body: "token=x", headers: form })).status).toBe(401);
});

test("no answer repeats a large input", async () => {
  const on = testServer(stage());
  const token = on.token("admin");
  const long = `${"x".repeat(6000)}"${"y".repeat(6000)}`;
  const mcp = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" };
  for (const verb of verbsNamed().filter(isRemote)) {
    on.later(1000);
    const fields = Object.keys(verb.input.shape);
    for (const body of [{ [long]: 1 }, Object.fromEntries(fields.map((name) => [name, long]))]) {
      const response = await on.ask(`/api/v1/${pathOf(verb)}`, { body, token });
      const said = await response.text();
      if (response.status >= 400)
        expect(said.length, `${verb.name} ${said.slice(0, 300)}`).toBeLessThan(5000);
    }
  }
  for (const [method, params] of [
    ["tools/call", { name: long, arguments: {} }],
    ["resources/read", { uri: `tidemark:${long}` }],
    ["prompts/get", { name: long }],
  ] as const) {
    const body = { jsonrpc: "2.0", id: 1, method, params };
    const said = await (await on.ask("/mcp", { body, token, headers: mcp })).text();
    expect([said.length < 5000, said.includes("error")], `${method} ${said.slice(0, 300)}`).toEqual([
      true,
      true,
    ]);
  }
});
