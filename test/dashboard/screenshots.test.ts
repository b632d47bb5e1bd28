import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { servePage } from "../support/page-server.ts";
import { fillShop } from "../support/shop-memory.ts";
import { testWorld } from "../support/world.ts";

const FOLDER = process.env.TIDEMARK_SCREENSHOTS ?? "";
const VIEWS = (process.env.TIDEMARK_VIEWS ?? "inbox,now,memory,freshness,tape,ledger,health").split(",");

/** Run by `npm run docs:screenshots`: a picture of each view, in both themes and on a phone. */
test.runIf(FOLDER !== "")("pictures of every view", async () => {
  mkdirSync(FOLDER, { recursive: true });
  const world = await testWorld({ store: "sqlite" });
  await fillShop(world);
  const server = await servePage(world);
  const browser = await openBrowser();
  const now = world.clock.now();
  const forms = [
    { name: "light", width: 1440, theme: "light" },
    { name: "dark", width: 1440, theme: "dark" },
    { name: "phone", width: 360, height: 780, theme: "light" },
  ] as const;
  for (const { name, ...form } of forms) {
    const page = await browser.open(server.address, { ...form, now });
    for (const view of VIEWS) {
      await page.goto(`${server.address}#/${view}`);
      await page.waitForLoadState("networkidle").catch(() => undefined);
      await page.waitForTimeout(600);
      const file = view.replace(/\W+/g, "-");
      await page.screenshot({ path: join(FOLDER, `${file}-${name}.png`), fullPage: false });
    }
    await page.close();
  }
  await browser.close();
  await server.close();
});
