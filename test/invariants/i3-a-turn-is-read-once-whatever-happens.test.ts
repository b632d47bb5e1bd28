import * as fc from "fast-check";
import { expect } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps, WorkerDeps } from "../../src/app/runtime/deps.ts";
import { distil, type UnreadRange } from "../../src/app/sessions/distil.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { hasGivenUp, type SessionRow } from "../../src/core/sessions/sessions-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** One step of a history. A crash names the point at which the worker dies. */
type Step =
  | { readonly do: "turn"; readonly session: number }
  | { readonly do: "life"; readonly session: number; readonly type: string }
  | {
      readonly do: "tick";
      readonly crashAt?: string;
      readonly alsoOther: boolean;
      readonly meanwhile: number;
    }
  | { readonly do: "clock"; readonly ms: number };

const SESSIONS = 4;
/** The worker can never read this session: its text makes `distil` throw. */
const POISONED = 3;
const session = fc.nat(SESSIONS - 1);
const life = fc.constantFrom(
  "session.slept",
  "session.compacted",
  "session.reset",
  "session.ended",
  "session.woke",
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("turn" as const), session }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("life" as const), session, type: life }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        do: fc.constant("tick" as const),
        crashAt: fc.constantFrom("tick.claimed", "tick.distilled", "tick.committed"),
        alsoOther: fc.boolean(),
        meanwhile: fc.nat(3),
      },
      { requiredKeys: ["do", "alsoOther", "meanwhile"] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("clock" as const),
      ms: fc.integer({ min: -3_600_000, max: 3_600_000 }),
    }),
  },
);

const RUNS = process.env.TIDEMARK_LONG ? 5000 : 150;

scenario("collection.exactly-once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const deps = await testMemory();
      const said: string[] = [];
      for (const one of steps) await play(deps, one, said);
      await settle(deps);
      const { items } = await find(deps, { kind: "fact", limit: 500, offset: 0 });
      const readable = said.filter((text) => !text.includes("poison"));
      expect(items.map((item) => item.text).sort()).toEqual(readable.sort());
      for (const row of await sessions(deps)) {
        if (row.id === `s${POISONED}`) expect(row.unread === 0 || hasGivenUp(row)).toBe(true);
        else
          expect({ id: row.id, unread: row.unread, due: row.due_at }).toEqual({
            id: row.id,
            unread: 0,
            due: null,
          });
      }
    }),
    { numRuns: RUNS },
  );
});

async function play(deps: TestMemory, one: Step, said: string[]): Promise<void> {
  if (one.do === "clock") return void deps.later(one.ms);
  if (one.do === "turn") {
    await say(deps, `s${one.session}`, said);
  } else if (one.do === "life") {
    await deps.put({ type: one.type, session: `s${one.session}`, payload: {} });
  } else {
    await work(deps, one, said);
  }
}

async function say(deps: TestMemory, id: string, said: string[]): Promise<void> {
  const text = `${id === `s${POISONED}` ? "poison" : "statement"} number ${said.length}`;
  said.push(text);
  await deps.turn(`remember: ${text}`, id);
}

/** Runs a worker that may be killed, and may get new turns and a second worker while it reads. */
async function work(deps: TestMemory, one: Extract<Step, { do: "tick" }>, said: string[]): Promise<void> {
  const { crashAt, alsoOther, meanwhile } = one;
  const first = crashAt === undefined ? deps : dying(deps, crashAt);
  const other = worker(deps, "p2");
  const both = async (at: WorkerDeps, stretch: UnreadRange) => {
    const found = await fussy(at, stretch);
    for (let i = 0; i < meanwhile; i++) await say(deps, stretch.session, said);
    if (alsoOther) await tick(other, { distil: fussy });
    return found;
  };
  await tick(first, { distil: both }).catch((error: unknown) => {
    if (!(error instanceof MemoryError) || error.message !== "killed") throw error;
  });
}

const worker = (deps: Deps, process: string): Deps => ({ ...deps, writer: { ...deps.writer, process } });

/** A worker that dies at a point like a killed process: nothing runs after it, and its lease is not released. */
function dying(deps: Deps, point: string): Deps {
  const release = async () => {};
  return {
    ...worker(deps, "p1"),
    store: { ...deps.store, leases: { ...deps.store.leases, release } },
    crashPoint: (here) => {
      if (here === point) throw new MemoryError("store.io", "killed");
    },
  };
}

const fussy: typeof distil = async (deps, stretch) => {
  if (stretch.events.some((turn) => JSON.stringify(turn.payload).includes("poison")))
    throw new Error("cannot read this");
  return distil(deps, stretch);
};

/** Waits longer than any lease, retry or sleep lasts, and lets workers read until nothing is due. */
async function settle(deps: TestMemory): Promise<void> {
  for (let round = 0; round < 14; round++) {
    deps.later(4 * 3_600_000);
    await tick(worker(deps, `late${round}`), { distil: fussy });
  }
}

async function sessions(deps: TestMemory): Promise<SessionRow[]> {
  await catchUp(deps, "sessions");
  const { rows } = await deps.store.views.select(deps.views.sessions, {
    order: "oldest",
    limit: 100,
    offset: 0,
  });
  return rows as unknown as SessionRow[];
}
