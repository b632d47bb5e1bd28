import { expect, test } from "vitest";
import { conceptsAsked, conceptsOf } from "../../src/core/lexicon/lexicon.ts";
import { CONCEPT_TABLES } from "../../src/core/lexicon/table-text.ts";
import { wordsIn } from "../../src/core/recall/index/passage.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import { isEmptyWord } from "../../src/core/recall/query/asking-words.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { relatedTerms } from "../../src/core/recall/score/concepts.ts";
import { rank } from "../../src/core/recall/score/score.ts";
import { passagesFor, WEIGHTS } from "../support/passages.ts";

const lines = CONCEPT_TABLES.flatMap((table) => table.trim().split("\n"));

/** A lookup uses the first letters of a word, so a phrase could be missed because of its spelling. */
test("every phrase of the table is recognised as its concept", () => {
  const missed = lines.flatMap((line) => {
    const [, name = "", asked = "", names = ""] = /^([^:]+):([^=]*)(?:=(.*))?$/.exec(line) ?? [];
    const speaks = (phrase: string): boolean =>
      [...conceptsOf(phrase), ...conceptsAsked(wordsOf(phrase)).map((one) => one.name)].includes(name);
    // A name whose words are all stop words does not count.
    const isTelling = (phrase: string): boolean => wordsOf(phrase).some((word) => !isEmptyWord(word));
    const phrases = [name, ...asked.split(","), ...names.split(",").filter(isTelling)];
    return phrases
      .map((phrase) => phrase.trim().replace(/^[?~]/, ""))
      .filter((phrase) => phrase !== "" && !speaks(phrase));
  });
  expect(missed).toEqual([]);
});

test.each([
  ["PostgreSQL", "database"],
  ["googlecloud", "hosting"],
])("the text %s speaks of the concept %s", (text, concept) => {
  expect(conceptsOf(text)).toContain(concept);
});

test.each([
  ["at what time is the tally", "working hours"],
  ["wann läuft der Import los", "working hours"],
  ["why is the tally off", "failure"],
])("a phrase names its concept although some of its words tell nothing alone: %s", (asked, concept) => {
  expect(readQuestion(asked).concepts.map(({ name }) => name)).toContain(concept);
});

/** The concept's part of the score of the first text. */
function conceptPart(asked: string, texts: readonly string[]): number {
  const passages = passagesFor(texts.map((text) => ({ text })));
  const question = readQuestion(asked);
  const holders = new Map(
    [...question.terms, ...relatedTerms(question).keys()].map((term) => [
      term,
      passages.filter((one) => wordsIn(one).includes(term)).length,
    ]),
  );
  const corpus = { passages: passages.length, words: 50, holders };
  const found = rank(question, passages, { corpus, weights: WEIGHTS });
  return found.find(({ key }) => key === "turn@1")?.parts.concept ?? 0;
}

test("a concept is as rare as the passages that mention it, however many of its names one of them has", () => {
  const told = ["use sqs for them", "the weather was fine", "lunch is at noon", "the board likes it"];
  const one = conceptPart("which queue at lunch", [...told, "kafka was too much work"]);
  const many = conceptPart("which queue at lunch", [
    ...told,
    "kafka, rabbitmq, nats, celery were too much work",
  ]);
  expect(one).toBeGreaterThan(0);
  expect(many).toBeCloseTo(one, 10);
});
