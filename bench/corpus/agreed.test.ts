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

test("what both would keep counts, as either kind and in either's words", () => {
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
  ["left out by the second", [label("use pnpm")], []],
  ["left out by the first", [], [label("use pnpm")]],
  ["doubted by one", [label("use pnpm")], [label("use pnpm", { isMaybe: true })]],
])("what is %s may be kept or not", (_, first, second) => {
  const { labels } = agreedOf(reading(first), reading(second));
  expect(labels.map(({ isMaybe }) => isMaybe)).toEqual([true]);
});

test("the same words of another turn are another statement", () => {
  const { labels } = agreedOf(reading([label("use pnpm")]), reading([label("use pnpm", { anchors: [2] })]));
  expect(labels.map(({ isMaybe }) => isMaybe)).toEqual([true, true]);
});

test("one label stands for one: the second half of what the other took as a whole may be kept or not", () => {
  const { labels } = agreedOf(
    reading([label("port 80"), label("and tls off")]),
    reading([label("port 80 and tls off")]),
  );
  expect(labels.map(({ isMaybe }) => isMaybe)).toEqual([false, true]);
});

test("an amendment counts where both say which statement it changes, by whatever names", () => {
  const first = [label("port 80", { name: "d1" }), label("port 81", { anchors: [2], amends: "d1" })];
  const second = [label("port 80", { name: "p" }), label("port 81", { anchors: [2], amends: "p" })];
  const [, both] = agreedOf(reading(first), reading(second)).labels;
  expect(both).toMatchObject({ amends: "d1", mayAmend: false });
  const alone = [label("port 80"), label("port 81", { anchors: [2] })];
  const [, one] = agreedOf(reading(first), reading(alone)).labels;
  expect(one).toMatchObject({ amends: "d1", mayAmend: true, isMaybe: false });
});

test("a conflict that one reader sees is neither right nor wrong", () => {
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
