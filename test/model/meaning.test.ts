import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { vectorsFile } from "../../src/adapters/files/usage/vectors-file.ts";
import { giveBundle, ledgerShow } from "../../src/app/briefing/ledger.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { transition } from "../../src/app/items/transition.ts";
import { makeVectors } from "../../src/app/recall/make-vectors.ts";
import { recall } from "../../src/app/recall/recall.ts";
import {
  directionOf,
  NUMBERS_MAX,
  newestVectorsThatFit,
  type VectorRow,
} from "../../src/core/recall/index/vectors.ts";
import { PARTS } from "../../src/core/recall/score/score.ts";
import { scenario } from "../scenarios/scenario.ts";
import { knowsMeanings, meaningOf, textsSent, withEmbedder } from "../support/embedder.ts";
import { type Endpoint, endpoint, sendJson } from "../support/endpoint.ts";
import { type TestMemory, type TestMemoryOptions, testMemory } from "../support/test-memory.ts";

type Stage = { readonly deps: TestMemory; readonly at: Endpoint };

/** A memory with statements about deploying and about data storage, and an embedder that has read it. */
async function stage(
  change: Parameters<typeof withEmbedder>[2] = {},
  options: TestMemoryOptions = { store: "sqlite" },
): Promise<Stage> {
  const at = await endpoint(knowsMeanings);
  const deps = withEmbedder(await testMemory(options), at, change);
  await deps.item("decision", "We ship on Fridays", { topic: "friday" });
  await deps.item("fact", "The postgres lives in Frankfurt");
  await deps.turn("My vehicle is red");
  await deps.turn("Nobody asked about lunch");
  await makeVectors(deps);
  return { deps, at };
}

const asked = (deps: TestMemory, query: string, more: object = {}) => recall(deps, { query, k: 8, ...more });
const texts = async (deps: TestMemory, query: string, more: object = {}) =>
  (await asked(deps, query, more)).hits.map(({ text }) => text);

const withoutEmbedder = ({ embedder: _off, ...deps }: TestMemory): TestMemory => deps;
const fileOf = ({ memoryDir }: TestMemory): string => join(memoryDir, "vectors.bin");
const rowsOf = (deps: TestMemory): readonly VectorRow[] =>
  vectorsFile(deps.memoryDir).read(deps.embedder?.space ?? "")?.rows ?? [];

scenario("meaning.made", async () => {
  const at = await endpoint(knowsMeanings);
  const deps = withEmbedder(await testMemory({ store: "sqlite" }), at);
  for (let i = 0; i < 70; i++) await deps.turn(`Turn number ${i} about storage`);
  // A secret that was recorded before a rule recognised it.
  const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  const text = `The token is ${secret}`;
  const plain = { id: "evt_plain", version: 1, at: 1, recordedAt: 1, writer: deps.writer };
  await deps.store.tape.append([
    { ...plain, type: "turn.recorded", session: "s", payload: { role: "user", text } },
  ]);
  await recall(deps, { query: "storage", k: 3 });
  expect(at.heard).toEqual([]);
  await makeVectors(deps);
  expect(rowsOf(deps)).toHaveLength(71);
  const batches = at.heard.map(({ body }) => (body.input as string[]).length);
  expect(Math.max(...batches)).toBeLessThanOrEqual(32);
  expect(batches.length).toBeGreaterThan(3);
  expect(textsSent(at).join("\n")).toContain("[redacted:");
  expect(textsSent(at).join("\n")).not.toContain(secret);
  const sent = textsSent(at).length;
  await makeVectors(deps);
  await deps.turn("One more about storage");
  await makeVectors(deps);
  expect(textsSent(at).slice(sent)).toEqual(["One more about storage"]);
});

scenario("meaning.synonyms", async () => {
  const { deps } = await stage();
  const found = await asked(deps, "rollout");
  expect(found).toMatchObject({ semantic: "used", hits: [{ text: "We ship on Fridays" }] });
  expect(found.hits).toHaveLength(1);
  for (const { parts, score } of found.hits)
    expect(PARTS.reduce((sum, part) => sum + (parts[part] ?? 0), 0)).toBe(score);
  expect(found.hits[0]?.parts).toMatchObject({ semantic: deps.config.embedder.weight });
  expect(await texts(deps, "Where is our automobile parked?")).toEqual(["My vehicle is red"]);
  expect(await texts(deps, "Who paints the fence?")).toEqual([]);
  expect(await texts(withoutEmbedder(deps), "Where is our automobile parked?")).toEqual([]);
});

test("meaning adds a part to the score of a hit, and does not change the parts for words", async () => {
  const { deps } = await stage();
  const query = "which storage lives in Frankfurt";
  const [off] = (await asked(withoutEmbedder(deps), query)).hits;
  const [on] = (await asked(deps, query)).hits;
  const { semantic, ...words } = on?.parts ?? {};
  expect(words).toEqual(off?.parts);
  expect(semantic).toBe(deps.config.embedder.weight);
});

