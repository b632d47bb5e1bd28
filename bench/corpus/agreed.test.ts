import { expect, test } from "vitest";
import { agreedOf } from "./agreed.ts";
import { labelLike as label } from "./label-like.ts";
import type { Label, Reading } from "./read-corpus.ts";

const reading = (labels: readonly Label[], more: Partial<Reading> = {}): Reading => ({
  labels,
  conflicts: [],
  doubtful: [],
  ...more,
});

test("a statement that both readers label counts, with the kinds and quotes of both", () => {
  const { labels } = agreedOf(
    reading([label("use pnpm, not npm")]),
    reading([label("ok use pnpm", { kinds: ["preference"], anchors: [1, 2] })]),
  );
  expect(labels).toMatchObject([
    {
      kinds: ["decision", "preference"],
      anchors: [1, 2],
      quotes: ["use pnpm, not npm", "ok use pnpm"],
      isMaybe: false,
    },
  ]);
});

test.each([
  ["that the second reader left out", [label("use pnpm")], []],
  ["that the first reader left out", [], [label("use pnpm")]],
  ["that one reader doubted", [label("use pnpm")], [label("use pnpm", { isMaybe: true })]],
])("a label %s becomes optional", (_, first, second) => {
  const { labels } = agreedOf(reading(first), reading(second));
  expect(labels.map(({ isMaybe }) => isMaybe)).toEqual([true]);
});

test("the same words in another turn are another statement", () => {
  const { labels } = agreedOf(reading([label("use pnpm")]), reading([label("use pnpm", { anchors: [2] })]));
  expect(labels.map(({ isMaybe }) => isMaybe)).toEqual([true, true]);
});

test("a label pairs with one other label: if one reader splits a sentence, the second half is optional", () => {
  const { labels } = agreedOf(
    reading([label("port 80"), label("and tls off")]),
    reading([label("port 80 and tls off")]),
  );
  expect(labels.map(({ isMaybe }) => isMaybe)).toEqual([false, true]);
});

test("an amendment counts if both readers say which statement it changes, whatever names they use", () => {
  const first = [label("port 80", { name: "d1" }), label("port 81", { anchors: [2], amends: "d1" })];
  const second = [label("port 80", { name: "p" }), label("port 81", { anchors: [2], amends: "p" })];
  const [, both] = agreedOf(reading(first), reading(second)).labels;
  expect(both).toMatchObject({ amends: "d1", mayAmend: false });
  const alone = [label("port 80"), label("port 81", { anchors: [2] })];
  const [, one] = agreedOf(reading(first), reading(alone)).labels;
  expect(one).toMatchObject({ amends: "d1", mayAmend: true, isMaybe: false });
});

test("a conflict that only one reader labels counts neither as right nor as wrong", () => {
  const first = [label("port 80", { name: "a" }), label("port 81", { anchors: [2], name: "b" })];
  const second = [label("port 80", { name: "x" }), label("port 81", { anchors: [2], name: "y" })];
  const same = agreedOf(
    reading(first, { conflicts: [["a", "b"]] }),
    reading(second, { conflicts: [["y", "x"]] }),
  );
  expect(same).toMatchObject({ conflicts: [["a", "b"]], doubtful: [] });
  const alone = agreedOf(reading(first), reading(second, { conflicts: [["x", "y"]] }));
  expect(alone).toMatchObject({ conflicts: [], doubtful: [["a", "b"]] });
});
