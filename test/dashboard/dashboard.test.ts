import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scenario } from "../scenarios/scenario.ts";
import { ROOT } from "../sources.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { fillShop, kept } from "../support/shop-memory.ts";
import type { TestMemory } from "../support/test-memory.ts";
import { HAS_BROWSER, pageStage, sees } from "./page-stage.ts";

let browser: Browser;

/** A text that each view shows once its data is loaded. */
const VIEWS = [
  ["inbox", "Receipts are put on a queue"],
  ["now", "Commit messages are in English"],
  ["memory", "Product pages are slow"],
  ["memory?q=receipts", "Score"],
  ["item/dec%232", "History"],
  ["freshness", "By reason"],
  ["tape", "turn.recorded"],
  ["tape?tab=sessions", "payment-1"],
  ["tape?tab=moment&at=20", "Items then"],
  ["session/checkout-1", "Set up the checkout service"],
  ["ledger", "Tokens per session"],
  ["health", "Doctor"],
] as const;

const FORMS = [
  { width: 1440, theme: "light" },
  { width: 1440, theme: "dark" },
  { width: 360, height: 780, theme: "light" },
  { width: 360, height: 780, theme: "dark" },
] as const;

const MAILS = { kind: "decision", text: "Mails go out at night." } as const;

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Serious and critical accessibility findings, one line each. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const script =
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ html, failureSummary }) => html.slice(0, 160) + ' ' + failureSummary.slice(0, 300)).slice(0, 3) })))";
  const found = (await page.evaluate(script)) as { id: string; impact: string; at: string[] }[];
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, at }) => `${id}: ${at.join(" | ")}`);
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  ) as Promise<number>;

