import { expect, test } from "vitest";
import { recall } from "../../src/app/recall/recall.ts";
import { testWorld } from "../support/world.ts";

type SpokenTurn = readonly ["user" | "assistant", string];

async function recalledAfter(turns: readonly SpokenTurn[], query: string): Promise<string[]> {
  const world = await testWorld();
  await world.put(
    ...turns.map(([role, text]) => ({ type: "turn.recorded", session: "s1", payload: { role, text } })),
  );
  return (await recall(world, { query, k: 5 })).hits.map(({ text }) => text);
}

test("what a person asked is told with the answer and the choice", async () => {
  const hits = await recalledAfter(
    [
      ["user", "pdfs. what is least painful"],
      ["assistant", "A) typst, called as a binary B) weasyprint"],
      ["user", "A"],
    ],
    "what makes the pdfs",
  );
  expect(hits[0]).toBe(
    "pdfs. what is least painful; answered: A) typst, called as a binary B) weasyprint; then: A",
  );
});

test("the question that is asked now comes behind everything else that was found", async () => {
  const hits = await recalledAfter(
    [
      ["user", "which queue do the nightly jobs use"],
      ["user", "the nightly jobs wait for the backup"],
    ],
    "which queue do the nightly jobs use",
  );
  expect(hits.at(-1)).toBe("which queue do the nightly jobs use");
});
