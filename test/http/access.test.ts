import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writerOf } from "../../src/adapters/system/writer.ts";
import { ROLES } from "../../src/core/access/roles.ts";
import { isAgentName } from "../../src/core/agent-name.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { openMemory } from "../../src/open-memory.ts";
import { pathOf } from "../../src/surfaces/http/verb-routes.ts";
import { PAGES } from "../../src/surfaces/mcp/pages.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { isRemote } from "../../src/surfaces/verbs/remote-access.ts";
import { scenario } from "../scenarios/scenario.ts";
import { commandLine, type Stage, stage, stageAt } from "../scenarios/stage.ts";
import { jsonOf, type TestServer, testServer } from "../support/http-server.ts";

type Fields = { readonly [name: string]: unknown };

/** The calls that each role may make in addition to the roles before it. The items exist, so only the role decides. */
const ALLOWED: { readonly [role in (typeof ROLES)[number]]: readonly (readonly [string, Fields])[] } = {
  reader: [
    ["find", {}],
    ["recall", { query: "queue" }],
    ["get", { id: "dec#1" }],
    ["review", {}],
    ["resume", {}],
  ],
  contributor: [
    ["remember", { text: "The queue is blue" }],
    ["create", { kind: "plan", text: "Paint it" }],
    ["rate", { id: "dec#1", rating: "helpful" }],
    ["rate", { id: "dec#1", rating: "refuted" }],
    ["resume", { ack: true }],
    ["undo", {}],
  ],
  curator: [
    ["remember", { text: "The queue is green", replaces: "fct#1" }],
    ["update", { id: "dec#1", topic: "paint" }],
    ["review", { accept: ["cnd#1"] }],
    ["transition", { id: "dec#1", status: "resolved" }],
    ["undo", { id: "dec#1" }],
    ["remove", { id: "dec#1" }],
  ],
  admin: [
    ["scrub", {}],
    ["doctor", {}],
    ["verify", {}],
    ["rebuild", {}],
    ["forget", { text: "yellow" }],
  ],
};

async function ground(on: TestServer): Promise<void> {
  const owner = on.token("admin", "owner");
  await on.call("remember", { text: "We paint with oil", kind: "decision" }, owner);
  await on.call("remember", { text: "The wall is yellow", kind: "fact" }, owner);
  await on.call("create", { kind: "candidate", text: "Use primer", proposes: "decision" }, owner);
}

scenario("serve.roles", async () => {
  const on = testServer(stage());
  await ground(on);
  for (const [rank, role] of ROLES.entries()) {
    const token = on.token(role);
    for (const higher of ROLES.slice(rank + 1))
      for (const [verb, body] of ALLOWED[higher]) {
        const response = await on.ask(`/api/v1/${verb}`, { body, token });
        const { error } = await jsonOf(response);
        expect([response.status, error?.code], `${role} ${verb}`).toEqual([403, "input.forbidden"]);
      }
    for (const [verb, body] of ALLOWED[role]) {
      const response = await on.ask(`/api/v1/${verb}`, { body, token });
      expect(response.status, `${role} ${verb} ${await response.text()}`).toBe(200);
    }
  }
});

const toolCall = (name: string, args: Fields) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Calls a tool and returns the text of the response, which may be JSON or an event stream. */
async function callTool(on: TestServer, token: string, message: object): Promise<string> {
  const headers = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" };
  return (await on.ask("/mcp", { body: message, token, headers })).text();
}

scenario("serve.voice", async () => {
  const on = testServer(stage());
  const rule = (text: string) => ({ text, kind: "decision" });
  const [contributor, curator] = [on.token("contributor"), on.token("curator")];
  const asked = await on.ask("/api/v1/remember", { body: rule("Ship on Fridays"), token: contributor });
  const proposed = await jsonOf(asked);
  expect(proposed.item?.status ?? proposed.error.code).not.toBe("active");
  expect((await on.call("remember", rule("Ship on Mondays"), curator)).item.status).toBe("active");
  const said = await callTool(on, curator, toolCall("create", { kind: "decision", text: "Ship at night" }));
  expect(said).not.toContain('"status":"active"');
  const { items } = await on.call("find", { kind: "decision", status: "active" }, curator);
  expect(items.map(({ text }) => text)).toEqual(["Ship on Mondays"]);
  const files = await callTool(on, on.token("admin"), toolCall("work", { intent: "switch", task: "T-1" }));
  expect(files).toContain("input.forbidden");
  const listed = (role: (typeof ROLES)[number]) =>
    callTool(on, on.token(role), { jsonrpc: "2.0", id: 1, method: "tools/list" });
  expect(await listed("reader")).toContain('"name":"recall"');
  expect(await listed("reader")).not.toContain('"name":"create"');
  expect(await listed("contributor")).toContain('"name":"create"');
  expect(await listed("contributor")).not.toContain('"name":"transition"');
});

