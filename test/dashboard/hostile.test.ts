import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { giveBundle } from "../../src/app/briefing/ledger.ts";
import { KINDS, type KindName } from "../../src/core/items/kinds.ts";
import { isInvisible } from "../../src/core/text/printable.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type Browser, openBrowser } from "../support/browser.ts";
import { kept } from "../support/shop-memory.ts";
import type { TestMemory } from "../support/test-memory.ts";
import { PAYLOADS } from "./hostile-payloads.ts";
import { HAS_BROWSER, pageStage } from "./page-stage.ts";

let browser: Browser;

const STATEMENTS: readonly KindName[] = [
  "fact",
  "decision",
  "constraint",
  "preference",
  "pattern",
  "hypothesis",
  "lesson",
  "trap",
];

const line = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 180) || "x";

/** The maximum length of a statement. */
const TEXT_MAX = 7999;

/** Puts payloads into all text fields of all kinds, into turns, and into names of agents and sessions. */
async function fillHostile(deps: TestMemory): Promise<void> {
  let at = 0;
  const next = (): string => {
    const payload = (PAYLOADS[at++ % PAYLOADS.length] ?? "").slice(0, TEXT_MAX);
    // A statement must contain a visible character.
    return isInvisible(payload) ? `x${payload}` : payload;
  };
  const evidence: number[] = [];
  for (let i = 0; i < 40; i++) {
    const writer = { ...deps.writer, agent: line(next()), host: line(next()) };
    const session = line(next());
    const payload = { role: i % 3 === 0 ? "tool" : "user", text: next(), tool: line(next()) };
    evidence.push(...(await deps.put({ type: "turn.recorded", session, payload, writer })));
  }
  const units: string[] = [];
  for (const kind of STATEMENTS) {
    for (let i = 0; i < 12; i++)
      units.push(
        await kept(deps, { kind, text: next(), fields: wordsFor(kind, next), evidence: [evidence[i] ?? 1] }),
      );
  }
  for (let i = 0; i < 12; i++) {
    const [newer = "", older = ""] = [units[i * 2], units[i * 2 + 1]];
    await kept(deps, {
      kind: "edge",
      text: next(),
      fields: { ...wordsFor("edge", next), relation: "replaces", newer, older },
    });
    await kept(deps, {
      kind: "insight",
      text: next(),
      fields: { ...wordsFor("insight", next), type: "conflict", about: [units[40 + i], units[60 + i]] },
    });
    await kept(deps, {
      kind: "candidate",
      text: next(),
      fields: { ...wordsFor("candidate", next), proposes: i % 2 === 0 ? "fact" : "trap" },
      evidence: [evidence[i] ?? 1],
    });
    await deps.item("plan", next(), { ...wordsFor("plan", next), key: `k${i}` });
    await deps.item("handoff", next(), wordsFor("handoff", next));
    await deps.item("note", next(), wordsFor("note", next));
  }
  await giveBundle({ ...deps, voice: "agent" }, "context", { query: line(next()) });
  await giveBundle({ ...deps, voice: "agent", writer: { ...deps.writer, agent: line(next()) } }, "brief", {});
  deps.later(60 * 24 * 60 * 60 * 1000);
}

/** Fields that take no free text: they name other items or have their own grammar. */
const NAMED: readonly string[] = ["key", "newer", "older", "about", "depends_on"];

/** A payload for each text field of a kind. */
function wordsFor(kind: KindName, next: () => string): { readonly [name: string]: unknown } {
  const given = Object.entries(KINDS[kind].fields).flatMap(([name, { type }]) => {
    if (NAMED.includes(name)) return [];
    const words = name === "related_paths" ? line(next()).replace(/^\/+/, "") : line(next());
    if (type === "text") return [[name, words]];
    return type === "list" || type === "steps" ? [[name, [words]]] : [];
  });
  return Object.fromEntries(given);
}

/** Counts effects that no stored text may have: active elements, links off the page, and buttons outside the screen. */
const FOUND = `({
  ran: globalThis.hasRun === true,
  elements: [...document.querySelectorAll("main script, main img, main iframe, main object, main embed, main style, main link, main meta, main form[action], main base, main math, main template")].map((each) => each.outerHTML.slice(0, 100)),
  handlers: [...document.querySelectorAll("main *")].filter((each) => [...each.attributes].some(({ name }) => name.startsWith("on"))).length,
  links: [...document.querySelectorAll("main a")].map((each) => each.getAttribute("href")).filter((href) => href !== null && !href.startsWith("#/")),
  beside: [...document.querySelectorAll("main button, main input")].filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map((each) => each.textContent.slice(0, 60)),
  wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`;

const HARMLESS = { ran: false, elements: [], handlers: 0, links: [], beside: [], wide: 0 };

const VIEWS = [
  "inbox",
  "now",
  "memory",
  "memory?q=script%20decided",
  "freshness",
  "tape",
  "tape?tab=sessions",
  "tape?tab=moment",
  "ledger",
  "ledger/last",
  "health",
];

describe.runIf(HAS_BROWSER)("in a browser", () => {
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  scenario("dashboard.text", async () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(300);
    const { open, deps, server, complaints, strays } = await pageStage(() => browser, fillHostile);
    const { rows } = await deps.store.views.select(deps.views.items, {
      order: "newest",
      limit: 400,
      offset: 0,
    });
    const labels = Object.keys(KINDS).flatMap((kind) => rows.find((row) => row.kind === kind)?.label ?? []);
    const { rows: sessions } = await deps.store.views.select(deps.views.sessions, {
      order: "newest",
      limit: 3,
      offset: 0,
    });
    const hashes = [
      ...VIEWS,
      ...labels.map((label) => `item/${encodeURIComponent(label)}`),
      ...sessions.map(({ id }) => `session/${encodeURIComponent(id)}`),
    ];
    // Long words overflow on the narrow screen; the wide one shows further parts of the inbox.
    for (const [width, shown] of [
      [360, hashes],
      [1440, hashes.slice(0, 4)],
    ] as const) {
      const page = await open("inbox", { width, height: 800 });
      await page.addInitScript("globalThis.ran = () => { globalThis.hasRun = true; }");
      for (const hash of shown)
        expect([hash, width, await look(page, server.address, hash)]).toEqual([hash, width, HARMLESS]);
    }
    expect(complaints).toEqual([]);
    expect(strays).toEqual([]);
  });
});

async function look(page: Page, address: string, hash: string): Promise<unknown> {
  await page.goto("about:blank");
  await page.goto(`${address}#/${hash}`);
  await page.locator("main h1, main h2").first().waitFor();
  await page.locator("main .waiting").first().waitFor({ state: "detached" });
  return page.evaluate(FOUND);
}
