import { expect, test } from "vitest";
import { forget } from "../../src/app/forgetting/forget.ts";
import { find } from "../../src/app/items/find.ts";
import { transition } from "../../src/app/items/transition.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps, WorkerDeps } from "../../src/app/runtime/deps.ts";
import { distil, type UnreadRange } from "../../src/app/sessions/distil.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import type { Store } from "../../src/ports/store.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";

const STORES: readonly StoreName[] = ["memory", "sqlite"];
const SECRET = "Kestrel";

/** The same dependencies, but `meanwhile` runs just before the first commit. */
function interrupted(deps: Deps, meanwhile: () => Promise<unknown>): Deps {
  let isOver = false;
  const commit: Store["tape"]["commit"] = async (value) => {
    if (!isOver) {
      isOver = true;
      await meanwhile();
    }
    return deps.store.tape.commit(value);
  };
  return { ...deps, store: { ...deps.store, tape: { ...deps.store.tape, commit } } };
}

async function wordsOn(deps: TestMemory): Promise<string> {
  return JSON.stringify((await deps.store.events.read(0, 1000)).events);
}

async function depsWith(store: StoreName): Promise<TestMemory> {
  const deps = await testMemory({ store });
  await deps.turn(`Let's go with ${SECRET} for the deployment.`, "s1");
  await deps.turn("From now on always run the tests with pnpm.", "s1");
  await deps.put({ type: "session.ended", session: "s1", payload: {} });
  return deps;
}

async function isClean(deps: TestMemory): Promise<void> {
  expect(await wordsOn(deps)).not.toContain(SECRET);
  expect((await verify(deps)).findings).toEqual([]);
}

scenario("forget.meanwhile", async () => {
  for (const store of STORES) {
    const reading = await depsWith(store);
    const { read } = await tick(interrupted(reading, () => forget(reading, { id: "turn@1" })));
    expect(read).toBe(1);
    await isClean(reading);
    const { items } = await find(reading, { limit: 10, offset: 0 });
    expect(items.map(({ text }) => text)).toEqual([expect.stringContaining("pnpm")]);

    for (const act of [
      (deps: Deps, id: string) => update(deps, { id, topic: "deploy" }),
      (deps: Deps, id: string) => transition(deps, { id, status: "resolved" }),
    ]) {
      const changing = await depsWith(store);
      await tick(changing);
      const { items } = await find(changing, { kind: "decision", limit: 10, offset: 0 });
      const id = items[0]?.id ?? "";
      const meanwhile = () => forget(changing, { text: SECRET });
      await expect(act(interrupted(changing, meanwhile), id)).rejects.toMatchObject({
        code: "input.unknown_id",
      });
      await isClean(changing);
    }
  }
});

test("a statement that is forgotten while a session repeats it is not created again", async () => {
  for (const store of STORES) {
    const deps = await depsWith(store);
    await tick(deps);
    await deps.turn(`Let's go with ${SECRET} for the deployment.`, "s2");
    await deps.put({ type: "session.ended", session: "s2", payload: {} });
    const { items } = await find(deps, { kind: "decision", limit: 10, offset: 0 });
    const readings: UnreadRange[] = [];
    const options = {
      distil: async (given: WorkerDeps, stretch: UnreadRange) => {
        readings.push(stretch);
        return distil(given, stretch);
      },
    };
    await tick(
      interrupted(deps, () => forget(deps, { id: items[0]?.id ?? "" })),
      options,
    );
    expect(readings).toHaveLength(2);
    expect((await find(deps, { kind: "decision", limit: 10, offset: 0 })).items).toEqual([]);
    expect((await verify(deps)).findings).toEqual([]);
  }
});
