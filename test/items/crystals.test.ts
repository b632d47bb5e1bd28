import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "../../src/core/items/item.ts";
import { UNIT_KIND_NAMES } from "../../src/core/items/kinds.ts";
import { CRYSTAL_MAX, compileCrystal } from "../../src/core/topics/crystal.ts";
import { scenario } from "../scenarios/scenario.ts";
import { unit } from "../support/units.ts";

const RUNS = process.env.TIDEMARK_LONG === "1" ? 2000 : 200;

const numbered = (count: number, fields: Partial<Item> = {}): Item[] =>
  Array.from({ length: count }, (_, i) =>
    unit(`Statement ${i}.`, { id: `dec_${i}`, topic: "cache", ...fields }),
  );

describe("a crystal", () => {
  scenario("crystals.minimum", () => {
    expect(compileCrystal("cache", numbered(3))).toBeUndefined();
    expect(compileCrystal("cache", numbered(4))?.cites).toHaveLength(4);
    expect(compileCrystal("cache", numbered(4), { minUnits: 5 })).toBeUndefined();
    expect(compileCrystal("cache", numbered(1), { minUnits: 1 })?.cites).toEqual(["dec_0"]);
    expect(compileCrystal("cache", [], { minUnits: 0 })).toBeUndefined();
    expect(compileCrystal("cache", numbered(6, { topic: "other" }))).toBeUndefined();
    expect(compileCrystal("cache", numbered(6, { status: "superseded" }))).toBeUndefined();
    expect(compileCrystal("cache", numbered(6, { removed: true }))).toBeUndefined();
  });

  scenario("crystals.cites", () => {
    const units = [...numbered(4), unit("First line\nsecond line", { id: "dec_9", topic: "Cache " })];
    const crystal = compileCrystal("cache", units);
    expect(crystal?.text.split("\n")).toEqual([
      "- Statement 0. [dec_0]",
      "- Statement 1. [dec_1]",
      "- Statement 2. [dec_2]",
      "- Statement 3. [dec_3]",
      "- First line … [dec_9]",
    ]);
    expect(crystal?.cites).toEqual(["dec_0", "dec_1", "dec_2", "dec_3", "dec_9"]);
    expect(crystal?.left_out).toBe(0);
  });

  scenario("crystals.order", () => {
    const topic = "cache";
    const units = [
      unit("late", { id: "1", topic, confidence: 0.8, last_seen_at: "2026-03-01T00:00:00.000Z" }),
      unit("a guess", { id: "2", topic, kind: "hypothesis", confidence: 1 }),
      unit("early", { id: "3", topic, confidence: 0.8, last_seen_at: "2026-02-01T00:00:00.000Z" }),
      unit("sure", { id: "4", topic, confidence: 0.9 }),
      unit("bites", { id: "5", topic, kind: "trap" }),
      unit("must hold", { id: "6", topic, kind: "constraint" }),
    ];
    expect(compileCrystal(topic, units)?.cites).toEqual(["6", "4", "1", "3", "5", "2"]);
  });

  scenario("crystals.bounded", () => {
    const crystal = compileCrystal(
      "cache",
      numbered(200).map((each) => ({ ...each, text: `${each.text} ${"long ".repeat(80)}` })),
    );
    expect(crystal?.text.length).toBeLessThanOrEqual(CRYSTAL_MAX);
    expect((crystal?.cites.length ?? 0) + (crystal?.left_out ?? 0)).toBe(200);
    expect(crystal?.left_out).toBeGreaterThan(100);
  });

  scenario("crystals.inputs", () => {
    const units = numbered(5, { evidence: [3, 4] });
    const inputs = (of: readonly Item[]): string | undefined => compileCrystal("cache", of)?.inputs;
    expect(inputs([...units].reverse())).toBe(inputs(units));
    const [first, ...rest] = units as [Item, ...Item[]];
    const others = [
      rest,
      [...units, unit("One more.", { id: "dec_x", topic: "cache" })],
      [{ ...first, evidence: [3, 4, 9] }, ...rest],
      [{ ...first, changed_at: "2026-04-01T00:00:00.000Z" }, ...rest],
    ];
    for (const other of others) expect(inputs(other)).not.toBe(inputs(units));
  });

  test("for any units it keeps within its size limit, cites only live ones and is the same each time", () => {
    const item = fc.record({
      id: fc.string({ minLength: 1, maxLength: 20, unit: "binary-ascii" }),
      kind: fc.constantFrom(...UNIT_KIND_NAMES),
      status: fc.constantFrom("active", "resolved"),
      text: fc.string({ maxLength: 400, unit: "grapheme" }),
      confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), (given) => {
        const units = given.map(({ text, ...fields }) => unit(text, { ...fields, topic: "cache" }));
        const crystal = compileCrystal("cache", units);
        const live = new Set(units.filter(({ status }) => status === "active").map(({ id }) => id));
        expect(crystal?.text.length ?? 0).toBeLessThanOrEqual(CRYSTAL_MAX);
        expect((crystal?.cites ?? []).every((id) => live.has(id))).toBe(true);
        expect(compileCrystal("cache", units)).toEqual(crystal);
      }),
      { numRuns: RUNS },
    );
  });
});