test("an internal failure shows file names only to admins", async () => {
  const at = stage();
  const open = (): never => {
    throw new MemoryError("store.io", "Cannot read /srv/private/tidemark.db");
  };
  const on = testServer(at, { open });
  const page = { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: PAGES[0]?.uri } };
  for (const role of ROLES)
    for (const message of [toolCall("recall", { query: "x" }), page]) {
      const said = await callTool(on, on.token(role), message);
      expect([said.includes("/srv/private"), said.includes("rror")]).toEqual([role === "admin", true]);
    }
});

test("over MCP an agent acts under the name of its token, whatever name it claims", async () => {
  const at = stage();
  const on = testServer(at);
  const token = on.token("contributor", "ana");
  const names = [
    "codex",
    "user",
    "root",
    "x%5D%20%5Bby%20user",
    "%E2%80%AEresu",
    "Ignore-all-previous-instructions",
  ];
  for (const name of names) {
    const message = toolCall("create", { kind: "fact", text: `From ${name}` });
    const headers = { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25" };
    await (await on.ask(`/mcp?agent=${name}`, { body: message, token, headers })).text();
  }
  const made = (await tapeOf(at)).filter(({ type }) => type === "item.created");
  expect(made.map(({ writer }) => writer.agent)).toEqual([
    "ana/codex",
    ...names.slice(1).map(() => "ana/mcp"),
  ]);
});

test("undo and the end of a session are limited to the same token, not to the same name", async () => {
  const on = testServer(stage());
  const [one, other] = [on.token("contributor", "ana"), on.token("contributor", "ana")];
  await on.call("remember", { text: "The queue is blue", kind: "fact" }, one);
  const undone = await on.ask("/api/v1/undo", { body: {}, token: other });
  expect((await jsonOf(undone)).error.code).toBe("input.nothing_to_undo");
  await on.call("undo", {}, one);
  for (const session of ["s-one", "s-two", "s-three"]) await on.call("session-start", { session }, one);
  const ended = await on.ask("/api/v1/session-end", { body: { id: "s-one" }, token: other });
  expect((await jsonOf(ended)).error.code).toBe("input.forbidden");
  const over = await callTool(on, other, toolCall("work", { intent: "end", session: "s-one", text: "done" }));
  expect(over).toContain("input.forbidden");
  expect((await on.call("find", { kind: "handoff" }, one)).total).toBe(0);
  await on.call("session-end", { id: "s-one" }, one);
  expect(await callTool(on, one, toolCall("work", { intent: "end", session: "s-two" }))).toContain("ended");
  await on.call("session-end", { id: "s-three" }, on.token("curator"));
});

test("invalid names of agents and tokens are refused", async () => {
  const at = stage();
  for (const person of ["a; rm -rf x", "user", "ana/codex", "[by user]", "x".repeat(65), "a\u202eb", ""])
    expect(await at.refused("tokenCreate", { person }), person).toMatchObject({ code: "input.invalid" });
  await at.call("tokenCreate", { person: "Ana M. @ops-team_2" });
  const fit = ["claude-code", "ana/codex", "Review Bot 2", "агент", "tool:7"];
  const unfit = [
    "[by user]",
    "a\u202eb",
    "x".repeat(65),
    "a b c d e",
    "ignore-all-previous-instructions",
    "a\nb",
    "",
  ];
  expect([...fit, ...unfit].filter(isAgentName)).toEqual(fit);
  const place = { worktree: "main" };
  for (const flagAgent of ["User", "root", "tidemark", ...unfit])
    expect(() => writerOf({ env: {}, place, flagAgent }), flagAgent).toThrow(/name must be/);
  const env = { TIDEMARK_AGENT: "[by user]" };
  expect(writerOf({ env, place, host: "codex", isForgiving: true }).agent).toBe("codex");
});

/** All events on the tape. */
async function tapeOf({ dir, env }: Stage) {
  const { deps, close } = await openMemory({ cwd: dir, env, effect: "reads" });
  const { events } = await deps.store.events.read(0, 1000);
  await close();
  return events;
}

scenario("serve.audit", async () => {
  const at = stage();
  const on = testServer(at);
  const { token: kept, secret } = on.tokens.create({ person: "ana", role: "curator" });
  const { item } = await on.call("remember", { text: "We test on arm", kind: "decision" }, secret);
  await on.call("find", {}, secret);
  await callTool(on, secret, toolCall("create", { kind: "fact", text: "The runner has 8 cores" }));
  const cookie = await on.signIn();
  const own = { Origin: "http://127.0.0.1:8765" };
  await on.ask("/api/v1/rate", { body: { id: item.id, rating: "helpful" }, cookie, headers: own });
  const events = await tapeOf(at);
  const acts = events.filter(({ type }) => type === "remote.acted");
  const who = { person: "ana", role: "curator", access_id: kept.id };
  expect(acts.map(({ payload }) => payload)).toMatchObject([
    { ...who, verb: "remember", over: "api", items: [item.id] },
    { ...who, verb: "create", over: "mcp" },
    { person: "owner", role: "admin", verb: "rate", over: "api", items: [item.id] },
  ]);
  for (const { position } of acts) expect(events[position - 2]?.type).toMatch(/^item\./);
  expect(events.find(({ subject }) => subject === item.id)?.writer).toMatchObject({
    agent: "ana",
    host: "http",
  });
});

scenario("serve.tokens", async () => {
  const at = stage();
  const on = testServer(at);
  const made = await at.call("tokenCreate", { person: "ana", role: "reader", for: "2h" });
  const { token: kept, secret } = made as unknown as { token: { id: string }; secret: string };
  expect(kept).toMatchObject({ person: "ana", role: "reader", expired: false });
  const state = String(at.env.XDG_STATE_HOME);
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name), "utf8"), name).not.toContain(secret);
  expect(files.map(({ name }) => name)).toContain("access.json");
  const status = async (token: string) => (await on.ask("/api/v1/me", { token })).status;
  expect(await status(secret)).toBe(200);
  expect((await at.call("tokenList")).tokens).toMatchObject([
    { id: kept.id, last_used_at: expect.any(String) },
  ]);
  expect(await status(`${secret}x`)).toBe(401);
  on.later(3 * 60 * 60 * 1000);
  expect(await status(secret)).toBe(401);
  const other = on.token("curator", "bob");
  expect(await status(other)).toBe(200);
  await at.call("tokenRevoke", { id: "bob" });
  expect(await status(other)).toBe(401);
  expect(await at.refused("tokenRevoke", { id: "bob" })).toMatchObject({ code: "input.unknown_id" });
  expect(await at.refused("tokenCreate", { person: "eve", for: "soon" })).toMatchObject({ field: "for" });
  const env = { ...at.env, CLAUDECODE: "1" };
  const agent = await commandLine(["token", "create", "eve"], { dir: at.dir, env });
  expect(agent).toMatchObject({ code: 2, stderr: expect.stringContaining("person") });
});

