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

describe("what keeps a thing out that holds and passes every filter", () => {
  const gate = (query: string, candidates: Partial<Candidates> = {}) =>
    gateOfWords(
      { question: readQuestion(query), candidates: { ...nothing, ...candidates }, ranked: [] },
      passages,
    );

  test("no word in common", () => expect(gate("pnpm")).toBe("no_words"));
  test("only words that too many hold", () =>
    expect(gate("north heron", { skipped: wordsOf("north heron") })).toBe("cost"));
  test("words that are rare enough, but others hold rarer ones", () =>
    expect(gate("north heron pnpm", { skipped: wordsOf("north") })).toBe("crowded"));
});

describe("what is never recalled", () => {
  const gateOf = async (payload: { readonly [field: string]: unknown }): Promise<string> => {
    const deps = await testMemory();
    const [position] = await deps.put({ type: "turn.recorded", session: "s1", payload });
    return (await whyNot(deps, { id: `turn@${position}`, query: "heron", k: 8 })).gate;
  };

  test("our own words", async () =>
    expect(await gateOf({ role: "tool", text: "the heron", own: true })).toBe("own_words"));
  test("a turn of somebody else's is told", async () =>
    expect(await gateOf({ role: "user", text: "the heron" })).toBe("none"));
  test("an event that has no words of its own", async () => {
    const deps = await testMemory();
    const [position] = await deps.put({ type: "session.started", session: "s1", payload: {} });
    const { gate } = await whyNot(deps, { id: `event@${position}`, query: "heron", k: 8 });
    expect(gate).toBe("never_recalled");
  });
});
