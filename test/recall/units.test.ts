import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { create } from "../../src/app/items/create.ts";
import { transition } from "../../src/app/items/transition.ts";
import { update } from "../../src/app/items/update.ts";
import type { Hit } from "../../src/app/recall/hits.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { CodeHistory } from "../../src/ports/code-history.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const asked = async (deps: TestMemory, query: string): Promise<readonly Hit[]> =>
  (await recall(deps, { query, k: 8 })).hits;
const hitOf = (hits: readonly Hit[], id: string): Hit | undefined => hits.find((hit) => hit.id === id);
const placeOf = (hits: readonly Hit[], id: string): number => hits.findIndex((hit) => hit.id === id);

scenario("recall.settled", async () => {
  const deps = await testMemory({ store: "sqlite" });
  await deps.turn("So the importer keeps its retry budget at five");
  const fact = await deps.item("fact", "The importer keeps its retry budget at nine");
  const decision = await deps.item("decision", "The importer keeps its retry budget at five");
  const hits = await asked(deps, "retry budget of the importer");
  expect(hits[0]?.id).toBe(decision);
  expect(hitOf(hits, decision)?.parts.kind).toBeGreaterThan(0);
  expect(hitOf(hits, fact)?.parts.kind).toBeUndefined();
});

scenario("recall.repeats", async () => {
  const deps = await testMemory({ store: "sqlite" });
  const first = await deps.turn("Agreed. The importer keeps its retry budget at five");
  const later = await deps.turn("Agreed. The importer keeps its retry budget at five!");
  await deps.turn("The importer keeps its retry budget at nine");
  const hits = await asked(deps, "retry budget of the importer");
  expect(hits).toHaveLength(2);
  expect(hits.flatMap(({ evidence }) => evidence)).toEqual(expect.arrayContaining([first, later]));
});

/** A code history that fails the test if recall asks it. */
const unasked = new Proxy({} as CodeHistory, {
  get: () => {
    throw new Error("recall asked for the history of code");
  },
});

test("a statement is found by its tags", async () => {
  const deps = await testMemory({ store: "sqlite" });
  const tagged = await deps.item("decision", "Scheduler: dagster, run by the platform team", {
    tags: ["cron", "nightly"],
  });
  await deps.item("decision", "The forecast is delivered as a table");
  expect((await asked(deps, "where do we put the cron"))[0]?.id).toBe(tagged);
});

scenario("recall.gone", async () => {
  const deps: TestMemory = { ...(await testMemory({ store: "sqlite" })), code: unasked };
  const files = { related_paths: ["src/queue.ts"] };
  const one = await deps.item("fact", "The queue in src/queue.ts drains at night", files);
  const other = await deps.item("fact", "The queue of letters drains at night");
  const before = await asked(deps, "when does the queue drain?");
  const drift = [{ what: "file_gone", path: "src/queue.ts" }];
  await catchUp(deps, "aging");
  const position = (await deps.store.views.rows(deps.views.aging, [`cites ${one}`])).get(
    `cites ${one}`,
  )?.since;
  const look = { schema: "drift.v1", head: "c0ffee", units: { [one]: { position, drift } } };
  writeFileSync(join(deps.memoryDir, "drift.json"), JSON.stringify(look));
  const hits = await asked(deps, "when does the queue drain?");
  expect(hitOf(hits, one)?.parts.drift).toBeLessThan(0);
  expect(hitOf(hits, other)?.parts.drift).toBeUndefined();
  expect(hitOf(hits, one)?.score).toBeLessThan(hitOf(before, one)?.score ?? 0);
  expect(placeOf(hits, other)).toBeLessThan(placeOf(hits, one));
  // The changed statement is not the one that was checked, so its drift no longer counts.
  await update(deps, { id: one, text: "The queue in src/queue.ts drains at noon" });
  expect(hitOf(await asked(deps, "when does the queue drain?"), one)?.parts.drift).toBeUndefined();
  writeFileSync(join(deps.memoryDir, "drift.json"), "half a fi");
  expect(hitOf(await asked(deps, "when does the queue drain?"), one)?.parts.drift).toBeUndefined();
});

scenario("recall.linked", async () => {
  const deps = await testMemory({ store: "sqlite" });
  const older = await deps.item("fact", "The queue drains at night", { topic: "queue" });
  const newer = await deps.item("fact", "While the queue drains letters are held", { topic: "post" });
  await deps.item("fact", "A queue of cars stood before the gate", { topic: "gate" });
  const { item } = await create(deps, {
    ...{ kind: "edge", text: "says what happens meanwhile", newer, older, relation: "enriches" },
  });
  const waiting = await asked(deps, "when does the queue drain?");
  expect(waiting.some(({ parts }) => parts.relation !== undefined)).toBe(false);
  await transition(deps, { id: item.id, status: "accepted" });
  const hits = await asked(deps, "when does the queue drain?");
  const lifted = hits.filter(({ parts }) => (parts.relation ?? 0) > 0).map(({ id }) => id);
  expect(new Set(lifted)).toEqual(new Set([older, newer]));
  for (const id of lifted)
    expect(hitOf(hits, id)?.score).toBeGreaterThan(hitOf(waiting, id)?.score ?? Number.POSITIVE_INFINITY);
});
