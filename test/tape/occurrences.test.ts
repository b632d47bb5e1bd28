import fc from "fast-check";
import { expect, test } from "vitest";
import { createOccurrences } from "../../src/core/tape/occurrences.ts";
import { holds } from "../support/property.ts";

test("the counts of texts equal those of a map", () =>
  holds(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 300 }), (texts) => {
      const counted = createOccurrences();
      const seen = new Map<string, number>();
      for (const text of texts) {
        const before = seen.get(text) ?? 0;
        seen.set(text, before + 1);
        expect(counted.next(text)).toBe(before);
      }
    }),
  ));

test("counts stay right when the table grows", () => {
  const counted = createOccurrences();
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 50_000; i++) if (counted.next(`text ${i}`) !== round) throw new Error(`text ${i}`);
  }
});
