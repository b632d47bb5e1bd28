import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { stateFolder } from "../../src/adapters/disk/state-folder.ts";
import { serverNotes } from "../../src/adapters/files/access/running-server.ts";
import { findProject } from "../../src/adapters/files/project/find-project.ts";
import { backgroundReading, readInChild } from "../../src/background-reading.ts";
import { memoryPoolOver } from "../../src/memory-pool.ts";
import { openMemory } from "../../src/open-memory.ts";
import { openPage } from "../../src/open-page.ts";
import { serve as serveCommand, startServer } from "../../src/serve.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type Stage, stage } from "../scenarios/stage.ts";
import { BIN } from "../spawned.ts";
import { askForMemory } from "../support/asked-memory.ts";

type Spawned = {
  readonly child: ChildProcess;
  readonly said: (fits: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<number | null>;
};

function start({ dir, env }: Stage, args: readonly string[]): Spawned {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: dir, env, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  const ended = new Promise<number | null>((done) => child.on("close", done));
  const said: Spawned["said"] = (fits) =>
    new Promise((done, failed) => {
      const look = (more = ""): void => {
        text += more;
        const found = fits.exec(text);
        if (found) done(found);
      };
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", look);
      ended.then(() => failed(new Error(`It ended. ${text}`)));
      look();
    });
  return { child, said, ended };
}

const unopened = () => Promise.reject(new Error("the reading process opens the memory by itself"));

/** A certificate for one day; undefined if `openssl` is missing. */
function certificate({ dir }: Stage): { readonly cert: string; readonly key: string } | undefined {
  const [cert, key] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "1", "-nodes", "-keyout", key, "-out", cert];
  const form = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const made = spawnSync("openssl", ["req", "-x509", ...form, ...subject], { stdio: "ignore" });
  return made.status === 0 ? { cert, key } : undefined;
}

