import assert from "node:assert/strict";
import { wordsOf } from "../core/recall/index/words.ts";
import type { Ask } from "../core/recall/query/candidates.ts";
import type { Draft } from "../core/tape/event.ts";
import type { Store } from "../ports/store.ts";
import { type Case, candidatesFor, caughtUp, keysFor, turn, wordsView } from "./contract-drafts.ts";

/** What every store promises about finding passages by their words. */
export const searchCases: readonly Case[] = [
  {
    name: "candidates hold one of the words, and come in the order of the tape",
    run: async (store) => {
      await index(store, { a: "we build with pnpm", b: "tests run on node", c: "pnpm builds everything" });
      assert.deepEqual(await keysFor(store, "pnpm build"), ["a", "c"]);
      assert.deepEqual(await keysFor(store, "node"), ["b"]);
      assert.deepEqual(await keysFor(store, "kubernetes"), []);
      assert.deepEqual(await keysFor(store, ""), []);
    },
  },
  {
    name: "the limit keeps what holds the rarest words, and of equals the newest",
    run: async (store) => {
      await index(store, { a: "red green", b: "red", c: "red blue", d: "red", e: "green" });
      assert.deepEqual(await keysFor(store, "red green blue", { limit: 2 }), ["a", "c"]);
      assert.deepEqual(await keysFor(store, "red", { limit: 2 }), ["c", "d"]);
    },
  },
  {
    name: "the rarest words are followed first, and those left out for cost are named",
    run: async (store) => {
      await index(store, { a: "red", b: "red", c: "red blue", d: "red green", e: "green" });
      const { passages, skipped } = await candidatesFor(store, "red blue green", { postings: 3 });
      assert.deepEqual(
        passages.map(({ key }) => key),
        ["c", "d", "e"],
      );
      assert.deepEqual(skipped, ["red"]);
      const alone = await candidatesFor(store, "red", { postings: 2 });
      assert.deepEqual([alone.passages.map(({ key }) => key), alone.skipped], [["c", "d"], ["red"]]);
    },
  },
  {
    name: "what is known of all passages follows every change",
    run: async (store) => {
      await index(store, { a: "red green green", b: "red" });
      const counts = async () => (await candidatesFor(store, "red green", { limit: 0 })).corpus;
      const holders = (red: number, green: number) => new Map([...pair("red", red), ...pair("green", green)]);
      assert.deepEqual(await counts(), { passages: 2, words: 4, holders: holders(2, 1) });
      await store.tape.append([
        turn("c", said("green blue", { tool: "a" })),
        turn("d", said("", { tool: "b" })),
      ]);
      await caughtUp(store);
      assert.deepEqual(await counts(), { passages: 1, words: 2, holders: holders(0, 1) });
      await store.views.reset([wordsView]);
      assert.deepEqual(await counts(), { passages: 0, words: 0, holders: holders(0, 0) });
      await caughtUp(store);
      assert.deepEqual(await counts(), { passages: 1, words: 2, holders: holders(0, 1) });
    },
  },
  {
    name: "a long text is found by the passage that holds the words",
    run: async (store) => {
      const sentence = (word: string) => `${`${word} `.repeat(60).trim()}. `;
      await index(store, { long: ["red", "green", "blue", "white"].map(sentence).join("") });
      const [passage, ...others] = (await candidatesFor(store, "white")).passages;
      assert.deepEqual([passage?.key, others.length], ["long", 0]);
      assert.ok((passage?.part ?? 0) > 0);
      assert.ok(passage?.words.includes(wordsOf("white")[0] ?? ""));
    },
  },
  {
    name: "a passage comes with all that it was put in with",
    run: async (store) => {
      const at = Date.UTC(2030, 0, 1);
      const payload = {
        role: "user",
        text: "Red herons",
        tool_input: "Wild birds",
        files: ["src/a.ts", "b c"],
      };
      await store.tape.append([turn("a", { at, session: "s 1", payload })]);
      await caughtUp(store);
      assert.deepEqual((await candidatesFor(store, "heron")).passages, [
        {
          ...{ key: "a", part: 0, kind: "turn", position: 1, at, session: "s 1" },
          ...{
            paths: ["src/a.ts", "b c"],
            topic: wordsOf("Wild birds"),
            words: wordsOf("Red herons").join(" "),
          },
        },
      ]);
      assert.deepEqual(await keysFor(store, "birds"), ["a"]);
    },
  },
  {
    name: "candidates can be kept to kinds, topics, names, a session, a time and a path",
    run: async (store) => {
      await store.tape.append(mixed);
      await caughtUp(store);
      const only = (ask: Partial<Ask>) => keysFor(store, "blue", ask);
      assert.deepEqual(await only({}), ["a", "b", "c", "d"]);
      assert.deepEqual(await only({ kinds: ["fact"] }), ["a"]);
      assert.deepEqual(await only({ kinds: ["fact", "plan"] }), ["a", "b"]);
      assert.deepEqual(await only({ kinds: [] }), []);
      assert.deepEqual(await only({ topics: ["Sea"] }), ["a", "c"]);
      assert.deepEqual(await only({ by: ["ANA", "nobody"] }), ["c"]);
      assert.deepEqual(await only({ session: "s2" }), ["b", "d"]);
      assert.deepEqual(await only({ since: 2000, until: 4000 }), ["b", "c"]);
      assert.deepEqual(await only({ since: 2000, until: 4000, limit: 1 }), ["c"]);
      assert.deepEqual(await only({ path: "src/" }), ["a", "d"]);
      assert.deepEqual(await only({ path: "./src/a.ts" }), ["a"]);
      assert.deepEqual(await only({ path: "src/a" }), []);
      assert.deepEqual(await only({ session: "s2", kinds: ["plan"], since: 1 }), ["b"]);
    },
  },
  {
    name: "neighbours of the best turns come along, whatever words they hold",
    run: async (store) => {
      const talk = ["one", "two", "red", "four", "five"].map((text, i) => turn(`t${i}`, said(text)));
      await store.tape.append([...talk, turn("x", { ...said("red"), session: "other" })]);
      await caughtUp(store);
      assert.deepEqual(await keysFor(store, "red", { session: "s1", neighbours: 5 }), ["t1", "t2", "t3"]);
      assert.deepEqual(await keysFor(store, "red", { neighbours: 1 }), ["t2", "x"]);
      assert.deepEqual(await keysFor(store, "red", { neighbours: 2 }), ["t1", "t2", "t3", "x"]);
      assert.deepEqual(await keysFor(store, "two", { neighbours: 1, kinds: ["turn"] }), ["t0", "t1", "t2"]);
    },
  },
  {
    name: "a doc that changed is found by its new words alone, and one that is gone by none",
    run: async (store) => {
      await index(store, { x1: "old words" });
      for (const [id, text] of Object.entries({ x2: "fresh ones", x3: "newest" })) {
        await store.tape.append([turn(id, said(text, { tool: "doc" }))]);
        await caughtUp(store);
      }
      assert.deepEqual([await keysFor(store, "fresh"), await keysFor(store, "newest")], [[], ["doc"]]);
      await store.tape.append([turn("x4", said("", { tool: "doc" }))]);
      await caughtUp(store);
      assert.deepEqual([await keysFor(store, "newest"), await keysFor(store, "old")], [[], ["x1"]]);
    },
  },
  {
    name: "quotes and operators of query languages are words like any other",
    run: async (store) => {
      await index(store, { a: "near and not or", b: "plain" });
      const odd = ['"', 'a"b', "*", "NEAR(", "col:x", "-plain", "(", ")", "^", "'", "%", "kind:turn", "a b"];
      for (const word of odd)
        assert.deepEqual((await store.search.candidates({ terms: [word], limit: 5 })).skipped, []);
      assert.deepEqual(await keysFor(store, "NOT"), ["a"]);
      const both = await store.search.candidates({ terms: ['"', "plain"], limit: 5 });
      assert.deepEqual(
        both.passages.map(({ key }) => key),
        ["b"],
      );
    },
  },
  {
    name: "texts of every script are found by their words",
    run: async (store) => {
      const texts = {
        ...{
          de: "Größe prüfen",
          ru: "Память проекта",
          zh: "記憶體管理",
          ar: "ذاكرة المشروع",
          id: "parseQuantity",
        },
        ...{ tr: "İstanbul ILIK", el: "ΟΔΟΣ", ny: "𞤀𞤣𞤤𞤢𞤥" },
      };
      await index(store, texts);
      const questions = ["größe", "память", "記憶", "المشروع", "quantity", "İstanbul", "ΟΔΟΣ", "𞤀𞤣𞤤𞤢𞤥"];
      assert.deepEqual(
        await Promise.all(questions.map((text) => keysFor(store, text))),
        ["de", "ru", "zh", "ar", "id", "tr", "el", "ny"].map((key) => [key]),
      );
    },
  },
];

const pair = (term: string, count: number): [string, number][] => wordsOf(term).map((word) => [word, count]);

/** Events that differ in kind, topic, name, session, time and path, as the cases ask for. */
const mixed: readonly Draft[] = [
  turn("a", { ...said("blue whale", { speaker: "fact", tool_input: "sea", files: ["src/a.ts"] }), at: 1000 }),
  turn("b", { ...said("blue moon", { speaker: "plan", files: ["docs/src/b.md"] }), at: 2000, session: "s2" }),
  turn("c", {
    ...said("blue crab", { speaker: "note", tool_input: " SEA " }),
    ...{ at: 3000, writer: { agent: "Ana", host: "h", process: "p", worktree: "w" } },
  }),
  turn("d", { ...said("blue sky", { files: ["lib/x.ts", "src"] }), at: 4000, session: "s2" }),
];

async function index(store: Store, docs: { readonly [key: string]: string }): Promise<void> {
  await store.tape.append(Object.entries(docs).map(([id, text]) => turn(id, said(text))));
  await caughtUp(store);
}

function said(text: string, more: { readonly [field: string]: unknown } = {}): Pick<Draft, "payload"> {
  return { payload: { role: "user", text, ...more } };
}
