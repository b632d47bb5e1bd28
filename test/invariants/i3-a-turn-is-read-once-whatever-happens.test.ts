import * as fc from "fast-check";
import { expect } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps, WorkerDeps } from "../../src/app/runtime/deps.ts";
import { distil, type UnreadRange } from "../../src/app/sessions/distil.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { isDead, type SessionRow } from "../../src/core/sessions/sessions-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestWorld, testWorld } from "../support/world.ts";

/** One thing that can happen. Crashes name the point at which the worker dies. */
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
/** This session can never be read: its text makes the distiller throw. */
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
      const world = await testWorld();
      const said: string[] = [];
      for (const one of steps) await play(world, one, said);
      await settle(world);
      const { items } = await find(world, { kind: "fact", limit: 500, offset: 0 });
      const readable = said.filter((text) => !text.includes("poison"));
      expect(items.map((item) => item.text).sort()).toEqual(readable.sort());
      for (const row of await sessions(world)) {
        if (row.id === `s${POISONED}`) expect(row.unread === 0 || isDead(row)).toBe(true);
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

async function play(world: TestWorld, one: Step, said: string[]): Promise<void> {
  if (one.do === "clock") return void world.later(one.ms);
  if (one.do === "turn") {
    await say(world, `s${one.session}`, said);
  } else if (one.do === "life") {
    await world.put({ type: one.type, session: `s${one.session}`, payload: {} });
  } else {
    await work(world, one, said);
  }
}

async function say(world: TestWorld, id: string, said: string[]): Promise<void> {
  const text = `${id === `s${POISONED}` ? "poison" : "statement"} number ${said.length}`;
  said.push(text);
  await world.turn(`remember: ${text}`, id);
}

/** A worker, perhaps killed on the way, perhaps with turns and another worker coming while it reads. */
async function work(world: TestWorld, one: Extract<Step, { do: "tick" }>, said: string[]): Promise<void> {
  const { crashAt, alsoOther, meanwhile } = one;
  const first = crashAt === undefined ? world : dying(world, crashAt);
  const other = worker(world, "p2");
  const both = async (at: WorkerDeps, stretch: UnreadRange) => {
    const found = await fussy(at, stretch);
    for (let i = 0; i < meanwhile; i++) await say(world, stretch.session, said);
    if (alsoOther) await tick(other, { distil: fussy });
    return found;
  };
  await tick(first, { distil: both }).catch((error: unknown) => {
    if (!(error instanceof MemoryError) || error.message !== "killed") throw error;
  });
}

const worker = (world: Deps, process: string): Deps => ({ ...world, writer: { ...world.writer, process } });

/** Dies at a point like a killed process: nothing after it runs, not even the letting go of its lease. */
function dying(world: Deps, point: string): Deps {
  const release = async () => {};
  return {
    ...worker(world, "p1"),
    store: { ...world.store, leases: { ...world.store.leases, release } },
    crashPoint: (here) => {
      if (here === point) throw new MemoryError("store.io", "killed");
    },
  };
}

const fussy: typeof distil = async (world, stretch) => {
  if (stretch.events.some((turn) => JSON.stringify(turn.payload).includes("poison")))
    throw new Error("cannot read this");
  return distil(world, stretch);
};

/** Long enough for every lease, every retry and every sleep. */
async function settle(world: TestWorld): Promise<void> {
  for (let round = 0; round < 14; round++) {
    world.later(4 * 3_600_000);
    await tick(worker(world, `late${round}`), { distil: fussy });
  }
}

async function sessions(world: TestWorld): Promise<SessionRow[]> {
  await catchUp(world, "sessions");
  const { rows } = await world.store.views.select(world.views.sessions, {
    order: "oldest",
    limit: 100,
    offset: 0,
  });
  return rows as unknown as SessionRow[];
}
