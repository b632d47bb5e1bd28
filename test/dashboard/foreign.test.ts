import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { fillShop } from "../support/shop-memory.ts";
import { HAS_BROWSER, pageStage, sees } from "./page-stage.ts";

let browser: Browser;

/** A script with all attacks that a page can try in a browser that is signed in at `target`. */
const attack = (target: string): string => `(async () => {
  const said = [];
  const attempt = async (work) => said.push(await work().then(String, () => "refused"));
  const credentials = "include";
  const body = '{"text":"Planted","kind":"fact"}';
  await attempt(() => fetch("${target}api/v1/find", { credentials }).then((answer) => answer.text()));
  await attempt(() => fetch("${target}", { credentials }).then((answer) => answer.text()));
  for (const type of ["text/plain", "application/json"])
    await attempt(() => fetch("${target}api/v1/remember", { method: "POST", mode: "no-cors", credentials, headers: { "Content-Type": type }, body }).then((answer) => answer.text()));
  await attempt(() => new Promise((open, failed) => {
    const source = new EventSource("${target}api/v1/events", { withCredentials: true });
    source.onopen = () => { source.close(); open("open"); };
    source.onerror = () => { source.close(); failed(); };
  }));
  const frame = document.createElement("iframe");
  frame.name = "frame";
  const load = (act) => new Promise((done) => { frame.onload = () => done("loaded"); act(); });
  await load(() => { frame.src = "${target}"; document.body.append(frame); });
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: "${target}session/end", target: "frame" });
  document.body.append(form);
  await load(() => form.submit());
  return said;
})()`;

/** The routes of the attacks in the log; "none" stands for requests that were refused before routing. */
const ATTACKED: readonly string[] = ["find", "page", "remember", "events", "session/end", "none"];

/** Starts another server on this machine: the same site, but another origin. */
async function otherServer(): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>other</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe.runIf(HAS_BROWSER)("in a browser", () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  scenario("dashboard.foreign", async () => {
    const { open, server, deps } = await pageStage(() => browser, fillShop);
    const page = await open("inbox");
    await sees(page, "Receipts are put on a queue");
    expect(page.url()).toBe(`${server.address}#/inbox`);
    expect(await page.evaluate("document.cookie + document.referrer")).toBe("");
    await page.goBack();
    expect(page.url()).not.toContain("/open/");
    await page.goto("about:blank");

    const { position } = await deps.store.tape.end();
    const port = await otherServer();
    const own = new URL(server.address).port;
    for (const [from, target] of [
      [`http://127.0.0.1:${port}/`, server.address],
      [`http://localhost:${port}/`, server.address],
      [`http://evil.example:${port}/`, server.address],
      // A foreign host name that resolves to our own server (DNS rebinding).
      [`http://evil.example:${own}/`, `http://evil.example:${own}/`],
    ] as const) {
      const began = server.lines.length;
      await page.goto(from);
      const said = await page.evaluate(attack(target));
      expect([from, JSON.stringify(said)]).not.toEqual([
        from,
        expect.stringMatching(/Receipts|"open"|<script/),
      ]);
      const answered = server.lines.slice(began).filter(({ route }) => ATTACKED.includes(route));
      const letThrough = answered.filter(({ status }) => status !== 401 && status !== 403);
      expect([from, letThrough]).toEqual([from, []]);
      expect(answered.length).toBeGreaterThan(0);
    }
    expect((await deps.store.tape.end()).position).toBe(position);
    await page.goto(`${server.address}#/inbox`);
    await sees(page, "Receipts are put on a queue");
  });
});
