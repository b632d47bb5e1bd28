import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { review } from "../../src/app/review/review.ts";
import { ratingsOf } from "../../src/core/freshness/ratings.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { type CliPorts, runCli } from "../../src/surfaces/cli/run.ts";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { shellWords } from "../support/shell-words.ts";
import { fillShop, kept } from "../support/shop-memory.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";
import { HAS_BROWSER, type PageStage, pageStage, sees } from "./page-stage.ts";

let browser: Browser;

/** The state of an item in one line: status or "archived", text, last rating, and whether it is snoozed. */
function stateIn(item: ItemRow): string {
  const rated = ratingsOf(item).at(-1)?.rating ?? "";
  const snoozed = item.snoozed_until === undefined ? "" : "snoozed";
  return [item.removed ? "archived" : item.status, item.text, rated, snoozed].filter(Boolean).join(", ");
}

const stateOf = async (stage: PageStage, label: string): Promise<string> => stateIn(await stage.item(label));

/** The same memory, as its user accesses it from the command line. */
const typed = (deps: TestMemory): TestMemory => ({
  ...deps,
  writer: { ...deps.writer, agent: "cli", host: "cli" },
  voice: "person",
});

/** The states of all items, and the items that wait for review. */
async function wholeState(deps: TestMemory): Promise<readonly string[]> {
  const some = { limit: 500, offset: 0 } as const;
  const items = [
    ...(await find(deps, some)).items,
    ...(await find(deps, { ...some, status: "removed" })).items,
  ];
  const { kept, waiting, ended = [] } = await review(typed(deps), { limit: 500, undo: false });
  const asked = [...kept, ...waiting].map(({ item, sort }) => `${sort} ${item.label}`);
  return [
    ...items.map((item) => `${item.label} ${stateIn(item)}`),
    ...asked,
    ...ended.map(({ label }) => `ended ${label}`),
  ].sort();
}

/** Types a command, as the page prints it, into a shell of this memory. */
async function typeIn(deps: TestMemory, command: string): Promise<void> {
  for (const words of shellWords(command)) {
    let said = "";
    const say = (text: string): void => {
      said += text;
    };
    const look = { isOutTty: false, isErrTty: false, style: (_: unknown, text: string) => text, env: {} };
    const nothing = async (): Promise<never> => {
      throw new Error("not asked for here");
    };
    const ports: CliPorts = {
      verbs: verbsNamed,
      version: "0",
      terminal: { out: say, err: say, ...look },
      now: deps.clock.now,
      openMemory: async () => ({ deps: typed(deps), close: async () => {} }),
      ...{ edit: nothing, demo: nothing, mcp: nothing, serve: nothing, open: nothing },
    };
    expect([command, await runCli(words, ports), said]).toEqual([command, 0, said]);
  }
}

const commandIn = async (toast: Locator): Promise<string> =>
  (await toast.locator("code").first().textContent()) ?? "";

type Try = {
  readonly view: string;
  /** The row that is clicked first, to move the cursor there. */
  readonly entry?: RegExp;
  readonly act: (page: Page) => Promise<void>;
  /** The message of the page after the act. */
  readonly done: string | RegExp;
  readonly item: string;
  readonly becomes: RegExp;
};

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: false }).first().click();

const reword = (text: string) => async (page: Page) => {
  await page.keyboard.press("e");
  await page.locator("textarea").fill(text);
  await page.keyboard.press("Enter");
};

