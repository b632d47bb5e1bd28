import fc from "fast-check";
import { afterEach, expect } from "vitest";
import type { Ask } from "../../src/core/recall/query/candidates.ts";
import type { Doc } from "../../src/core/tape/projection.ts";
import type { Store } from "../../src/ports/store.ts";
import { wordsView } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { newPlace, storeKinds } from "../support/stores.ts";

const { kinds, removeAll } = storeKinds();
afterEach(removeAll);

const WORDS = "red green blue heron whale crab north south wind sea 日本 Größe parseQuantity".split(" ");
const KINDS = ["turn", "commit", "fact", "decision"];
const SESSIONS = ["s1", "s2", "a b\n'c\""];
const PATHS = ["src/a.ts", "src", "docs/x y.md"];
const some = <T>(list: readonly T[]) => fc.constantFrom(...(list as T[]));
const text = fc
  .tuple(fc.array(some(WORDS), { maxLength: 8 }), some([1, 1, 1, 40]))
  .map(([words, times]) => `${words.join(" ")}. `.repeat(times));

/** A random doc of any kind, without its position, which the pass sets. */
const docs = fc.record(
  {
    kind: some(KINDS),
    text,
    topic: some(["", "sea", "Wild Birds"]),
    at: fc.integer({ min: 1, max: 9 }),
    session: some(SESSIONS),
    speaker: some(["Ana", "Bo"]),
    role: some(["user", "assistant"]),
    by: fc.uniqueArray(some(["Ana", "codex"])),
    paths: fc.uniqueArray(some(PATHS)),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: ["kind", "text", "topic", "at"] },
);
const change = fc.tuple(
  some(["k1", "k2", "k3", "k4", "k5", "k6", "k7"]),
  fc.option(docs, { nil: undefined }),
);
const passes = fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 8 });

const asks: fc.Arbitrary<Ask> = fc.record(
  {
    terms: fc.array(some(["red", "green", "blue", "heron", "日本", "größe", "quantiti", "nowhere", "ana"]), {
      maxLength: 5,
    }),
    limit: fc.integer({ min: 0, max: 6 }),
    kinds: fc.uniqueArray(some(KINDS), { maxLength: 2 }),
    topics: fc.uniqueArray(some(["sea", "WILD birds", "general"]), { maxLength: 2 }),
    by: fc.uniqueArray(some(["ana", "codex", "nobody"]), { maxLength: 2 }),
    session: some(SESSIONS),
    since: fc.integer({ min: 1, max: 9 }),
    until: fc.integer({ min: 1, max: 9 }),
    path: some(PATHS),
    neighbours: fc.integer({ min: 0, max: 3 }),
    postings: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: ["terms", "limit"] },
) as fc.Arbitrary<Ask>;

/** A question that no passage with an indexed word fails. */
const ANYTHING: Ask = { terms: ["red", "green", "blue", "heron", "ana"], limit: 100, neighbours: 3 };

type Changes = readonly (readonly [string, Omit<Doc, "position"> | undefined])[];

/** Publishes changes in the order of the app: the last change of a pass comes last. Returns the position reached. */
async function publish(store: Store, changes: Changes, after: number): Promise<number> {
  let position = after;
  const pass = new Map<string, Doc | undefined>();
  for (const [key, doc] of changes) {
    position++;
    pass.delete(key);
    pass.set(key, doc && { ...doc, position });
  }
  position++;
  expect(await store.views.publish({ view: wordsView, after, upTo: position, docs: pass })).toBe("published");
  return position;
}

scenario("store.same-candidates", async () => {
  await holds(
    fc.asyncProperty(passes, fc.array(asks, { minLength: 1, maxLength: 8 }), async (all, questions) => {
      const stores = await Promise.all(kinds.map(({ open }) => open()));
      for (const store of stores) {
        let position = 0;
        for (const changes of all as readonly Changes[]) position = await publish(store, changes, position);
      }
      for (const ask of [ANYTHING, ...questions]) {
        const [expected, ...others] = await Promise.all(stores.map((store) => store.search.candidates(ask)));
        for (const other of others) expect(other).toEqual(expected);
      }
      for (const store of stores) await store.close();
      removeAll();
    }),
    200,
  );
});

/** Random steps: a pass, or a reset of the view before it is rebuilt. */
const steps = fc.array(
  fc.oneof({ weight: 5, arbitrary: fc.array(change, { maxLength: 4 }) }, fc.constant("reset")),
  {
    maxLength: 12,
  },
);

type Step = "reset" | Changes;

/** One handle writes and another asks after every step. Its caches must not change what a fresh handle finds. */
async function findsTheSame(all: readonly Step[], questions: readonly Ask[]): Promise<void> {
  const place = newPlace();
  const [writer, asker] = [await place.open(), await place.open()];
  let position = 0;
  for (const step of all) {
    if (step === "reset") await writer.views.reset([wordsView]);
    position = step === "reset" ? 0 : await publish(writer, step, position);
    const fresh = await place.open();
    for (const ask of [ANYTHING, ...questions])
      expect(await asker.search.candidates(ask)).toEqual(await fresh.search.candidates(ask));
    await fresh.close();
  }
  await Promise.all([writer.close(), asker.close()]);
  place.remove();
}

const doc = (text: string) => ({ kind: "turn", text, topic: "", at: 1 });

scenario("store.candidates-at-hand", async () => {
  // The doc id of the last passage is reused after that passage is removed.
  await findsTheSame([[["k1", doc("red heron")]], [["k1", undefined]], [["k2", doc("red whale")]]], []);
  const questions = fc.array(asks, { minLength: 1, maxLength: 4 });
  const finds = (all: readonly unknown[], asked: readonly Ask[]) =>
    findsTheSame(all as readonly Step[], asked);
  await holds(fc.asyncProperty(steps, questions, finds), 60);
});