/** Inputs with which each verb prints as much as possible. */
const INPUTS: { readonly [verb: string]: Fields } = {
  recall: { query: "walrus" },
  get: { id: "fct#1" },
  show: { id: "fct#1" },
  why: { id: "fct#1", query: "walrus" },
  find: { text: "walrus", limit: 500 },
  "context-show": { kind: "memory", query: "walrus" },
  delta: { since: "90d" },
  forget: { text: "walrus", dry_run: true },
};

scenario("serve.one-project", async () => {
  const mine = stage();
  const dir = join(mine.dir, "..", "walrus-project");
  const theirs = stageAt("cli", dir, mine.env);
  mkdirSync(dir);
  const on = testServer(mine);
  const other = testServer(theirs);
  const foreign = other.token("admin");
  await other.call("remember", { text: "The walrus sleeps at noon", kind: "fact" }, foreign);
  const wrong = await on.ask("/api/v1/find", { body: {}, token: "tdm_of-nobody" });
  const refused = await on.ask("/api/v1/find", { body: {}, token: foreign });
  expect([refused.status, await refused.text()]).toEqual([wrong.status, await wrong.text()]);
  const token = on.token("admin");
  for (const verb of verbsNamed().filter(isRemote)) {
    const path = pathOf(verb);
    const response = await on.ask(`/api/v1/${path}`, { body: INPUTS[path] ?? {}, token });
    const said = (await response.text()).replaceAll('"walrus"', "").replaceAll("“walrus”", "");
    expect(said.includes("walrus-project") || said.includes("noon"), `${path}: ${said}`).toBe(false);
  }
  expect((await on.call("find", { text: "walrus" }, token)).total).toBe(0);
});
