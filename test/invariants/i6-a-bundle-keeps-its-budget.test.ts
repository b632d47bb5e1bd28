import fc from "fast-check";
import { expect, test } from "vitest";
import { BRIEF_KINDS, brief, type LiveItems } from "../../src/core/bundle/brief.ts";
import { type Bundle, fillBundle, type Section } from "../../src/core/bundle/bundle.ts";
import { countTokens } from "../../src/core/bundle/tokens.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { holds } from "../support/property.ts";

const NOW = Date.parse("2030-01-01T09:00:00Z");
const AT = "2029-12-31T09:00:00.000Z";

const text = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.constantFrom(
    "We build with pnpm",
    "数据库在端口上运行".repeat(20),
    "x".repeat(500),
    "🦀".repeat(150),
    "<b>&</b>\n\u001b[2J",
  ),
);

const row = (kind: KindName) =>
  fc.record({ text, number: fc.integer({ min: 1, max: 999 }), expires: fc.boolean() }).map(
    ({ text, number, expires }): ItemRow => ({
      id: `${kindOf(kind).prefix}_${number}`,
      kind,
      status: kindOf(kind).initial,
      text,
      created_at: AT,
      last_seen_at: AT,
      changed_at: AT,
      label: `${kindOf(kind).prefix}#${number}`,
      created_by: "ana",
      changed_by: "ana",
      position: number,
      ...(expires ? { expires_at: AT } : {}),
    }),
  );

/** Some items of a kind, and perhaps more that were not even read. */
const liveOf = (kind: KindName): fc.Arbitrary<LiveItems> =>
  fc
    .tuple(fc.array(row(kind), { maxLength: 8 }), fc.nat(500))
    .map(([items, unread]) => ({ kind, items, total: items.length === 0 ? 0 : items.length + unread }));

const live = fc.tuple(...BRIEF_KINDS.map(liveOf));
const budget = fc.record({
  tokens: fc.integer({ min: 1, max: 1500 }),
  characters: fc.integer({ min: 1, max: 9500 }),
});

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

test("a brief stays within its tokens and characters, and what it shows and leaves out add up", () =>
  holds(
    fc.property(live, budget, (items, limits) => {
      const total = items.reduce((sum, one) => sum + one.total, 0);
      const bundle = brief(items, limits, NOW);
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

test("any sections under any frame stay within the budget", () => {
  const section = (name: string): fc.Arbitrary<Section> =>
    fc.array(text, { maxLength: 6 }).map((lines) => ({ name, title: name, lines, total: lines.length }));
  const sections = fc.tuple(section("one"), section("two"), section("three"));
  const frame = { head: "Head", leftOut: (counts: Bundle["left_out"]) => `Left: ${JSON.stringify(counts)}` };
  return holds(
    fc.property(sections, budget, (given, limits) => {
      const total = given.reduce((sum, { lines }) => sum + lines.length, 0);
      keeps(fillBundle(given, limits, frame), limits, total);
    }),
    300,
  );
});
