import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { forget } from "../../src/app/forgetting/forget.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { find } from "../../src/app/items/find.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import type { SessionRow } from "../../src/core/sessions/sessions-view.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

const RUNS = process.env.TIDEMARK_LONG === "1" ? 500 : 15;

type Step =
  | { readonly do: "say"; readonly in: number; readonly session: number; readonly number: number }
  | { readonly do: "end"; readonly in: number; readonly session: number }
  | { readonly do: "read"; readonly in: number }
  | { readonly do: "merge"; readonly in: number };

const memory = fc.nat(1);
const session = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("say" as const), in: memory, session, number: fc.nat(9) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("end" as const), in: memory, session }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("read" as const), in: memory }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("merge" as const), in: memory }) },
);

/** Turns with a number below this have the host's own id, so that both memories recognise the same turn. */
const SHARED = 5;
const sentence = (name: string): string => `statement ${name} holds`;

async function merge(from: TestMemory, into: TestMemory): Promise<void> {
  const dir = join(freshMemoryDir(), "export");
  await exportTo(from, { dir });
  await importFrom(into, { path: dir });
}

async function play(memoryPool: readonly TestMemory[], step: Step, n: number): Promise<void> {
  const [deps, other] = [memoryPool[step.in], memoryPool[1 - step.in]] as [TestMemory, TestMemory];
  if (step.do === "merge") return merge(other, deps);
  if (step.do === "read") return void (await tick(deps));
  const id = `s${step.session}`;
  if (step.do === "end") return void (await deps.put({ type: "session.slept", session: id, payload: {} }));
  const isShared = step.number < SHARED;
  const name = isShared ? `${id} ${step.number}` : `alone ${n}`;
  const payload = { role: "user", text: `remember: ${sentence(name)}` };
  const key = isShared ? { key: `turn ${name}` } : {};
  await deps.put({ type: "turn.recorded", session: id, payload, ...key });
}

/** Lets all sessions sleep and be read, until none is due. */
async function settle(deps: TestMemory): Promise<SessionRow[]> {
  for (let round = 0; round < 3; round++) {
    deps.later(4 * 3_600_000);
    await tick(deps);
  }
  await catchUp(deps, "sessions");
  const { rows } = await deps.store.views.select(deps.views.sessions, {
    order: "oldest",
    limit: 10,
    offset: 0,
  });
  return rows as unknown as SessionRow[];
}

test(`however memories are merged, each memory reads every turn once (${RUNS} histories)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: "max" }), async (steps) => {
      const memoryPool = [await testMemory({ seed: "a" }), await testMemory({ seed: "b" })];
      for (const [n, one] of steps.entries()) await play(memoryPool, one, n);
      for (const deps of memoryPool) {
        for (const row of await settle(deps)) expect(row).toMatchObject({ unread: 0, due_at: null });
        const { events } = await deps.store.events.read(0, 10_000, ["turn.recorded"]);
        const said = events.map(({ payload }) => String(payload?.text).replace("remember: ", ""));
        const known = (await find(deps, { limit: 500, offset: 0 })).items.map(({ text }) => text);
        expect([...new Set(known)].sort()).toEqual([...new Set(said)].sort());
        // Two memories that read a turn before their merge each made an item of it. A second reading makes no third item.
        for (const text of known) expect(known.filter((each) => each === text).length).toBeLessThan(3);
      }
    }),
    { numRuns: RUNS, seed: 31 },
  );
});

test("forgetting a turn erases the items that rest on it and nothing else, whatever tape they came from", async () => {
  const [one, two] = [await testMemory({ seed: "1" }), await testMemory({ seed: "2" })];
  for (const [deps, topics] of [
    [one, ["apples", "pears"]],
    [two, ["plums", "figs", "nuts"]],
  ] as const) {
    for (const topic of topics) await deps.turn(`remember: ${sentence(topic)}`, `about-${topic}`);
    await settle(deps);
  }
  await merge(one, two);
  const { events } = await two.store.events.read(0, 1000, ["turn.recorded"]);
  const pears = events.find(({ session }) => session === "about-pears");
  const { items } = await forget(two, { id: `turn@${pears?.position}` });
  expect(items).toHaveLength(1);
  const left = (await find(two, { limit: 50, offset: 0 })).items.map(({ text }) => text);
  expect(left.sort()).toEqual(["apples", "figs", "nuts", "plums"].map(sentence));
});
