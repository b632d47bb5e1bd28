import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { servePage } from "../support/page-server.ts";
import { fillShop } from "../support/shop-memory.ts";
import { testMemory } from "../support/test-memory.ts";

const SHOTS = process.env.TIDEMARK_SCREENSHOTS ?? "";
const PICTURES = process.env.TIDEMARK_PICTURES ?? "";
const ALL =
  "inbox,now,memory,memory?q=receipts,item/dec%232,freshness,tape,tape?tab=moment&at=40,session/refunds-3,ledger,health";
const VIEWS = (process.env.TIDEMARK_VIEWS ?? ALL).split(",");

const FORMS = [
  { name: "light", width: 1440, height: 900, theme: "light" },
  { name: "dark", width: 1440, height: 900, theme: "dark" },
  { name: "phone", width: 360, height: 780, theme: "light" },
] as const;

/** The pictures in the documentation. */
const SHOWN = [
  { file: "dashboard-inbox.png", view: "inbox", theme: "light" },
  { file: "dashboard-brief.png", view: "now", theme: "dark" },
  { file: "dashboard-item.png", view: "item/dec%233", theme: "light" },
] as const;

const PICTURE_BYTES_MAX = 150_000;

async function show(page: Page, address: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(address);
  await page.locator("main h1").first().waitFor();
  // The badges beside the names of the views appear after the view itself.
  await page.locator(".nav .badge").first().waitFor();
  await page.locator("main .waiting").first().waitFor({ state: "detached" });
}

/** Takes pictures only if `npm run docs:screenshots` runs the test. */
test.runIf(SHOTS !== "")("pictures of every view", async () => {
  const deps = await testMemory({ store: "sqlite" });
  await fillShop(deps);
  const server = await servePage(deps);
  const browser = await openBrowser();
  const now = deps.clock.now();
  mkdirSync(SHOTS, { recursive: true });
  for (const { name, ...form } of FORMS) {
    const page = await browser.open(server.ownerAddress(), { ...form, now });
    for (const view of VIEWS) {
      await show(page, `${server.address}#/${view}`);
      await page.screenshot({ path: join(SHOTS, `${view.replace(/\W+/g, "-")}-${name}.png`) });
    }
  }
  for (const { file, view, theme } of PICTURES === "" ? [] : SHOWN) {
    mkdirSync(PICTURES, { recursive: true });
    const page = await browser.open(server.ownerAddress(), { width: 1280, height: 690, theme, now });
    await show(page, `${server.address}#/${view}`);
    await page.screenshot({ path: join(PICTURES, file) });
    expect(statSync(join(PICTURES, file)).size).toBeLessThan(PICTURE_BYTES_MAX);
  }
  await browser.close();
  await server.close();
});
