import { expect, test } from "vitest";
import { readCorpus } from "./corpus/read-corpus.ts";
import { examplesOf } from "./fit-examples.ts";
import { fitsOf, statementWeights } from "./fit-model.ts";
import { linkExamples } from "./link-examples.ts";
import { amendmentWeights, linkWeights } from "./link-model.ts";
import { corpusHash, weightsText } from "./weights-file.ts";

/** A few dialogues, so that fitting is fast enough for a test. */
const FILES = ["00-example.txt", "30-amended-settled.txt"];
const small = readCorpus("dev", FILES);
const origin = {
  command: "npm test -- bench/refit.test.ts -u",
  corpus: corpusHash(FILES.map((file) => `dev/${file}`)),
  scores: {},
};

// A changed feature changes these weights and fails the test. The shipped weights were fitted to the old
// feature.
test("fitting the statement weights again gives the same weights", async () => {
  const told = examplesOf(small);
  const fits = { said: fitsOf(told, "said"), answered: fitsOf(told, "answered") };
  await expect(weightsText({ ...origin, ...statementWeights(fits) })).toMatchFileSnapshot(
    "../test/golden/refit-statements.json",
  );
});

test("fitting the amendment weights again gives the same weights", async () => {
  const { plain, crowded } = await linkExamples(small);
  const fitted = amendmentWeights(linkWeights([...plain, ...crowded]));
  await expect(weightsText({ ...origin, ...fitted })).toMatchFileSnapshot(
    "../test/golden/refit-amendments.json",
  );
});