scenario("meaning.off", async () => {
  const { deps } = await stage();
  const queries = ["rollout", "postgres", "Fridays", "vehicle storage"];
  const off = withoutEmbedder(deps);
  const without = await Promise.all(queries.map((query) => asked(off, query)));
  expect(without.every((answer) => !("semantic" in answer))).toBe(true);
  const good = readFileSync(fileOf(deps));
  const spoiled = [
    () => rmSync(fileOf(deps)),
    () => writeFileSync(fileOf(deps), ""),
    () => writeFileSync(fileOf(deps), "{}"),
    () => writeFileSync(fileOf(deps), Buffer.concat([good, good])),
    ...Array.from({ length: 40 }, (_, i) => () => {
      const bytes = Buffer.from(good);
      const place = Math.floor((i * good.length) / 40);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(fileOf(deps), bytes);
    }),
    ...Array.from({ length: 20 }, (_, i) => () => {
      writeFileSync(fileOf(deps), good);
      truncateSync(fileOf(deps), Math.floor((i * good.length) / 20));
    }),
  ];
  for (const spoil of spoiled) {
    spoil();
    const again = { ...deps, vectors: vectorsFile(deps.memoryDir) };
    const [query = "", answer] = [queries[0], without[0]];
    expect(await asked(again, query)).toEqual({ ...answer, semantic: "none" });
  }
  expect(await Promise.all(queries.map((query) => asked(deps, query)))).toEqual(
    without.map((answer) => ({ ...answer, semantic: "none" })),
  );
  await makeVectors(deps);
  expect(await asked(deps, "rollout")).toMatchObject({ semantic: "used", returned: 1 });
  expect(readFileSync(fileOf(deps))).toEqual(good);
});

scenario("meaning.late", async () => {
  const { deps, at } = await stage();
  const off = await asked(withoutEmbedder(deps), "postgres");
  at.play(() => {});
  const hasty = withEmbedder(deps, at, { deadline_ms: 50 });
  expect(await asked(hasty, "postgres")).toEqual({ ...off, semantic: "late" });
  for (const script of [
    (response: Parameters<typeof sendJson>[0]) => sendJson(response, {}, 500),
    (response: Parameters<typeof sendJson>[0]) => void response.end("no"),
    (response: Parameters<typeof sendJson>[0]) =>
      sendJson(response, { data: [{ index: 0, embedding: [1, 2] }] }),
  ]) {
    at.play(script);
    expect(await asked(deps, "postgres")).toEqual({ ...off, semantic: "failed" });
  }
  const spent = withEmbedder(deps, at, { tokens_per_day: 1 });
  expect(await asked(spent, "postgres")).toEqual({ ...off, semantic: "spent" });
  const before = rowsOf(deps);
  at.play((response) => sendJson(response, { error: { code: "rate_limited" } }, 429));
  await deps.turn("The login page is slow");
  await makeVectors(deps);
  expect(rowsOf(deps)).toEqual(before);
  expect(deps.vectors.health().problem).toMatch(/answered 429/);
  at.play(knowsMeanings);
  await makeVectors(deps);
  expect(deps.vectors.health()).not.toHaveProperty("problem");
  expect(rowsOf(deps)).toHaveLength(before.length + 1);
});

test("vectors of another length are not mixed with the stored ones", async () => {
  const { deps, at } = await stage();
  const before = rowsOf(deps);
  at.play((response, { body }) =>
    sendJson(response, { data: (body.input as string[]).map((_, index) => ({ index, embedding: [1, 2] })) }),
  );
  await deps.turn("The login page is slow");
  await makeVectors(deps);
  expect(rowsOf(deps)).toEqual(before);
  expect(deps.vectors.health().problem).toMatch(/vectors of 2 dimensions, but the stored ones have 5/);
});

scenario("meaning.same-bytes", async () => {
  const { deps } = await stage();
  const query = "how do we deploy to the storage in Frankfurt";
  const first = JSON.stringify(await asked(deps, query));
  expect(JSON.stringify(await asked(deps, query))).toBe(first);
  const other = { ...deps, vectors: vectorsFile(deps.memoryDir) };
  expect(JSON.stringify(await asked(other, query))).toBe(first);
  const memory = await stage({}, { store: "memory" });
  const shapeOf = async (one: TestMemory) =>
    (await asked(one, query)).hits.map(({ text, parts }) => ({ text, parts }));
  expect(await shapeOf(memory.deps)).toEqual(await shapeOf(deps));
});

