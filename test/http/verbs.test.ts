import { expect } from "vitest";
import { pathOf } from "../../src/surfaces/http/verb-routes.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { flagsOf } from "../../src/surfaces/verbs/flags.ts";
import { isRemote, roleNeeded } from "../../src/surfaces/verbs/remote-access.ts";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { jsonOf, testServer } from "../support/http-server.ts";

/** Verbs that change or read files and settings of the server's machine. */
const LOCAL = [
  ...["init", "context init", "context sync", "context switch", "context archive", "context restore"],
  ...["context validate", "context refresh", "context complete", "context session", "record"],
  ...[
    "worker",
    "share",
    "export",
    "import",
    "backup",
    "restore",
    "migrate",
    "sync",
    "adopt",
    "token create",
    "token list",
  ],
  ...["token revoke", "off", "on", "projects", "uninstall"],
];

scenario("serve.no-paths", async () => {
  const all = verbsNamed();
  expect(all.filter((verb) => !isRemote(verb)).map(({ name }) => name)).toEqual(LOCAL);
  const on = testServer(stage());
  const token = on.token("admin");
  for (const verb of all.filter((one) => !isRemote(one)))
    expect((await on.ask(`/api/v1/${pathOf(verb)}`, { body: {}, token })).status, verb.name).toBe(404);
  const doctor = await on.ask("/api/v1/doctor", { body: { fix: true }, token });
  expect([doctor.status, (await jsonOf(doctor)).error.code]).toEqual([403, "input.forbidden"]);
  // The only path option is compared with stored paths and never opened.
  const named = all
    .filter(isRemote)
    .flatMap((verb) => flagsOf(verb).filter(({ name }) => /file|dir\b|folder/.test(name)));
  expect(new Set(named.map(({ name }) => name))).toEqual(new Set(["files"]));
});

scenario("serve.verbs", async () => {
  const at = stage();
  const on = testServer(at);
  const token = on.token("curator", "ana");
  const made = await on.call("remember", { text: "We build with pnpm", kind: "decision" }, token);
  expect(made.item).toMatchObject({ label: "dec#1", created_by: "ana", status: "active" });
  const paths = verbsNamed().filter(isRemote).map(pathOf);
  expect(new Set(paths).size).toBe(paths.length);
  const here = await on.call("find", {}, token);
  expect(here).toEqual(await at.call("find"));
  expect(await on.call("get", { id: "dec#1" }, token)).toEqual(await at.call("get", { id: "dec#1" }));
});

scenario("serve.get", async () => {
  const at = stage();
  const on = testServer(at);
  const token = on.token("curator");
  await on.call("remember", { text: "Use the blue queue", kind: "decision" }, token);
  await on.call("remember", { text: "The cache lies in redis", kind: "fact" }, token);
  const end = await at.end();
  const found = await jsonOf(on.ask("/api/v1/find?kind=fact&limit=5&ready=false", { token }));
  expect(found.items.map(({ label }) => label)).toEqual(["fct#1"]);
  const shown = await on.ask("/api/v1/context-show?kind=memory&query=queue&path=a.ts&path=b.ts", { token });
  expect((await jsonOf(shown)).text).toContain("blue queue");
  expect((await on.ask("/api/v1/brief", { token })).status).toBe(200);
  expect((await on.ask("/api/v1/review?limit=3", { token })).status).toBe(200);
  expect(await at.end()).toBe(end);
  for (const path of ["find?limit=2&limit=3", "find?nothing=1", "find?ready=maybe", "review?keep_all=true"])
    expect((await on.ask(`/api/v1/${path}`, { token })).status, path).toBe(400);
  expect((await on.ask("/api/v1/remember?text=x", { token })).status).toBe(405);
  expect(await at.end()).toBe(end);
  // A brief for an agent by POST is logged in the ledger.
  const agent = on.token("contributor");
  expect((await on.ask("/api/v1/brief", { token: agent })).status).toBe(200);
  expect(await at.end()).toBe(end);
  await on.call("brief", {}, agent);
  expect(await at.end()).toBe(end + 1);
  await on.call("brief", {}, on.token("reader"));
  expect(await at.end()).toBe(end + 1);
});

scenario("serve.failures", async () => {
  const on = testServer(stage());
  const token = on.token("curator");
  const cases: readonly (readonly [string, object | string, number, string])[] = [
    ["get", { id: "dec#9" }, 404, "input.unknown_id"],
    ["get", {}, 400, "input.invalid"],
    ["find", { limit: 0 }, 400, "input.invalid"],
    ["find", { kinds: "x" }, 400, "input.invalid"],
    ["find", "{", 400, "input.invalid"],
    ["find", "[]", 400, "input.invalid"],
    ["find", `{"text":${"[".repeat(500)}${"]".repeat(500)}}`, 400, "input.invalid"],
    ["undo", {}, 409, "input.nothing_to_undo"],
    ["forget", { text: "abc" }, 403, "input.forbidden"],
    ["nothing", {}, 404, "input.not_found"],
  ];
  for (const [verb, body, status, code] of cases) {
    const response = await on.ask(`/api/v1/${verb}`, { body, token });
    const { error } = await jsonOf(response);
    expect([response.status, error.code], verb).toEqual([status, code]);
    expect(error.message).not.toBe("");
  }
  const wrong = await on.ask("/api/v1/find", { body: { limt: 3 }, token });
  expect((await jsonOf(wrong)).error).toMatchObject({ field: "limt", fix: 'Did you mean "limit"?' });
});

scenario("serve.openapi", async () => {
  const on = testServer(stage());
  const response = await on.ask("/api/v1/openapi.json", { token: on.token("reader") });
  const document = await jsonOf(response);
  const verbs = verbsNamed().filter(isRemote);
  const expected = [...verbs.map((verb) => `/api/v1/${pathOf(verb)}`), "/api/v1/events"].sort();
  expect(Object.keys(document.paths).sort()).toEqual(expected);
  const { post, get } = document.paths["/api/v1/recall"] ?? {};
  expect(post?.requestBody.content["application/json"]?.schema).toHaveProperty("properties.query");
  expect(get?.parameters.map(({ name }) => name)).toContain("query");
  expect(document.paths["/api/v1/remember"]).not.toHaveProperty("get");
  const ids = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(ids.map(({ operationId }) => operationId)).size).toBe(ids.length);
  for (const verb of verbs)
    expect(document.paths[`/api/v1/${pathOf(verb)}`]?.post?.description).toMatch(/role/i);
  expect(verbs.every((verb) => typeof verb.remote === "function" || roleNeeded(verb, {}) !== undefined)).toBe(
    true,
  );
});
