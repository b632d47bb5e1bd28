import { expect } from "vitest";
import { conceptsOf } from "../../src/core/lexicon/lexicon.ts";
import { wordsIn } from "../../src/core/recall/index/passage.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { relatedTerms } from "../../src/core/recall/score/concepts.ts";
import { rank } from "../../src/core/recall/score/score.ts";
import { passagesFor, type Said, WEIGHTS } from "../support/passages.ts";
import { scenario } from "./scenario.ts";
import { stage } from "./stage.ts";

/** Ranks texts like a store, which also counts how many passages hold related words. */
function texts(asked: string, said: readonly Said[]): string[] {
  const passages = passagesFor(said);
  const question = readQuestion(asked);
  const terms = [...question.terms, ...relatedTerms(question).keys()];
  const holders = new Map(
    terms.map((term) => [term, passages.filter((one) => wordsIn(one).includes(term)).length]),
  );
  const words = passages.reduce((sum, one) => sum + wordsIn(one).length, 0);
  const corpus = { passages: passages.length, words, holders };
  return rank(question, passages, { corpus, weights: WEIGHTS }).map(
    ({ passage }) => said[passage.position - 1]?.text ?? "",
  );
}

const SMALL_TALK: readonly Said[] = [
  { text: "the weather was fine all weekend" },
  { text: "lunch is at noon in the big kitchen" },
  { text: "the report for the board looks good" },
];

scenario("lexicon.other-words", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "pnpm for everything here", kind: "decision" });
  await on.call("remember", { text: "use sqs for them", kind: "decision" });
  await on.call("remember", { text: "The office closes at six" });
  const first = async (query: string) => (await on.call("recall", { query })).hits[0];
  const found = await first("package manager");
  expect(found?.text).toBe("pnpm for everything here");
  expect(found?.parts).toHaveProperty("concept");
  expect((await first("which queue do we use"))?.text).toBe("use sqs for them");
});

scenario("lexicon.exact-first", () => {
  const said = [
    { text: "kafka carries all of it now" },
    { text: "the queue carries all of it now" },
    ...SMALL_TALK,
  ];
  expect(texts("what about the queue", said).slice(0, 2)).toEqual([
    "the queue carries all of it now",
    "kafka carries all of it now",
  ]);
});

scenario("lexicon.languages", () => {
  const asked = [
    ...["database", "Datenbank", "base de datos", "base de données", "banca dati", "banco de dados"],
    ...["база данных", "数据库", "データベース", "데이터베이스"],
  ];
  for (const words of asked) expect(conceptsOf(words), words).toContain("database");
  expect(conceptsOf("we moved to postgres")).toContain("database");
});

scenario("lexicon.compounds", () => {
  const forms = ["expo-router", "expo router", "exporouter", "ExpoRouter"];
  for (const form of forms) expect(conceptsOf(`${form} it is`), form).toContain("routing");
});

scenario("lexicon.asked-before", () => {
  const asked = "which framework builds the extension";
  const said: Said[] = [
    { text: "the extension is built with wxt", session: "one" },
    { text: "Done, the manifest is written.", role: "assistant", session: "one" },
    { text: asked, session: "two" },
    ...SMALL_TALK,
  ];
  expect(texts(asked, said)[0]).toBe("the extension is built with wxt");
});

scenario("lexicon.short-amendment", () => {
  const cases = [
    ["what is allowed in src/legacy", "src/legacy is free again"],
    ["how should parseAmount treat blanks", "parseAmount throws now"],
    ["why does port 2222 refuse connections", "2222 is closed"],
  ] as const;
  for (const [asked, answer] of cases) {
    const earlier = SMALL_TALK.map(({ text }) => ({
      text: `${text}, what is allowed and how it should connect`,
    }));
    expect(texts(asked, [...earlier, ...SMALL_TALK, { text: answer }]).slice(0, 5), asked).toContain(answer);
  }
});