const TRIES: readonly Try[] = [
  {
    view: "inbox",
    entry: /Prices are integers/,
    act: press("a"),
    done: "Kept dec#1",
    item: "dec#1",
    becomes: /confirmed/,
  },
  {
    view: "inbox",
    entry: /keys of the payment/,
    act: press("d"),
    done: "Dropped fct#1",
    item: "fct#1",
    becomes: /archived/,
  },
  {
    view: "inbox",
    entry: /ECONNREFUSED/,
    act: reword("Tests need the database."),
    done: "Saved trp#1 in your words",
    item: "trp#1",
    becomes: /need the database/,
  },
  {
    view: "inbox",
    entry: /A refund that fails/,
    act: press("a"),
    done: "Accepted cnd#1",
    item: "cnd#1",
    becomes: /accepted/,
  },
  {
    view: "inbox",
    entry: /A refund that fails/,
    act: press("d"),
    done: "Rejected cnd#1",
    item: "cnd#1",
    becomes: /rejected/,
  },
  {
    view: "inbox",
    entry: /A refund that fails/,
    act: reword("A refund that fails is tried again twice."),
    done: "Saved cnd#1 in your words",
    item: "cnd#1",
    becomes: /accepted/,
  },
  {
    view: "inbox",
    entry: /Receipts are put on a queue/,
    act: press("a"),
    done: "Replaced dec#2",
    item: "dec#2",
    becomes: /superseded/,
  },
  {
    view: "inbox",
    entry: /Receipts are put on a queue/,
    act: press("d"),
    done: "Kept both",
    item: "edg#1",
    becomes: /rejected/,
  },
  {
    view: "inbox",
    entry: /times out after 8 seconds/,
    act: press("b"),
    done: "Kept both",
    item: "ins#1",
    becomes: /dismissed/,
  },
  {
    view: "inbox",
    entry: /times out after 8 seconds/,
    act: press("d"),
    done: /Kept con#[23], ended con#[23]/,
    item: "ins#1",
    becomes: /./,
  },
  {
    view: "inbox",
    entry: /Product pages are slow/,
    act: press("A"),
    done: "Accepted 3 items",
    item: "cnd#3",
    becomes: /accepted/,
  },
  {
    view: "freshness",
    entry: /staging database/,
    act: press("a"),
    done: /^Snoozed nte#1/,
    item: "nte#1",
    becomes: /snoozed/,
  },
  {
    view: "freshness",
    entry: /staging database/,
    act: press("d"),
    done: "Ended nte#1",
    item: "nte#1",
    becomes: /archived|resolved/,
  },
  {
    view: "item/dec%231",
    act: click("Still true"),
    done: "Confirmed dec#1",
    item: "dec#1",
    becomes: /confirmed/,
  },
  {
    view: "item/dec%231",
    act: reword("Prices are whole cents."),
    done: "Changed the text of dec#1",
    item: "dec#1",
    becomes: /whole cents/,
  },
  { view: "item/dec%231", act: click("Archive"), done: "Archived dec#1", item: "dec#1", becomes: /archived/ },
  { view: "now", act: click("Close"), done: "Closed hnd#1", item: "hnd#1", becomes: /closed/ },
];

/** The row under the cursor, if it contains these words. */
const rowUnderCursor = (page: Page, words: RegExp): Locator =>
  page.locator(".entry-row[aria-current='true']", { hasText: words });