scenario("meaning.forgotten", async () => {
  const { deps, at } = await stage();
  const gone = directionOf(meaningOf("vehicle")).numbers;
  const holds = (rows: readonly VectorRow[]) => rows.some(({ numbers }) => numbers.join() === gone.join());
  expect(holds(rowsOf(deps))).toBe(true);
  const sent = textsSent(at).length;
  await forget(deps, { text: "My vehicle is red" });
  expect(holds(rowsOf(deps))).toBe(false);
  expect(rowsOf(deps)).toHaveLength(3);
  // The turn is forgotten while the endpoint computes its vector, after `forget` has searched the stored vectors.
  const late = await deps.turn("A second vehicle, an automobile");
  at.play(async (response, heard) => {
    await forget(deps, { id: `turn@${late}` });
    knowsMeanings(response, heard);
  });
  await makeVectors(deps);
  expect(rowsOf(deps)).toHaveLength(3);
  at.play(knowsMeanings);
  await makeVectors(deps);
  expect(textsSent(at).slice(sent)).toEqual(["A second vehicle, an automobile"]);
  expect(await texts(deps, "which car")).toEqual([]);
  // Forgetting works without the embedder, and with a damaged file of vectors.
  await forget(withoutEmbedder(deps), { text: "Nobody asked about lunch" });
  expect(rowsOf(deps)).toHaveLength(2);
  writeFileSync(fileOf(deps), "spoiled");
  await forget(withoutEmbedder(deps), { text: "The postgres lives in Frankfurt" });
  expect(existsSync(fileOf(deps))).toBe(false);
  expect(readdirSync(deps.memoryDir).filter((name) => name.startsWith("vectors"))).toEqual([]);
});

scenario("meaning.gates", async () => {
  const { deps } = await stage();
  expect(await texts(deps, "rollout", { kind: ["decision"] })).toHaveLength(1);
  expect(await texts(deps, "rollout", { kind: ["fact"] })).toEqual([]);
  expect(await texts(deps, "automobile", { session: "ses_1" })).toHaveLength(1);
  expect(await texts(deps, "automobile", { until: "2020-01-01" })).toEqual([]);
  const [hit] = (await asked(deps, "rollout")).hits;
  // The vector of the ended item is still stored, because no worker has run since.
  await transition(deps, { id: hit?.id ?? "", status: "resolved" });
  expect(await texts(deps, "rollout")).toEqual([]);
  await makeVectors(deps);
  expect(rowsOf(deps).map(({ key }) => key)).not.toContain(hit?.id);
});

scenario("meaning.cap", async () => {
  const { deps, at } = await stage();
  const day = "2030-01-01";
  const sent = deps.vectors.sentOn(day);
  expect(sent).toBeGreaterThan(0);
  const capped = withEmbedder(deps, at, { tokens_per_day: sent + 3 });
  const before = at.heard.length;
  await deps.turn("A long turn about the login and what it does with credentials of people");
  await makeVectors(capped);
  expect(at.heard).toHaveLength(before);
  expect(deps.vectors.sentOn(day)).toBe(sent);
  expect(deps.vectors.health().problem).toMatch(/limit of \d+ tokens a day is reached/);
  const many = Array.from({ length: 20 }, () => vectorsFile(deps.memoryDir));
  const taken = many.filter((vectors) => vectors.reserve(10, "2030-01-02", 95));
  expect(taken).toHaveLength(9);
  expect(deps.vectors.sentOn("2030-01-02")).toBe(90);
  expect(deps.vectors.sentOn(day)).toBe(0);
});

scenario("meaning.ledger", async () => {
  const { deps } = await stage();
  const query = "does the postgres storage still live in Frankfurt?";
  const { text } = await giveBundle(deps, "context", { query });
  expect(text).toContain("Frankfurt");
  const shown = await ledgerShow(withoutEmbedder(deps), { id: "last", why: true });
  expect(shown).toMatchObject({ text, semantic: "used", sha256: deps.sha256(text) });
  const [told] = shown.candidates.filter(({ block }) => block === "recall");
  expect(told).toMatchObject({ fate: "given", parts: { semantic: deps.config.embedder.weight } });
  await giveBundle(withoutEmbedder(deps), "context", { query });
  expect(await ledgerShow(deps, { id: "last", why: true })).not.toHaveProperty("semantic");
});

test("a context bundle leaves out a statement that only its meaning connects to the question", async () => {
  const { deps } = await stage();
  expect((await giveBundle(deps, "context", { query: "how is the rollout done?" })).text).toBe("");
});

test("vectors are kept up to a limit, and those of the oldest turns are dropped first", () => {
  const row = (key: string, position: number): VectorRow => ({
    ...directionOf([1]),
    ...{ key, part: 0, position, print: [position, 0] },
  });
  const rows = [row("turn@4", 4), row("dec_1", 1), row("turn@2", 2), row("turn@3", 3)];
  const isTurn = ({ key }: VectorRow): boolean => key.startsWith("turn@");
  const names = (dimensions: number) => newestVectorsThatFit(rows, dimensions, isTurn).map(({ key }) => key);
  expect(names(1)).toEqual(["dec_1", "turn@2", "turn@3", "turn@4"]);
  expect(names(NUMBERS_MAX / 2)).toEqual(["dec_1", "turn@4"]);
});
