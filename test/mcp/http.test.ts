import { chmodSync, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { expect } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { startHttp } from "../support/mcp-server.ts";

type Headers = { readonly [name: string]: string };
type Replied = { readonly status: number; readonly text: string };

const HELLO = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1" } },
};

/** Sends a request with any headers, including those that a browser does not let a page set. */
function ask(url: string, headers: Headers, method = "POST", said: object = HELLO): Promise<Replied> {
  return new Promise((done, failed) => {
    const sent = request(
      url,
      {
        method,
        headers: {
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          ...headers,
        },
      },
      (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (more: string) => {
          text += more;
        });
        reply.on("end", () => done({ status: reply.statusCode ?? 0, text }));
      },
    );
    sent.on("error", failed);
    sent.end(method === "POST" ? JSON.stringify(said) : undefined);
  });
}

scenario("mcp.guards", async () => {
  const on = stage();
  const { url, token, process } = await startHttp({ cwd: on.dir, env: on.env });
  const { port } = new URL(url);
  const known = { Authorization: `Bearer ${token}` };
  const status = async (headers: Headers, method?: string) => (await ask(url, headers, method)).status;
  expect(await status(known)).toBe(200);
  expect(await status({ ...known, Host: `localhost:${port}` })).toBe(200);
  expect(await status({ ...known, Origin: "http://localhost:6274" })).toBe(200);

  const refused = await ask(url, {});
  expect(refused.status).toBe(401);
  expect(JSON.parse(refused.text).error).toMatchObject({ code: "input.unauthorized" });
  expect(await status({ Authorization: "Bearer wrong" })).toBe(401);
  expect(await status({ Authorization: `Basic ${token}` })).toBe(401);
  expect(await status({ Authorization: `Bearer ${token}x` })).toBe(401);
  for (const method of ["GET", "DELETE", "OPTIONS"]) expect(await status({}, method), method).toBe(401);

  expect(await status({ ...known, Host: "evil.example" })).toBe(403);
  expect(await status({ ...known, Host: `127.0.0.1.evil.example:${port}` })).toBe(403);
  expect(await status({ ...known, Origin: "https://evil.example" })).toBe(403);
  expect(await status({ ...known, Origin: "null" })).toBe(403);
  expect((await ask(url.replace("/mcp", "/other"), known)).status).toBe(404);
  process.child.kill("SIGTERM");
  expect(await process.ended).toBe(0);
});

scenario("mcp.named-by-address", async () => {
  const on = stage();
  const { url, token } = await startHttp({ cwd: on.dir, env: on.env });
  const create = (text: string) => ({
    ...{ jsonrpc: "2.0", id: 2, method: "tools/call" },
    params: { name: "create", arguments: { kind: "fact", text } },
  });
  const headers = { Authorization: `Bearer ${token}`, "MCP-Protocol-Version": "2025-11-25" };
  for (const name of ["codex", "%0A", ""])
    expect((await ask(`${url}?agent=${name}`, headers, "POST", create(`From "${name}"`))).status).toBe(200);
  const { items } = await on.call("find", { kind: ["fact"] });
  const by = (items as unknown as readonly { text: string; created_by: string }[]).map(
    ({ text, created_by }) => [text, created_by],
  );
  expect(by).toContainEqual(['From "codex"', "codex"]);
  expect(new Set(by.map(([, agent]) => agent)).size).toBe(2);
});

scenario("mcp.token", async () => {
  const on = stage();
  const env = { ...on.env, TIDEMARK_TOKEN: "" };
  const first = await startHttp({ cwd: on.dir, env });
  const file = /^Token: (.*) \(send/m.exec(first.said)?.[1] ?? "";
  expect(file).toContain(String(on.env.XDG_STATE_HOME));
  const token = readFileSync(file, "utf8").trim();
  expect(token.length).toBeGreaterThan(40);
  expect(first.said).not.toContain(token);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await ask(first.url, { Authorization: `Bearer ${token}` })).status).toBe(200);
  await startHttp({ cwd: on.dir, env });
  expect(readFileSync(file, "utf8").trim()).toBe(token);

  const short = await on.cli(["mcp", "--http", "0"], { env: { ...on.env, TIDEMARK_TOKEN: "short" } });
  expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining("at least 16") });
  expect(await on.cli(["mcp", "--http", "many"])).toMatchObject({ code: 2 });
  expect(await on.cli(["mcp", "--tools", "most"])).toMatchObject({ code: 2 });
  if (process.platform === "win32") return;
  chmodSync(file, 0o644);
  const open = await on.cli(["mcp", "--http", "0"], { env });
  expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining("read by others") });
});