describe.runIf(HAS_BROWSER)("in a browser", () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  scenario("dashboard.views", async () => {
    const { tooWide, complaints, strays } = await walk();
    expect(tooWide).toEqual([]);
    expect(complaints).toEqual([]);
    expect(strays).toEqual([]);
  });

  scenario("dashboard.accessible", async () => {
    expect((await walk()).serious).toEqual([]);
    const { open } = await pageStage(() => browser, forty);
    for (const form of FORMS) {
      const page = await open("inbox", form);
      await sees(page, "40 statements need a decision");
      await page.keyboard.press("x");
      await page.keyboard.press("a");
      await page.locator(".toast").first().waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press("u");
      await sees(page, "40 statements need a decision");
    }
  });

  test("the tab key moves the focus through the list, the decision and the names of the views in a circle", async () => {
    const { open } = await pageStage(() => browser, fillShop);
    const page = await open("inbox");
    await sees(page, "Receipts are put on a queue");
    const visited: string[] = [];
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press("Tab");
      const place = await page.evaluate(
        "document.activeElement.closest('.skip, nav, .view-head, .groups, .pane')?.className ?? ''",
      );
      if (visited.at(-1) !== place) visited.push(String(place));
    }
    // The focus starts in the list of decisions; from the last button it returns to the top of the page.
    const around = visited.filter((place) => place !== "").slice(0, 5);
    expect(around).toEqual(["groups", "pane", "skip", "nav", "view-head"]);
  });

  test("the search field keeps all letters, even if they are typed quickly", async () => {
    const { open } = await pageStage(() => browser, fillShop);
    const page = await open("memory");
    await page.locator("#search").waitFor();
    const words = "how are the receipts of a refund sent";
    await page.evaluate(
      `(async () => {
        const field = document.querySelector("#search");
        for (const letter of ${JSON.stringify(words)}) {
          field.value += letter;
          field.dispatchEvent(new InputEvent("input", { bubbles: true }));
          await new Promise((done) => setTimeout(done, 5));
        }
      })()`,
    );
    await expect.poll(() => page.url()).toContain("sent");
    expect(await page.locator("#search").inputValue()).toBe(words);
  });

  test("a link into a long tape shows its event, and the end of the tape is reached by a key", async () => {
    const { open, deps, server } = await pageStage(() => browser, longTape);
    const page = await open("tape?at=700");
    await page.locator(".event.asked .event-type").waitFor();
    expect(await page.locator(".event.asked").textContent()).toContain("turn number 700");
    const before = await page.locator(".event.asked").boundingBox();
    await deps.put({ type: "turn.recorded", session: "long", payload: { role: "user", text: "one more" } });
    await sees(page, "2,001 recorded events");
    // The event that a person reads does not move when new events arrive above it.
    expect(await page.locator(".event.asked").boundingBox()).toEqual(before);
    await page.keyboard.press("G");
    await page.locator(".event[data-position='1'] .event-type").waitFor();
    expect(await page.locator(".event").count()).toBeLessThan(100);
    // A session page begins with the last turns; for an earlier turn it shows a link to the tape.
    await page.goto(`${server.address}#/session/long?at=3`);
    await page.getByText("Show the linked turn on the tape").click();
    await page.locator(".event.asked", { hasText: "turn number 3" }).waitFor();
  });

  test("a link to an entry of the inbox, or to a turn of a session, opens the page there", async () => {
    const { open, server } = await pageStage(() => browser, fillShop);
    const page = await open("inbox/cnd%232");
    const entry = page.locator(".entry-row[data-cursor='true']");
    await expect.poll(() => entry.textContent()).toContain("cnd#2");
    await page.goto(`${server.address}#/session/refunds-3?at=43`);
    const turn = page.locator(".turn[data-cursor='true']");
    await expect.poll(() => turn.textContent()).toContain("Maybe the CDN");
    // A row of the tape links to its turn on the session page.
    await page.goto(`${server.address}#/tape?at=41`);
    await page.locator(".event[data-position='41'] .event-session").click();
    await expect.poll(() => page.url()).toMatch(/#\/session\/[\w-]+\?at=41$/);
  });

  test("a row of the inbox shows the age of its statement, and a chart with one column draws it narrow", async () => {
    const { open, server } = await pageStage(
      () => browser,
      async (deps) => {
        const [older, newer] = [
          await kept(deps, MAILS),
          await kept(deps, { ...MAILS, text: "Mails go out at noon." }),
        ];
        deps.later(30 * 24 * 60 * 60 * 1000);
        const fields = { relation: "replaces", newer, older };
        await kept(deps, { kind: "edge", text: "Both say when mails are sent.", fields });
      },
    );
    const page = await open("inbox");
    await page.locator(".entry-row", { hasText: "30 days ago" }).waitFor();
    await page.goto(`${server.address}#/memory`);
    const widths = async (): Promise<number[]> =>
      page.locator(".column").evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    await expect.poll(async () => (await widths()).length).toBeGreaterThan(0);
    expect(Math.max(...(await widths()))).toBeLessThan(40);
  });

  test("the entries of the menu on a phone take one line each", async () => {
    const { server, visit } = await pageStage(() => browser, fillShop);
    const page = await visit(server.address, { width: 360 });
    await page.locator("input[name=token]").fill(server.token("curator"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "More" }).click();
    await sees(page, "curator, curator");
    const heights = await page
      .locator(".nav-foot > *")
      .evaluateAll((all) => all.map((each) => each.clientHeight));
    expect(Math.max(...heights)).toBeLessThan(40);
  });

  test("rows show the labels of both statements of a pair, and sessions by their names", async () => {
    const { open, server } = await pageStage(() => browser, fillShop);
    const page = await open("inbox");
    await sees(page, "dec#3 replaces dec#2");
    await sees(page, "con#2 ↔ con#3");
    expect(await page.locator(".entry-row .kind", { hasText: "insight" }).count()).toBe(0);
    await page.goto(`${server.address}#/ledger`);
    await sees(page, /contradictions 1, /);
    await page.locator(".table a").first().click();
    const link = page.locator(".table a.label", { hasText: /^session / }).first();
    expect(await link.getAttribute("href")).toMatch(/^#\/session\/[\w-]+$/);
    await page.goto(`${server.address}#/item/dec%232`);
    await sees(page, /^Last told 1 h ago to codex$/);
  });

  test("two briefs side by side mark the lines that only one of them has", async () => {
    const { open, server, deps } = await pageStage(() => browser, fillShop);
    const page = await open("tape?tab=moment&at=20&brief=1");
    await page.locator(".brief li.new").first().waitFor();
    expect(await page.locator(".brief li:not(.new)", { hasText: "Never edit files" }).count()).toBe(2);
    const { position } = await deps.store.tape.end();
    await page.goto(`${server.address}#/tape?tab=moment&at=${position}&brief=1`);
    await page.locator(`[data-as-of='${position}']`).waitFor();
    await page.locator(".brief li.new").first().waitFor({ state: "detached" });
  });

  test("a table keeps its columns on a tablet", async () => {
    const { open } = await pageStage(() => browser, fillShop);
    const page = await open("ledger", { width: 768 });
    await page.locator(".table thead").waitFor({ state: "visible" });
    expect(await overflow(page)).toBe(0);
  });

  test("an event that arrives during a recall does not discard the answer", async () => {
    const { open, deps } = await pageStage(() => browser, fillShop);
    const page = await open("inbox");
    await sees(page, "Live");
    const held: (() => Promise<void>)[] = [];
    await page.route("**/api/v1/recall?*", (route) => void held.push(() => route.continue()));
    await page.goto(`${new URL(page.url()).origin}/#/memory?q=receipts`);
    await expect.poll(() => held.length).toBe(1);
    await kept(deps, { kind: "fact", text: "Invoices have a number.", fields: { topic: "invoices" } });
    const { position } = await deps.store.tape.end();
    await sees(page, `${position} events`);
    await held[0]?.();
    await sees(page, "Receipts are put on a queue");
    // The page asks again afterwards, because of the new event.
    await expect.poll(() => held.length).toBe(2);
    await held[1]?.();
  });

  scenario("dashboard.live", async () => {
    const { open, deps } = await pageStage(() => browser, fillShop);
    const page = await open("inbox");
    await sees(page, "Live");
    // `npm run bench -- page` measures the delay.
    for (const text of ["Invoices are numbered.", "Invoices have a date."]) {
      await kept(deps, { kind: "decision", text, fields: { topic: "invoices" } });
      await sees(page, text);
    }
  });

  scenario("dashboard.keyboard", async () => {
    const { open, deps } = await pageStage(() => browser, forty);
    const page = await open("inbox");
    await sees(page, "40 statements need a decision");
    for (const title of ["May replace", "Conflicts", "Kept", "Proposed"])
      expect(await page.getByRole("region", { name: title }).count()).toBe(1);
    let presses = 0;
    const press = async (key: string): Promise<void> => {
      presses += 1;
      await page.keyboard.press(key);
    };
    for (let i = 0; i < 40; i++) await press(i % 4 === 3 ? "d" : "a");
    await sees(page, "Inbox cleared");
    const decided = async (): Promise<unknown> => {
      const kinds = ["edge", "insight", "candidate"];
      const rows = await Promise.all(kinds.map((kind) => rowsOf(deps, kind)));
      return rows.map((all) => all.filter(({ status }) => ["pending", "open"].includes(status)).length);
    };
    await expect.poll(decided).toEqual([0, 0, 0]);
    console.log(`inbox of 40 cleared with ${presses} key presses, ${(presses / 40).toFixed(2)} each`);
    expect(presses / 40).toBeLessThanOrEqual(1.5);
  });

  scenario("dashboard.failures", async () => {
    const empty = await pageStage(
      () => browser,
      // The state after `init`: the tape has only the event that identifies the project.
      async (deps) => void (await deps.put({ type: "project.identified", payload: { folder: "shop" } })),
    );
    const page = await empty.open("inbox");
    await sees(page, "This memory is empty");
    await sees(page, "tidemark import");
    for (const [hash, words] of [
      ["now", "The brief is empty"],
      ["memory", "The memory is empty"],
      ["freshness", "Nothing is stale"],
      ["tape", "project.identified"],
      ["ledger", "No agent has been told anything yet"],
    ] as const) {
      await page.goto(`${empty.server.address}#/${hash}`);
      await sees(page, words);
    }
    empty.server.isBroken = true;
    await page.goto(`${empty.server.address}#/memory?q=anything`);
    await page.getByRole("alert").first().waitFor();
    empty.server.isBroken = false;
    await page.getByRole("button", { name: "Try again" }).first().click();
    await sees(page, "No results");
  });

  scenario("dashboard.small", () => {
    const folder = join(ROOT, "dist/dashboard");
    const sizes = readdirSync(folder).map((name) => gzipSync(readFileSync(join(folder, name))).length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`the page is ${(all / 1000).toFixed(1)} kB gzip`);
    expect(all).toBeLessThan(80_000);
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(texts.join("\n").match(/https?:\/\/(?!www\.w3\.org)[^"' )]+/g) ?? []).toEqual([]);
  });
});

type Walked = {
  readonly tooWide: string[];
  readonly serious: string[];
  readonly complaints: string[];
  readonly strays: string[];
};

let walked: Promise<Walked> | undefined;

/** Opens all views in both forms, once for all tests that need the findings. */
function walk(): Promise<Walked> {
  walked ??= walkOnce();
  return walked;
}

async function walkOnce(): Promise<Walked> {
  const { open, server, complaints, strays } = await pageStage(() => browser, fillShop);
  const tooWide: string[] = [];
  const serious: string[] = [];
  for (const form of FORMS) {
    const page = await open("inbox", form);
    for (const [hash, words] of VIEWS) {
      await page.goto(`${server.address}#/${hash}`);
      await sees(page, words);
      if ((await overflow(page)) > 0) tooWide.push(`${hash} at ${form.width}`);
      serious.push(...(await seriousFindings(page)).map((finding) => `${hash}, ${form.theme}: ${finding}`));
    }
    await page.keyboard.press("?");
    await sees(page, "Show this list");
    serious.push(...(await seriousFindings(page)));
    // While a dialog is open, keys do not change the view.
    await page.keyboard.press("2");
    expect(page.url()).toContain("#/health");
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  return { tooWide, serious, complaints, strays };
}

/** Fills the inbox with forty entries: eight replacements, eight conflicts, twelve kept and twelve proposed statements. */
async function forty(deps: TestMemory): Promise<void> {
  const owned = async (module: string, team: number): Promise<string> => {
    const text = `Module ${module} is owned by team ${team}.`;
    return kept(deps, { kind: "fact", text, evidence: [await deps.turn(text)] });
  };
  for (let i = 1; i <= 8; i++) {
    const [older, newer] = [await owned(`p${i}`, i), await owned(`p${i}`, i + 1)];
    await kept(deps, {
      kind: "edge",
      text: "Both name an owner.",
      fields: { relation: "replaces", newer, older },
    });
    const about = [await owned(`c${i}`, i), await owned(`c${i}`, i + 1)];
    await kept(deps, { kind: "insight", text: "Two owners.", fields: { type: "conflict", about } });
  }
  for (let i = 1; i <= 12; i++) {
    await owned(`k${i}`, i);
    await kept(deps, {
      kind: "candidate",
      text: `Module ${i} could be split in ${i + 1} parts.`,
      fields: { proposes: "hypothesis", source: "auto" },
      evidence: [1],
    });
  }
}

async function longTape(deps: TestMemory): Promise<void> {
  const turns = Array.from({ length: 2000 }, (_, i) => ({
    type: "turn.recorded",
    session: "long",
    payload: { role: "user", text: `turn number ${i + 1}` },
  }));
  await deps.put(...turns);
}

async function rowsOf(deps: TestMemory, kind: string) {
  const selection = { kinds: [kind], order: "oldest", limit: 100, offset: 0 } as const;
  return (await deps.store.views.select(deps.views.items, selection)).rows;
}
