import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildBundle } from "../../src/app/briefing/bundle.ts";
import { isAboveFloor, likelihood, soughtBy } from "../../src/core/bundle/floor.ts";
import { LINE_MAX } from "../../src/core/bundle/quote.ts";
import { tellingPart } from "../../src/core/bundle/relevant-excerpt.ts";
import type { Corpus } from "../../src/core/recall/index/passage.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import { anyText } from "../support/bundles.ts";
import { holds } from "../support/property.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const QUESTION = "How did the portfolio layout change?";
const sought = soughtBy(QUESTION);

/** The likelihood for a memory of `passages` passages, where `holders` of them contain each term of the question. */
function likelihoodFor(passages: number, holders: number, said = "the layout of the portfolio"): number {
  const corpus: Corpus = {
    passages,
    words: passages * 40,
    holders: new Map(sought.terms.map((term) => [term, holders])),
  };
  const hit = { passages: [wordsOf(said)], speaker: new Set<string>(), session: new Set<string>() };
  return likelihood(sought, { hits: [hit], score: 1, corpus });
}

describe("the likelihood that a memory can answer a question", () => {
  test("rises with the number of passages that contain the terms", () => {
    const sure = [0, 1, 5, 20, 80].map((holders) => likelihoodFor(600, holders));
    expect(sure).toEqual([...sure].sort((a, b) => a - b));
    expect(isAboveFloor(likelihoodFor(600, 80), 0.68)).toBe(true);
    expect(isAboveFloor(likelihoodFor(600, 1), 0.68)).toBe(false);
  });

  test("falls when the memory grows and the matching passages do not", () => {
    expect(likelihoodFor(6000, 20)).toBeLessThan(likelihoodFor(600, 20));
    expect(likelihoodFor(6000, 200)).toBeGreaterThan(likelihoodFor(600, 20));
  });

  test("is higher in a small memory, where terms occur together by chance less often", () => {
    expect(likelihoodFor(30, 2)).toBeGreaterThan(likelihoodFor(500, 33));
    expect(isAboveFloor(likelihoodFor(30, 2), 0.68)).toBe(true);
    // Below ten passages, a smaller memory does not raise the likelihood any further.
    expect(likelihoodFor(1, 1)).toBe(likelihoodFor(10, 1));
  });

  test("is zero if no hit contains any of the terms", () => {
    expect(likelihoodFor(600, 80, "lunch is at noon")).toBe(0);
    expect(isAboveFloor(0, 0)).toBe(false);
  });

  test("is between 0 and 1 for all counts", () =>
    holds(
      fc.property(fc.nat(200_000), fc.nat(5000), (passages, holders) => {
        const share = likelihoodFor(passages, Math.min(passages, holders));
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    ));
});

/** A lone surrogate: half of a character that takes two UTF-16 units. */
const HALF = /\p{Cs}/u;

describe("the most relevant excerpt of a text", () => {
  const tells = new Map([
    ["portfolio", 1],
    ["zotero", 5],
    ["deadlin", 3],
  ]);
  const around = "Something else was said about nothing in particular here. ".repeat(4);

  test("is the whole text on one line if the text is short", () =>
    expect(tellingPart(" The portfolio\n\n  is done. ", tells, 40)).toBe("The portfolio is done."));

  test("begins with the sentence that contains the terms of the highest weight", () => {
    const text = `${around}My portfolio is long. The deadline for Zotero is Friday. ${around}`;
    expect(tellingPart(text, tells, 60)).toMatch(/^….*The deadline for Zotero is Friday\..*…$/);
  });

  test("contains these terms even if their sentence is too long", () => {
    const text = `${"and then we talked on ".repeat(9)}until the deadline that Zotero has ${"came up again ".repeat(9)}`;
    const part = tellingPart(text, tells, 70);
    expect(part).toMatch(/^….*deadline that Zotero.*…$/);
    expect(part).not.toMatch(/^…\S*ed on/);
  });

  test("is found in scripts without spaces", () => {
    const asked = new Map(wordsOf("数据库").map((word) => [word, 1]));
    const text = `${"今天天气很好我们去公园散步".repeat(8)}数据库在端口上运行${"晚上吃饭以后回家睡觉".repeat(8)}`;
    expect(tellingPart(text, asked, 60)).toContain("数据库");
  });

  test("is the beginning of the text if no term occurs", () =>
    expect(tellingPart(around, new Map(), 40)).toMatch(/^Something else was said about .*…$/));

  test("never exceeds the limit and cuts no character in two", () =>
    holds(
      fc.property(fc.array(anyText, { maxLength: 12 }), fc.integer({ min: 8, max: 220 }), (texts, max) => {
        const text = texts.join(" ");
        const some = new Map(wordsOf(texts.at(-1) ?? "").map((word, i) => [word, 1 + i]));
        const part = tellingPart(text, some, max);
        expect(part.length).toBeLessThanOrEqual(max);
        if (!HALF.test(text)) expect(part).not.toMatch(HALF);
      }),
    ));
});

const DAYS = ["Monday", "Tuesday", "Friday", "Sunday", "payday", "Christmas"];
const TALK = "we went over a great many other things that day as one does ".repeat(3);

/** The quotes of a bundle's recall block, best first. */
async function quoted(deps: TestMemory, query: string): Promise<string[]> {
  const { bundle } = await buildBundle(deps, "context", { query });
  const lines = bundle.blocks.find(({ name }) => name === "recall")?.lines ?? [];
  return lines.map((line) => line.slice(3, line.lastIndexOf('" [')));
}

test("the first three hits are quoted at length, the others by a short excerpt", async () => {
  const deps = await testMemory();
  for (const day of DAYS) await deps.turn(`${TALK} and the portfolio layout changed on ${day} ${TALK}`, day);
  const said = await quoted(deps, QUESTION);
  expect(said).toHaveLength(6);
  for (const [i, text] of said.entries()) {
    expect(text).toContain("portfolio layout changed");
    expect(text.length).toBeLessThanOrEqual(i < 3 ? LINE_MAX : 110);
    if (i < 3) expect(text.length).toBeGreaterThan(110);
  }
});

test("a statement is quoted whole, at any rank", async () => {
  const deps = await testMemory();
  const texts = DAYS.map(
    (day) =>
      `The portfolio layout changes on ${day} and not before, ${"so that the others can read it, ".repeat(3)}`,
  );
  for (const text of texts) await deps.item("fact", text.trim());
  const said = await quoted(deps, QUESTION);
  expect(said.length).toBeGreaterThan(3);
  for (const text of said) expect(texts.map((each) => each.trim())).toContain(text);
});
