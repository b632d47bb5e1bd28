import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { servePage } from "../support/page-server.ts";
import { fillShop, kept } from "../support/shop-memory.ts";
import { testMemory } from "../support/test-memory.ts";
import { HAS_BROWSER, pageStage, sees } from "./page-stage.ts";

let browser: Browser;

const gone = (page: Page, text: string): Promise<void> =>
  page.getByText(text).first().waitFor({ state: "detached" });

describe.runIf(HAS_BROWSER)("a page whose server goes away", () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  scenario("dashboard.recovers", async () => {
    const deps = await testMemory();
    await fillShop(deps);
    const first = await servePage(deps);
    const page = await browser.open(`${first.ownerAddress()}#/inbox`, { now: deps.clock.now() });
    await sees(page, "Receipts are put on a queue");
    await first.close();
    await sees(page, "The server has stopped");
    // The view shows one notice, not one for each of its parts.
    await page.goto(`${first.address}#/now`);
    await sees(page, "Waiting for the server.");
    expect(await page.getByText("The server does not answer").count()).toBe(0);
    await page.goto(`${first.address}#/inbox`);
    await kept(deps, { kind: "decision", text: "Made while nobody served.", fields: { topic: "pause" } });
    // A restarted server has no sessions. Signing in from a new page of the same browser signs in the old page too.
    const second = await servePage(deps, Number(new URL(first.address).port));
    await sees(page, "no longer signed in");
    const other = await page.context().newPage();
    await other.goto(second.ownerAddress());
    await sees(page, "Made while nobody served.");
    await gone(page, "no longer signed in");
    await page.context().close();
    await second.close();
  });

  scenario("serve.deep-link", async () => {
    const deps = await testMemory();
    const first = await servePage(deps);
    const page = await browser.open(first.address);
    await page.locator("input[name=token]").fill(first.token("curator"));
    await page.keyboard.press("Enter");
    await sees(page, "This memory is empty");
    await first.close();
    await sees(page, "The server has stopped");
    // The notice shows no start command, because only the owner of the server can start it.
    expect(await page.locator(".notice .command").count()).toBe(0);
    const second = await servePage(deps, Number(new URL(first.address).port));
    await page.goto(`${first.address}#/tape?tab=moment`);
    await page.getByRole("button", { name: "Sign in again" }).click();
    // After sign-in the page shows the requested view, even if the first token was wrong.
    for (const token of ["wrong", second.token("curator")]) {
      await page.locator("input[name=token]").fill(token);
      await page.keyboard.press("Enter");
      if (token === "wrong") await sees(page, "This token is not valid here.");
    }
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(page.url()).toBe(`${first.address}#/tape?tab=moment`);
    await page.context().close();
    await second.close();
  });

  test("a sign-in link that was used before explains why it is refused", async () => {
    const { server, visit } = await pageStage(
      () => browser,
      async () => {},
    );
    const address = server.ownerAddress();
    const first = await visit(`${address}#/health`);
    const late = await visit(address);
    await sees(late, "This link was used before, or is older than a minute.");
    expect(await late.locator("code", { hasText: "tidemark open" }).count()).toBeGreaterThan(0);
    // The page that the link opened keeps working, and the link still opens it in the same browser.
    await first.reload();
    await sees(first, "Doctor");
    await first.goto(`${address}#/health`);
    await sees(first, "Doctor");
    // At the address of a used link, a person can sign in with a token.
    await late.locator("input[name=token]").fill(server.token("curator"));
    await late.keyboard.press("Enter");
    await sees(late, "This memory is empty");
  });

  test("the key `b` closes the comparison of the brief then and now", async () => {
    const { open } = await pageStage(() => browser, fillShop);
    const page = await open("tape?tab=moment&at=40&brief=1");
    await sees(page, "Brief then");
    await sees(page, "Brief now");
    await page.keyboard.press("b");
    await gone(page, "Brief then");
    expect(page.url()).not.toContain("brief=1");
  });
});
