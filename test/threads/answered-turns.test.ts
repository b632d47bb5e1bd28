import { expect, test } from "vitest";
import { remember } from "../../src/app/items/remember.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { testMemory } from "../support/test-memory.ts";

type SpokenTurn = readonly ["user" | "assistant", string];

async function recalledAfter(turns: readonly SpokenTurn[], query: string): Promise<string[]> {
  const deps = await testMemory();
  await deps.put(
    ...turns.map(([role, text]) => ({ type: "turn.recorded", session: "s1", payload: { role, text } })),
  );
  return (await recall(deps, { query, k: 5 })).hits.map(({ text }) => text);
}

test("recall shows a person's question with the answer and the choice", async () => {
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

test("an earlier turn that repeats the current question comes after all other hits", async () => {
  const hits = await recalledAfter(
    [
      ["user", "which queue do the nightly jobs use"],
      ["user", "the nightly jobs wait for the backup"],
    ],
    "which queue do the nightly jobs use",
  );
  expect(hits.at(-1)).toBe("which queue do the nightly jobs use");
});

test("an unanswered question comes after the statement that answers it", async () => {
  const deps = await testMemory();
  await remember(deps, { kind: "decision", text: "Nightly jobs go through SQS." });
  await deps.put({
    type: "turn.recorded",
    session: "s2",
    payload: { role: "user", text: "which queue do nightly jobs go through again?" },
  });
  const { hits } = await recall(deps, { query: "nightly jobs go through which queue again", k: 5 });
  expect(hits.map(({ kind }) => kind)).toEqual(["decision", "turn"]);
  const one = await recall(deps, { query: "nightly jobs go through which queue again", k: 1 });
  expect(one.hits.map(({ kind }) => kind)).toEqual(["decision"]);
});

test("a person's next turn about something else is not part of the exchange", async () => {
  const hits = await recalledAfter(
    [
      ["user", "what queue did we pick again?"],
      ["assistant", "BullMQ."],
      ["user", "remember: the staging barrier id is 17"],
    ],
    "what queue did we pick",
  );
  expect(hits[0]).toBe("what queue did we pick again?; answered: BullMQ.");
});
