import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { find } from "../../src/app/items/find.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { type Browser, chromiumPath, NO_CHROMIUM, type PageOptions } from "../support/browser.ts";
import { type PageServer, servePage } from "../support/page-server.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** A memory, a server for it, and browser pages. */
export type PageStage = {
  readonly deps: TestMemory;
  readonly server: PageServer;
  /** Opens an address without signing in. */
  readonly visit: (address: string, options?: PageOptions) => Promise<Page>;
  /** Opens a view, signed in as the owner of the server. */
  readonly open: (hash: string, options?: PageOptions) => Promise<Page>;
  /** The item with a label, archived or not. */
  readonly item: (label: string) => Promise<ItemRow>;
  /** Console errors, exceptions and dialogs of the pages. */
  readonly complaints: string[];
  /** Addresses of requests to other servers. */
  readonly strays: string[];
};

export const HAS_BROWSER = chromiumPath() !== undefined;
if (!HAS_BROWSER) console.warn(NO_CHROMIUM);

export async function pageStage(
  browser: () => Browser,
  fill: (deps: TestMemory) => Promise<void>,
): Promise<PageStage> {
  const deps = await testMemory();
  await fill(deps);
  const server = await servePage(deps);
  const complaints: string[] = [];
  const strays: string[] = [];
  const pages: Page[] = [];
  onTestFinished(async () => {
    for (const page of pages) await page.context().close();
    await server.close();
  });
  const visit: PageStage["visit"] = async (address, options = {}) => {
    const page = await browser().open("about:blank", { now: deps.clock.now(), ...options });
    pages.push(page);
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("dialog", (dialog) => {
      complaints.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(server.address) && !request.url().startsWith("data:"))
        strays.push(request.url());
    });
    await page.goto(address);
    return page;
  };
  const open: PageStage["open"] = (hash, options) => visit(`${server.ownerAddress()}#/${hash}`, options);
  const item = async (label: string): Promise<ItemRow> => {
    const all = [
      ...(await find(deps, { limit: 500, offset: 0 })).items,
      ...(await find(deps, { status: "removed", limit: 500, offset: 0 })).items,
    ];
    const found = all.find((each) => each.label === label);
    if (!found) throw new Error(`no item ${label}`);
    return found;
  };
  return { deps, server, visit, open, item, complaints, strays };
}

/** Waits until the page shows this text. */
export const sees = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor({ state: "visible" });
