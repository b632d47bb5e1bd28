import { expect, test } from "vitest";
import { threadLeads } from "../../src/core/threads/thread.ts";

test("statements that all lead to each other are followed a few times each, not along every path", () => {
  const count = 14;
  const keyOf = (turn: number): string => `turn@${turn}`;
  const turns = Array.from({ length: count }, (_, i) => i + 1);
  const later = new Map(
    turns.map((turn) => [
      keyOf(turn),
      turns.filter((other) => other > turn).map((other) => ({ turn: other, score: 0.9 })),
    ]),
  );
  let looked = 0;
  const counted = {
    get: (key: string) => {
      looked++;
      return later.get(key);
    },
  };
  const leadOf = threadLeads({ later: Object.assign(new Map(later), counted), items: new Map() });
  expect(leadOf({ key: keyOf(1), at: 1 })?.turn?.turn).toBe(count);
  expect(looked).toBeLessThan(count * 10);
});
