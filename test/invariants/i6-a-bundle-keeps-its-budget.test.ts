import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Bundle,
  type BundleSection,
  type BundleWithFates,
  fillBundle,
} from "../../src/core/bundle/bundle.ts";
import { compose } from "../../src/core/bundle/compose.ts";
import { INTENTS, kindsOf, PRESSURES } from "../../src/core/bundle/intent.ts";
import { joinStatements } from "../../src/core/bundle/join-statements.ts";
import { countTokens } from "../../src/core/bundle/tokens.ts";
import { scenario } from "../scenarios/scenario.ts";
import { anyBudget, anyLive, anyMaterial, anyText, BRIEF_KINDS, briefOf } from "../support/bundles.ts";
import { holds } from "../support/property.ts";

function keeps(bundle: Bundle, limits: { tokens: number; characters: number }, total: number): void {
  expect(bundle.tokens).toBe(bundle.text === "" ? 0 : countTokens(bundle.text));
  expect(bundle.tokens).toBeLessThanOrEqual(limits.tokens);
  expect(bundle.text.length).toBeLessThanOrEqual(limits.characters);
  const shown = bundle.blocks.reduce((sum, { lines }) => sum + lines.length, 0);
  const left = bundle.left_out.reduce((sum, { count }) => sum + count, 0);
  expect(shown + left).toBe(total);
  for (const { name, left_out } of bundle.blocks) {
    expect(bundle.left_out.find(({ block }) => block === name)?.count ?? 0).toBe(left_out);
  }
  for (const { lines } of bundle.blocks) for (const line of lines) expect(bundle.text).toContain(`${line}\n`);
}

test("a brief stays within its token and character budgets, and its shown and omitted counts add up", () =>
  holds(
    fc.property(fc.tuple(...BRIEF_KINDS.map(anyLive)), anyBudget, (items, limits) => {
      // A statement that another line already contains counts neither as shown nor as left out.
      const { live } = joinStatements(items, { isApart: () => false, threads: new Map() });
      const total = live.reduce((sum, one) => sum + one.total, 0);
      const bundle = briefOf(items, limits);
      keeps(bundle, limits, total);
      if (bundle.left_out.length > 0 && bundle.text !== "") {
        const said = [...bundle.text.matchAll(/(\d+) of [a-z]+/g)].map(([, count]) => Number(count));
        expect(bundle.text).toContain("Left out for space: ");
        for (const { count } of bundle.left_out) expect(said).toContain(count);
      }
      if (total === 0) expect(bundle).toEqual({ text: "", blocks: [], left_out: [], tokens: 0 });
    }),
    300,
  ));

test("every intent under every pressure stays within the budget, and every line is accounted for", () => {
  const given = fc.constantFrom(...INTENTS).chain((intent) =>
    fc.record({
      intent: fc.constant(intent),
      material: anyMaterial(kindsOf(intent)),
      budget: anyBudget,
      pressure: fc.constantFrom(...PRESSURES),
      isFallback: fc.boolean(),
    }),
  );
  return holds(
    fc.property(given, ({ intent, material, budget, pressure, isFallback }) => {
      const { bundle, fates }: BundleWithFates = compose(intent, material, { budget, pressure, isFallback });
      expect(bundle.tokens).toBeLessThanOrEqual(budget.tokens);
      expect(bundle.text.length).toBeLessThanOrEqual(budget.characters);
      expect(bundle.tokens).toBe(bundle.text === "" ? 0 : countTokens(bundle.text));
      const shown = bundle.blocks.reduce((sum, { lines }) => sum + lines.length, 0);
      expect(fates.filter(({ fate }) => fate === "given")).toHaveLength(shown);
      const isDropped = isFallback && pressure !== "none";
      expect(fates.some(({ block, fate }) => block === "recall" && fate === "given") && isDropped).toBe(
        false,
      );
      if (!isDropped) expect(fates.some(({ fate }) => fate === "pressure")).toBe(false);
      const again = compose(intent, material, { budget, pressure, isFallback });
      expect(again.bundle.text).toBe(bundle.text);
    }),
    300,
  );
});

test("any sections under any frame stay within the budget", () => {
  const section = (name: string): fc.Arbitrary<BundleSection> =>
    fc
      .tuple(
        fc.array(anyText, { maxLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([texts, lines, share]) => ({
        name,
        title: name,
        lines: texts.map((text, i) => ({ id: `${name}_${i}`, text: () => text.replace(/\s+/gu, " ") })),
        total: texts.length,
        cap: { lines, share },
      }));
  const sections = fc.tuple(section("one"), section("two"), section("three"));
  const frame = { head: "Head", leftOut: (counts: Bundle["left_out"]) => `Left: ${JSON.stringify(counts)}` };
  return holds(
    fc.property(sections, anyBudget, (given, limits) => {
      const total = given.reduce((sum, { lines }) => sum + lines.length, 0);
      keeps(fillBundle(given, limits, frame).bundle, limits, total);
    }),
    300,
  );
});

scenario("bundle.caps", () => {
  const section = (name: string, lines: number): BundleSection => ({
    name,
    title: name,
    lines: Array.from({ length: lines }, (_, i) => ({
      id: `${name}_${i}`,
      text: () => `- ${name} number ${i} says something`,
    })),
    total: lines,
    cap: { lines: 4, share: 0.3 },
  });
  const frame = { head: "Head", leftOut: () => "Some are left out." };
  const budget = { tokens: 220, characters: 9500 };
  const { bundle, fates } = fillBundle(
    [section("first", 50), section("second", 50), section("third", 2)],
    budget,
    frame,
  );
  const counts = Object.fromEntries(bundle.blocks.map(({ name, lines }) => [name, lines.length]));
  expect(counts).toMatchObject({ second: 4, third: 2 });
  // The rest of the budget goes to the first section that can use it.
  expect(counts.first).toBeGreaterThan(4);
  expect(fates.find(({ id }) => id === "second_4")?.fate).toBe("cap");
});