scenario("serve.process", async () => {
  const at = stage();
  askForMemory(at.dir, at.env);
  const served = start(at, ["serve", "--port", "0", "--log", "json"]);
  const [, url = ""] = await served.said(/Serving project on (\S+)/);
  const opened = await at.cli(["open", "--no-browser"]);
  const [path = ""] = new RegExp(`${url}/open/\\S+`).exec(opened.stdout) ?? [];
  const entered = await fetch(path, { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect([opened.code, entered.status]).toEqual([0, 303]);
  const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" };
  expect(await (await fetch(`${url}/api/v1/me`, { headers })).json()).toMatchObject({ is_owner: true });
  // An open event stream does not keep the server from ending.
  const stream = await fetch(`${url}/api/v1/events`, { headers });
  expect(stream.status).toBe(200);
  const agent = await at.cli(["open", "--no-browser"], { env: { ...at.env, CLAUDECODE: "1" } });
  expect(agent).toMatchObject({ code: 2, stdout: "" });
  served.child.kill("SIGTERM");
  expect(await served.ended).toBe(0);
  expect(readdirSync(join(String(at.env.XDG_STATE_HOME), "tidemark", "servers"))).toEqual([]);
});

test("a server reads sessions in a child process, so that it can answer meanwhile", async () => {
  const at = stage();
  askForMemory(at.dir, at.env);
  const turn = { type: "turn", session: "s1", role: "user", text: "remember: the staging host is heron" };
  await at.call("record", { file: at.file("turn.jsonl", JSON.stringify(turn)) });
  await at.call("sessionEnd", { id: "s1" });
  const served = start(at, ["serve", "--port", "0"]);
  const [, url = ""] = await served.said(/Serving project on (\S+)/);
  const { stdout } = await at.cli(["open", "--no-browser"]);
  const entered = await fetch(/http:\S+/.exec(stdout)?.[0] ?? "", { redirect: "manual" });
  const cookie = entered.headers.get("set-cookie")?.split(";")[0] ?? "";
  const headers = { Cookie: cookie, Origin: url, "Content-Type": "application/json" };
  const body = JSON.stringify({ text: "Prices are in cents.", kind: "fact" });
  expect((await fetch(`${url}/api/v1/remember`, { method: "POST", headers, body })).status).toBe(200);
  await expect.poll(async () => (await at.call("workerStatus")).due).toBe(0);
  const { deps, close } = await openMemory({ cwd: at.dir, env: at.env, effect: "reads" });
  const { events } = await deps.store.events.read(0, 100);
  await close();
  const reading = events.find(({ type }) => type === "session.read");
  const asked = events.find(({ payload }) => JSON.stringify(payload).includes("in cents"));
  expect(asked?.writer.process).toMatch(/\S/);
  expect(reading?.writer.process).toMatch(/\S/);
  expect(reading?.writer.process).not.toBe(asked?.writer.process);
});

test("a child process that reads for a server ends with the server", async () => {
  const at = stage();
  const noted = join(at.dir, "started");
  const launcher = at.file(
    "endless.cjs",
    `require("node:fs").writeFileSync(${JSON.stringify(noted)}, process.argv.slice(2).join(" ")); setInterval(() => {}, 1000);`,
  );
  const stopping = new AbortController();
  const read = readInChild(launcher, { cwd: at.dir, env: at.env })(memoryPoolOver(unopened), stopping.signal);
  await expect.poll(() => existsSync(noted) && readFileSync(noted, "utf8")).toBe("worker --once --due");
  stopping.abort();
  await read;
});

test("continuous calls delay the reading by at most one interval", async () => {
  const planned: number[] = [];
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => now.mockRestore());
  const background = backgroundReading(memoryPoolOver(unopened), (_, ms) => {
    planned.push(ms);
    return () => {};
  });
  for (const at of [0, 1000, 29_500, 31_000]) {
    now.mockReturnValue(at);
    background.called();
  }
  expect(planned).toEqual([2000, 2000, 500, 0]);
  await background.stop();
});

scenario("serve.unprotected", async (_, context) => {
  const at = stage();
  askForMemory(at.dir, at.env);
  const serve = (options: object) => startServer({ project: at.dir, port: "0", ...options }, at.env);
  await expect(serve({ host: "0.0.0.0" })).rejects.toMatchObject({ code: "input.invalid", field: "host" });
  await expect(serve({ host: "0.0.0.0", "behind-proxy": true })).rejects.toThrow(/needs a token/);
  await expect(serve({ "tls-cert": "nowhere.pem" })).rejects.toThrow(/no file/);
  await expect(serve({ log: "xml" })).rejects.toMatchObject({ field: "log" });
  await expect(serve({ port: "many" })).rejects.toMatchObject({ field: "port" });
  await expect(openPage({ agent: "codex" })).rejects.toMatchObject({ code: "input.needs_person" });
  await expect(serveCommand({ agent: "codex" })).rejects.toMatchObject({ code: "input.needs_person" });
  const made = certificate(at);
  if (made === undefined)
    return context.skip("openssl is not here, so there is no certificate to try TLS with");
  const tls = { "tls-cert": made.cert, "tls-key": made.key };
  await expect(serve({ host: "0.0.0.0", ...tls })).rejects.toThrow(/needs a token/);
  await expect(serve({ ...tls, "tls-key": made.cert })).rejects.toMatchObject({ field: "tls_cert" });
  await at.call("tokenCreate", { person: "ana" });
  const started = await serve({ host: "0.0.0.0", name: "localhost", ...tls });
  try {
    const answered = await new Promise<number>((done, failed) => {
      const asked = request(`${started.url}/healthz`, { rejectUnauthorized: false }, (reply) => {
        reply.resume();
        done(reply.statusCode ?? 0);
      });
      asked.on("error", failed).end();
    });
    expect([answered, started.url]).toEqual([200, expect.stringMatching(/^https:\/\/localhost:\d+$/)]);
  } finally {
    await started.stop();
  }
});

scenario("dashboard.prepared", async () => {
  const at = stage();
  askForMemory(at.dir, at.env);
  const turns = Array.from({ length: 50 }, (_, i) => ({
    type: "turn",
    session: "s1",
    role: "user",
    text: `Note ${i}.`,
  }));
  await at.call("record", {
    file: at.file("turns.jsonl", turns.map((turn) => JSON.stringify(turn)).join("\n")),
  });
  const steps: string[] = [];
  const progress = ({ what, done, total }: { what: string; done: number; total: number }): void =>
    void steps.push(`${what} ${done}/${total}`);
  const started = await startServer({ project: at.dir, port: "0", progress }, at.env);
  await started.prepared;
  const { deps, close } = await openMemory({ cwd: at.dir, env: at.env, effect: "reads" });
  const { position } = await deps.store.tape.end();
  for (const view of Object.values(deps.views))
    expect(await deps.store.views.checkpoint(view)).toBe(position);
  expect(steps).toContain(`read the tape ${position}/${position}`);
  await close();
  await started.stop();
});

test("a second server of a project does not change the note of the first", async () => {
  const at = stage();
  askForMemory(at.dir, at.env);
  const begin = () => startServer({ project: at.dir, port: "0" }, at.env);
  const noted = () => serverNotes(stateFolder(at.env), findProject(at.dir, at.env).memoryDir).find()?.url;
  const first = await begin();
  const second = await begin();
  const urls = [noted()];
  await second.stop();
  urls.push(noted());
  await first.stop();
  expect([...urls, noted()]).toEqual([first.url, first.url, undefined]);
});
