import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generatedTape } from "../../bench/generated-tape.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { servePage } from "../support/page-server.ts";
import { testMemory } from "../support/test-memory.ts";
import { HAS_BROWSER, sees } from "./page-stage.ts";

const isLong = process.env.TIDEMARK_LONG === "1";
const EVENTS = 100_000;

/** A text that each view shows once it has loaded a tape of this length. */
const VIEWS = [
  ["inbox", /need a decision|stale|Nothing to decide/],
  ["now", "The next brief"],
  ["memory", "Age of memory"],
  ["memory?q=river%20stone", /Score|No results/],
  ["freshness", /By reason|Nothing is stale/],
  ["tape", "100,000"],
  ["tape?tab=moment&at=50000", "Items then"],
  ["ledger", /Tokens per session|No agent has been told/],
  ["health", "events on the tape"],
] as const;

describe.runIf(isLong && HAS_BROWSER)("a tape of 100,000 events", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("is shown in all views and can be scrolled to its end", async () => {
    const deps = await testMemory({ store: "sqlite" });
    const all = [...generatedTape(1, EVENTS)];
    for (let at = 0; at < EVENTS; at += 2000) await deps.store.tape.append(all.slice(at, at + 2000));
    const server = await servePage(deps);
    await server.prepare();
    // The generated events are from January 2030.
    const page = await browser.open(server.ownerAddress(), { now: Date.UTC(2030, 1, 1) });
    for (const [hash, words] of VIEWS) {
      await page.goto("about:blank");
      await page.goto(`${server.address}#/${hash}`);
      await page.getByText(words).first().waitFor();
    }
    await page.goto(`${server.address}#/tape`);
    await sees(page, "turn.recorded");
    await page.evaluate("{ const box = document.querySelector('.rows'); box.scrollTop = box.scrollHeight; }");
    await page.locator(".event[data-position='1'] .event-type").waitFor();
    expect(await page.locator(".event").count()).toBeLessThan(100);
    await page.context().close();
    await server.close();
  });
});
