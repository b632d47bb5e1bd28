import { describe, expect, test } from "vitest";
import type { Item } from "../../src/core/items/item.ts";
import {
  promote,
  type Restatement,
  restateItem,
  transitionItem,
  withConsequences,
} from "../../src/core/items/life.ts";
import { unit } from "../support/units.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** When the unit was last seen before the test. */
const THEN = Date.parse("2026-01-05T09:00:00.000Z");
const fact = (more: Partial<Item> = {}): Item => unit("The port is 8080", { kind: "fact", ...more });

function again(
  item: Item,
  given: { readonly [field: string]: unknown } = {},
  seen: Partial<Restatement> = {},
): Item {
  const at = THEN + DAY_MS;
  return restateItem(item, given, { at, now: at + DAY_MS, isNews: true, ...seen }).payload.item;
}

const places = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

describe("a unit that is seen again", () => {
  test.each([
    [0.6, 0.9, 0.9],
    [0.9, 0.6, 0.9],
    [0.9, undefined, 0.9],
    [undefined, 0.6, 0.6],
    [undefined, undefined, undefined],
  ])("gets the highest confidence: %s and %s", (before, confidence, after) => {
    const item = fact(before === undefined ? {} : { confidence: before });
    expect(again(item, confidence === undefined ? {} : { confidence }).confidence).toBe(after);
  });

  test.each([
    ["an older one", [4, 9], [7], [4, 7, 9]],
    ["a newer one", [4], [7, 9], [4, 7, 9]],
    ["the same", [4, 9], [9], [4, 9]],
    ["none yet", undefined, [7], [7]],
    ["none at all", undefined, [], undefined],
  ])("keeps the evidence of every sighting in the order of the tape: %s", (_, before, evidence, after) => {
    const item = fact(before === undefined ? {} : { evidence: before });
    expect(again(item, {}, { evidence }).evidence).toEqual(after);
  });

  test("keeps sixty positions of evidence, the first and the latest ones, and counts the others", () => {
    const full = again(fact({ evidence: places(1, 59) }), {}, { evidence: [60] });
    expect([full.evidence, full.evidence_left_out]).toEqual([places(1, 60), undefined]);
    const one = again(full, {}, { evidence: [61] });
    expect([one.evidence, one.evidence_left_out]).toEqual([[1, ...places(3, 59)], 1]);
    const more = again(one, {}, { evidence: [62, 63] });
    expect([more.evidence, more.evidence_left_out]).toEqual([[1, ...places(5, 59)], 3]);
  });

  test.each([
    ["later", THEN + DAY_MS, "2026-01-06T09:00:00.000Z"],
    ["earlier", THEN - DAY_MS, "2026-01-05T09:00:00.000Z"],
  ])(
    "has the latest of all times as its last sighting, also if the new time is %s",
    (_, at, last_seen_at) => {
      expect(again(fact(), {}, { at })).toMatchObject({
        last_seen_at,
        changed_at: "2026-01-07T09:00:00.000Z",
      });
    },
  );

  test.each([
    ["resolved", true, "active"],
    ["resolved", false, "resolved"],
    ["superseded", true, "superseded"],
    ["active", false, "active"],
  ])("that was %s, with isNews %s, is %s", (status, isNews, after) =>
    expect(again(fact({ status }), {}, { isNews }).status).toBe(after),
  );

  test("keeps the fields that the new statement does not set", () => {
    const item = fact({ tags: ["net"], topic: "server", source_key: "k" });
    expect(again(item, { tags: ["port"] })).toMatchObject({
      tags: ["port"],
      topic: "server",
      source_key: "k",
    });
    expect(again(item)).toMatchObject({ tags: ["net"], text: "The port is 8080" });
  });
});

test("an accepted candidate becomes a unit with its text, evidence, time and source", () => {
  const candidate = unit("Use pnpm", {
    ...{ id: "cnd_1", kind: "candidate", status: "pending", proposes: "decision", source: "auto" },
    ...{ topic: "build", rejected: ["yarn"], confidence: 0.7, evidence: [4, 7] },
    ...{ origin: "agent", source_key: "k", amends: "dec_9" },
  });
  const { subject, payload } = promote(candidate, { id: "dec_1", now: THEN + DAY_MS });
  expect([subject, payload.item]).toEqual([
    "dec_1",
    {
      ...{ id: "dec_1", kind: "decision", status: "active", text: "Use pnpm" },
      ...{ topic: "build", rejected: ["yarn"], confidence: 0.7, evidence: [4, 7] },
      ...{ origin: "agent", source_key: "k", amends: "dec_9" },
      created_at: "2026-01-05T09:00:00.000Z",
      last_seen_at: "2026-01-05T09:00:00.000Z",
      changed_at: "2026-01-06T09:00:00.000Z",
    },
  ]);
});

test("an act and its consequence refer to each other", () => {
  const over = (id: string) => transitionItem(fact({ id }), "superseded", { now: THEN });
  expect(withConsequences(over("a"), [])).toEqual([over("a")]);
  const [first, ...rest] = withConsequences(over("a"), [over("b"), over("c")]);
  expect(first?.payload).toMatchObject({ with: ["b", "c"] });
  expect(rest.map(({ payload }) => payload.because)).toEqual(["a", "a"]);
});
