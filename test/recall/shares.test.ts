import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsIn } from "../../src/core/recall/index/passage.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { averageOf } from "../../src/core/recall/score/matches.ts";
import { termOccurrences } from "../../src/core/recall/score/term-occurrences.ts";
import { termWeights } from "../../src/core/recall/score/term-weights.ts";
import { passagesFor, ranked, type Said } from "../support/passages.ts";
import { holds } from "../support/property.ts";

/** The share of each word of a question, for these texts in a store of `passages` passages. */
function sharesAmong(asked: string, texts: readonly string[], passages = 1000): Map<string, number> {
  const question = readQuestion(asked);
  const candidates = passagesFor(texts.map((text) => ({ text })));
  const words = [...question.weights.keys()];
  const holders = new Map(
    question.terms.map((term) => [term, candidates.filter((each) => wordsIn(each).includes(term)).length]),
  );
  const seen = termOccurrences(candidates, new Map(words.map((word, place) => [word, place])));
  const { shares } = termWeights(question, seen, { passages, words: passages * 10, holders });
  return new Map(words.map((word, place) => [word, shares[place] ?? 0]));
}

const ASKED = "evelyn hugo nightingale";
test.each([
  ["one thing", "less", ["evelyn hugo", "hugo evelyn", "nightingale", "a nightingale"]],
  ["two things", "as much", ["evelyn", "hugo", "evelyn again", "hugo again", "nightingale", "a nightingale"]],
])("words that name %s count %s", (_, how, texts) => {
  const shares = sharesAmong(ASKED, texts);
  const [evelyn = 0, hugo = 0, other = 0] = wordsOf(ASKED).map((word) => shares.get(word));
  expect(evelyn).toBeCloseTo(hugo);
  if (how === "less") expect(evelyn).toBeLessThan(0.9 * other);
  else expect(evelyn).toBeCloseTo(other);
  // Together, the two words still count more than the other word.
  expect(evelyn + hugo).toBeGreaterThan(other);
});

const MANY = "red orange yellow green blue violet pink brown black white grey";
test.each([
  ["a long", "less", `${MANY} django proxy`],
  ["a short", "no less", "django proxy"],
])("in %s question, a word that most candidates contain counts %s than a rare one", (_, how, asked) => {
  const texts = [...MANY.split(" ").map((colour) => `django ${colour}`), "proxy", "the proxy", "a proxy"];
  const shares = sharesAmong(asked, texts, 1_000_000);
  const [common = 0, rare = 0] = ["django", "proxi"].map((word) => shares.get(word));
  // In a store of this size both words are rare.
  if (how === "less") expect(common).toBeLessThan(0.5 * rare);
  else expect(common).toBeGreaterThan(0.75 * rare);
});

test("the shares of the words of any question sum to 1 if the texts contain any of them", () =>
  holds(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 600 }),
      fc.array(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 }), { minLength: 1 }),
      (asked, texts) => {
        const textOf = (numbers: readonly number[]): string => numbers.map((n) => `word${n}x`).join(" ");
        const shares = [...sharesAmong(textOf(asked), texts.map(textOf)).values()];
        expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
        const all = shares.reduce((sum, share) => sum + share, 0);
        const isHeld = texts.flat().some((n) => asked.includes(n));
        expect(all).toBeCloseTo(isHeld ? 1 : 0);
      },
    ),
    100,
  ));

test("a long question counts how many of its words a passage has, a short one also how often", () => {
  const often = "proxy proxy proxy proxy proxy";
  const many = "proxy cable socket server laptop";
  const part = (asked: string, text: string): number =>
    ranked(asked, [{ text: often }, { text: many }]).find(
      ({ passage }) => passage.words === wordsOf(text).join(" "),
    )?.parts.words ?? 0;
  const [short, long] = ["proxy", `proxy ${MANY}`];
  const gainOf = (asked: string): number => part(asked, often) / part(asked, many);
  expect(gainOf(short)).toBeGreaterThan(1.05 * gainOf(long));
});

test("length does not count among short turns; among long turns a shorter one counts more", () => {
  expect(averageOf({ words: 80, passages: 10 })).toBe(averageOf({ words: 300, passages: 10 }));
  expect(averageOf({ words: 1200, passages: 10 })).toBe(120);
});

test.each([
  ["Can you suggest a hotel for my trip to Miami?", "hotel", "miami"],
  ["Could you please recommend a logging library that works with workers?", "librari", "worker"],
  ["Please recommend a test runner, we use npm workspaces", "runner", "workspac"],
  ["would you also suggest some linters when I write Go?", "linter", "write"],
])("in the question %s, %s counts twice as much as %s", (asked, sought, other) => {
  const { weights } = readQuestion(asked);
  expect(weights.get(sought)).toBe(2 * (weights.get(other) ?? 0));
});

test.each([
  "Which hotel did Ann recommend to Ben in Miami?",
  "How would you suggest I reach the hotel in Miami?",
  "the hotel that you suggested in Miami",
])("%s is not a question for advice", (asked) => {
  const { weights, terms } = readQuestion(asked);
  expect(weights.get("hotel")).toBe(weights.get("miami"));
  expect(terms).not.toContain("suggest");
});

const wish = (text: string): number => ranked("How should I format code?", [{ text }])[0]?.parts.answer ?? 0;

test.each([
  ["Always format code with tabs", true],
  ["Please never format code by hand", true],
  ["We always format code before a commit", true],
  ["I prefer to format code with tabs", true],
  ["I've always wanted to format code", false],
  ["I have never tried to format code", false],
  ["There's always somebody who wants to format code", false],
  ["It is never easy to format code", false],
])("%s is a standing wish: %s", (text, isStanding) => {
  if (isStanding) expect(wish(text)).toBeGreaterThan(0);
  else expect(wish(text)).toBe(0);
});

const MANNER =
  "I am planning a trip to PLACE and I was wondering if you could recommend some must see sights and trails in the area. By the way, I just got back from";
const visit = (place: string, told: string): Said => ({ text: `${MANNER.replace("PLACE", place)} ${told}` });

test.each<[string, string, Said, Said, number]>([
  [
    "a newer statement in the same words replaces the older one",
    "where is the retry budget of the importer kept?",
    { text: "The retry budget of the importer is kept in the settings" },
    { text: "The retry budget of the importer is kept in the database" },
    0,
  ],
  [
    "two stories in the same style are both kept",
    "which trip was it?",
    visit("Utah", "a week of driving through deep canyons together with my old parents and their small dog"),
    visit("Maine", "five days of fishing by the cold lakes where our uncle Henry rents out wooden boats"),
    1,
  ],
])("%s", (_, asked, older, newer, fresh) => {
  const hits = ranked(asked, [older, newer, { text: "nothing of it" }]);
  const [first, second] = ["turn@1", "turn@2"].map((key) => hits.find((hit) => hit.key === key)?.parts);
  expect(first?.recency === 0).toBe(fresh === 0);
  expect(second?.recency).toBeGreaterThan(0);
});
