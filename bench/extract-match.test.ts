import { expect, test } from "vitest";
import { labelLike as label } from "./corpus/label-like.ts";
import type { Label } from "./corpus/read-corpus.ts";
import { type Kept, matchedTo } from "./extract-match.ts";

const kept = (id: string, whole: string, more: Partial<Kept> = {}): Kept => ({
  id,
  kind: "decision",
  isCandidate: false,
  text: whole,
  whole,
  evidence: [7],
  confidence: 1,
  ...more,
});

/** The unit id for each label, then the ids of wrong and of repeated units. */
function match(labels: readonly Label[], given: readonly Kept[]): unknown {
  const { byLabel, wrong, repeated } = matchedTo({ labels }, given, new Map([[1, 7]]));
  const ids = (list: readonly Kept[]): string[] => list.map(({ id }) => id);
  return [labels.map((each) => byLabel.get(each)?.id), ids(wrong), ids(repeated)];
}

test.each<readonly [string, readonly Label[], readonly Kept[], unknown]>([
  ["a literal quote matches", [label("use pnpm")], [kept("a", "ok, use pnpm then")], [["a"], [], []]],
  [
    "half of the quote's words match",
    [label("the queue holds ten jobs")],
    [kept("a", "ten jobs in the queue")],
    [["a"], [], []],
  ],
  [
    "less than half of the words does not match",
    [label("the queue holds ten jobs")],
    [kept("a", "a queue")],
    [[undefined], ["a"], []],
  ],
  [
    "another kind does not match",
    [label("use pnpm", { kinds: ["fact"] })],
    [kept("a", "use pnpm")],
    [[undefined], ["a"], []],
  ],
  [
    "another turn does not match",
    [label("use pnpm")],
    [kept("a", "use pnpm", { evidence: [8] })],
    [[undefined], ["a"], []],
  ],
  [
    "a trap matches by its alternative, whatever its turn",
    [label("the port is taken", { kinds: ["trap"], instead: "--port 81" })],
    [kept("a", "serve: in use", { kind: "trap", instead: "serve --port 81", evidence: [8] })],
    [["a"], [], []],
  ],
  [
    "a second unit with the same text is a repetition",
    [label("use pnpm")],
    [kept("a", "use pnpm"), kept("b", "use pnpm")],
    [["a"], [], ["b"]],
  ],
  [
    "a unit that fits two labels matches the required one",
    [label("use pnpm", { isMaybe: true }), label("use pnpm")],
    [kept("a", "use pnpm")],
    [[undefined, "a"], [], []],
  ],
  [
    "text without spaces is compared by pairs of characters",
    [label("导出格式用csv")],
    [kept("a", "格式用csv")],
    [["a"], [], []],
  ],
])("%s", (_, labels, given, expected) => expect(match(labels, given)).toEqual(expected));
