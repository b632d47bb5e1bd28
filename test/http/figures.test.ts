import { expect, vi } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { stage } from "../scenarios/stage.ts";
import { testServer } from "../support/http-server.ts";

/** Reads a stream until its text matches. */
async function until(reader: ReadableStreamDefaultReader<Uint8Array>, fits: RegExp): Promise<string> {
  let said = "";
  while (!fits.test(said)) {
    const { done, value } = await reader.read();
    if (done) return `${said}[end]`;
    said += new TextDecoder().decode(value);
  }
  return said;
}

scenario("serve.events", async () => {
  const on = testServer(stage());
  const writer = on.token("curator");
  const { token: kept, secret } = on.tokens.create({ person: "eve", role: "reader" });
  await on.call("remember", { text: "The first secret word" }, writer);
  const response = await on.ask("/api/v1/events", { token: secret });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const reader = response.body?.getReader();
  if (!reader) throw new Error("no stream");
  const first = await until(reader, /"position":\d+/);
  expect(first).toContain('"changes":{}');
  await on.call("remember", { text: "The second secret word" }, writer);
  const moved = await until(reader, /item\.created/);
  expect(moved).toMatch(/"changes":\{"item\.created":1,"remote\.acted":1\}/);
  expect(first + moved).not.toContain("word");
  on.tokens.revoke(kept.id);
  expect(await until(reader, /never/)).toMatch(/\[end\]$/);
});

scenario("serve.figures", async () => {
  const on = testServer(stage());
  const token = on.token("reader");
  await on.call("remember", { text: "A zebra crosses" }, on.token("curator"));
  for (const path of ["/healthz", "/readyz"]) expect(await (await on.ask(path)).json()).toEqual({ ok: true });
  expect((await on.ask("/metrics")).status).toBe(401);
  await on.ask("/api/v1/zebra-crossing", { token });
  const text = await (await on.ask("/metrics", { token })).text();
  expect(text).toContain('tidemark_http_requests_total{route="remember",method="POST",status="200"} 1');
  expect(text).toMatch(/^tidemark_tape_position \d+$/m);
  expect(text).toMatch(/^tidemark_up 1$/m);
  for (const line of text.trim().split("\n"))
    expect(line).toMatch(/^(?:# TYPE \w+ \w+|\w+(?:\{\w+="[\w./+-]+"(?:,\w+="[\w./+-]+")*\})? \d[\d.e-]*)$/);
  expect(text + JSON.stringify(on.lines)).not.toContain("zebra");
});

scenario("serve.rates", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const on = testServer(stage());
    const token = on.token("reader");
    const statuses = new Set<number>();
    for (let i = 0; i < 600; i++) statuses.add((await on.ask("/api/v1/me", { token })).status);
    expect([...statuses]).toEqual([200, 429]);
    const other = on.token("reader");
    expect((await on.ask("/api/v1/me", { token: other })).status).toBe(200);
    for (let i = 0; i < 600; i++) await on.ask("/healthz");
    const refused = await on.ask("/healthz");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
    on.later(60_000);
    expect((await on.ask("/api/v1/me", { token })).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});
