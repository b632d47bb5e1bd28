import { describe, expect, test } from "vitest";
import { whyNot } from "../../src/app/items/why.ts";
import { indexedOf } from "../../src/core/recall/index/indexed.ts";
import { wordsOf } from "../../src/core/recall/index/words.ts";
import type { Candidates } from "../../src/core/recall/query/candidates.ts";
import { gateOfWords } from "../../src/core/recall/query/gate.ts";
import { readQuestion } from "../../src/core/recall/query/question.ts";
import { testMemory } from "../support/test-memory.ts";

const doc = { kind: "turn", text: "the heron nests in the north", topic: "", at: 0, position: 7 };
const passages = indexedOf("turn@7", doc);
const nothing: Candidates = {
  passages: [],
  skipped: [],
  corpus: { passages: 1, words: 5, holders: new Map() },
};

describe("why a live passage that passes every filter is no hit", () => {
  const gate = (query: string, candidates: Partial<Candidates> = {}) =>
    gateOfWords(
      { question: readQuestion(query), candidates: { ...nothing, ...candidates }, ranked: [] },
      passages,
    );

  test("the question and the passage share no word", () => expect(gate("pnpm")).toBe("no_words"));
  test("only words that too many passages hold", () =>
    expect(gate("north heron", { skipped: wordsOf("north heron") })).toBe("cost"));
  test("its words are rare enough, but other passages hold rarer ones", () =>
    expect(gate("north heron pnpm", { skipped: wordsOf("north") })).toBe("crowded"));
});

describe("recall and the origin of an event", () => {
  const gateOf = async (payload: { readonly [field: string]: unknown }): Promise<string> => {
    const deps = await testMemory();
    const [position] = await deps.put({ type: "turn.recorded", session: "s1", payload });
    return (await whyNot(deps, { id: `turn@${position}`, query: "heron", k: 8 })).gate;
  };

  test("Tidemark's own output is never recalled", async () =>
    expect(await gateOf({ role: "tool", text: "the heron", own: true })).toBe("own_words"));
  test("a person's turn is recalled", async () =>
    expect(await gateOf({ role: "user", text: "the heron" })).toBe("none"));
  test("an event without text is never recalled", async () => {
    const deps = await testMemory();
    const [position] = await deps.put({ type: "session.started", session: "s1", payload: {} });
    const { gate } = await whyNot(deps, { id: `event@${position}`, query: "heron", k: 8 });
    expect(gate).toBe("never_recalled");
  });
});
