import { expect, test } from "vitest";
import { conceptsAsked, conceptsOf } from "../../src/core/lexicon/lexicon.ts";
import { CONCEPT_TABLES } from "../../src/core/lexicon/table-text.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import { isEmptyWord } from "../../src/core/recall/query/asking-words.ts";

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