describe.runIf(HAS_BROWSER)("in a browser", () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  scenario("dashboard.acts", async () => {
    const stage = await pageStage(() => browser, fillShop);
    // A second, identical memory, in which the test types each command that the page shows.
    const copy = await testMemory();
    await fillShop(copy);
    const page = await stage.open("inbox");
    for (const { view, entry, act, done, item, becomes } of TRIES) {
      const before = await stateOf(stage, item);
      await page.goto("about:blank");
      await page.goto(`${stage.server.address}#/${view}`);
      if (entry) await page.locator(".entry-row", { hasText: entry }).first().click();
      else await page.locator(".acts").first().waitFor();
      await act(page);
      await sees(page, done);
      // The buttons beside a long command are still on the screen.
      const last = await page.locator(".toast button").last().boundingBox();
      expect((last?.x ?? 0) + (last?.width ?? 9999)).toBeLessThanOrEqual(1440);
      expect([view, done, await stateOf(stage, item)]).toEqual([view, done, expect.stringMatching(becomes)]);
      await typeIn(copy, await commandIn(page.locator(".toast")));
      expect([view, done, await wholeState(copy)]).toEqual([view, done, await wholeState(stage.deps)]);
      await page.keyboard.press("u");
      await sees(page, /^Undone/);
      await typeIn(copy, await commandIn(page.locator(".toast", { hasText: /^Undone/ })));
      expect([done, "undone", await wholeState(copy)]).toEqual([
        done,
        "undone",
        await wholeState(stage.deps),
      ]);
      expect([view, done, await stateOf(stage, item)]).toEqual([view, done, before]);
      // After an undo, the entry is in the list again.
      if (entry) await page.locator(".entry-row", { hasText: entry }).first().waitFor();
    }
    expect(stage.complaints).toEqual([]);
  });

  test("a view shows an act and its undo even without the event stream", async () => {
    const { visit, server } = await pageStage(() => browser, fillShop);
    const page = await visit("about:blank");
    await page.route("**/api/v1/events", (route) => route.abort());
    await page.goto(`${server.ownerAddress()}#/now`);
    await page.getByRole("button", { name: "Close" }).first().click();
    await sees(page, "No open handoff.");
    await page.keyboard.press("u");
    await page.getByRole("button", { name: "Close", exact: true }).waitFor();
  });

  test("an undone decision is under the cursor at once, and can be made again alone or with its group", async () => {
    const stage = await pageStage(() => browser, fillShop);
    const page = await stage.open("inbox");
    for (const [words, done] of [
      [/Receipts are put on a queue/, "Replaced dec#2"],
      [/A refund that fails/, "Accepted cnd#1"],
      [/times out after 8 seconds/, /Kept con#[23], ended con#[23]/],
      [/keys of the payment/, "Kept fct#1"],
    ] as const) {
      await page.locator(".entry-row", { hasText: words }).first().click();
      const listWithoutIt = page.waitForResponse(/\/review\?limit=200/);
      await page.keyboard.press("a");
      await sees(page, done);
      await listWithoutIt;
      // Holds back the next list, so that the row can only come from the page itself.
      await page.route("**/api/v1/review?limit=200", () => undefined);
      await page.keyboard.press("u");
      await rowUnderCursor(page, words).waitFor();
      await page.unroute("**/api/v1/review?limit=200");
      await page.reload();
      await page.locator(".entry-row").first().waitFor();
    }
    await page.locator(".entry-row", { hasText: /Prices are integers/ }).click();
    await page.keyboard.press("a");
    await sees(page, "Kept dec#1");
    await page.keyboard.press("u");
    await rowUnderCursor(page, /Prices are integers/).waitFor();
    await page.keyboard.press("A");
    await sees(page, /^\d+ items: keep/);
    expect(await stateOf(stage, "dec#1")).toMatch(/confirmed/);
  });

  test("an old candidate can be accepted or snoozed on Freshness too", async () => {
    const stage = await pageStage(
      () => browser,
      async (deps) => {
        await kept(deps, {
          kind: "candidate",
          text: "Mails are sent at night.",
          fields: { proposes: "decision" },
        });
        deps.later(60 * 24 * 60 * 60 * 1000);
      },
    );
    const page = await stage.open("freshness");
    await rowUnderCursor(page, /Mails are sent/).waitFor();
    await page.keyboard.press("a");
    await sees(page, "Accepted cnd#1");
    expect(await stateOf(stage, "cnd#1")).toMatch(/^accepted/);
    await page.keyboard.press("u");
    await rowUnderCursor(page, /Mails are sent/).waitFor();
    await page.keyboard.press("s");
    await sees(page, "Snoozed cnd#1 for two weeks");
  });

  scenario("dashboard.roles", async () => {
    const { server, deps, visit } = await pageStage(() => browser, fillShop);
    const page = await visit(server.address);
    for (const [role, offers] of [
      ["reader", 0],
      ["contributor", 0],
      ["curator", 1],
    ] as const) {
      await page.goto(`${server.address}#/inbox`);
      await page.locator("input[name=token]").fill(server.token(role));
      await page.keyboard.press("Enter");
      await page.locator(".entry-row").first().waitFor();
      await sees(page, `${role}, ${role}`);
      expect([role, await page.locator("main .acts").count()]).toEqual([role, offers]);
      expect([role, (await page.getByRole("checkbox").count()) > 0]).toEqual([role, offers > 0]);
      const end = (await deps.store.tape.end()).position;
      if (offers === 0) {
        await page.keyboard.press("a");
        await page.keyboard.press("D");
        expect((await deps.store.tape.end()).position).toBe(end);
      }
      // Only admins may run the doctor. Other roles see the view without that part and without an error.
      await page.goto(`${server.address}#/health`);
      await sees(page, "sign in with the role admin");
      expect(await page.locator(".failure").count()).toBe(0);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.locator("input[name=token]").waitFor();
    }
  });
});
