import { describe, expect, test } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { UnreadRange } from "../../src/app/sessions/distil.ts";
import { workerStatus } from "../../src/app/sessions/sessions.ts";
import { findDue, tick } from "../../src/app/sessions/worker.ts";
import { END_AFTER_MS, IDLE_MS } from "../../src/core/sessions/limits.ts";
import type { SessionRow } from "../../src/core/sessions/sessions-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { NOTHING } from "../support/distil-nothing.ts";
import { type TestWorld, testWorld } from "../support/world.ts";

async function session(world: TestWorld, id: string): Promise<SessionRow> {
  await catchUp(world, "sessions");
  return (await world.store.views.rows(world.views.sessions, [id])).get(id) as unknown as SessionRow;
}

async function turns(world: TestWorld, count: number, id = "s1"): Promise<void> {
  for (let i = 0; i < count; i++) await world.turn(`turn ${i} of ${id}`, id);
}

const say = (world: TestWorld, type: string, id = "s1") => world.put({ type, session: id, payload: {} });

describe("when a session is due", () => {
  scenario("session.due-at-six", async () => {
    const world = await testWorld();
    await turns(world, 5);
    expect((await session(world, "s1")).due_at).toBeNull();
    await turns(world, 1);
    expect((await session(world, "s1")).due_at).toBe(6);
  });

  scenario("session.marks", async () => {
    for (const type of ["session.slept", "session.compacted", "session.reset", "session.ended"]) {
      const world = await testWorld();
      await turns(world, 2);
      await say(world, type);
      expect((await session(world, "s1")).due_at, type).toBe(2);
    }
  });

  scenario("session.mark-once", async () => {
    const world = await testWorld();
    await turns(world, 2);
    await say(world, "session.slept");
    await say(world, "session.slept");
    expect((await session(world, "s1")).due_at).toBe(2);
    await turns(world, 1);
    await say(world, "session.slept");
    expect((await session(world, "s1")).due_at).toBe(5);
  });

  scenario("session.nothing-unread", async () => {
    const world = await testWorld();
    await say(world, "session.started");
    await say(world, "session.ended");
    expect((await session(world, "s1")).due_at).toBeNull();
  });

  scenario("session.spans", async () => {
    const world = await testWorld();
    await turns(world, 1);
    await say(world, "session.compacted");
    expect(await session(world, "s1")).toMatchObject({ span: 2, status: "active" });
    await say(world, "session.reset");
    expect(await session(world, "s1")).toMatchObject({ span: 2, status: "ended" });
  });

  scenario("session.due-order", async () => {
    const world = await testWorld();
    for (const id of ["c", "a", "b"]) {
      await turns(world, 1, id);
      await say(world, "session.ended", id);
    }
    await catchUp(world, "sessions");
    expect((await findDue(world, 2)).map((row) => row.id)).toEqual(["c", "a"]);
    expect((await findDue(world, 10)).map((row) => row.id)).toEqual(["c", "a", "b"]);
  });
});

describe("what a tick does", () => {
  scenario("worker.reads-once", async () => {
    const world = await testWorld();
    await world.turn("remember: the staging host is blue", "s1");
    await say(world, "session.ended");
    expect(await tick(world)).toMatchObject({ read: 1, failed: 0 });
    expect(await tick(world)).toMatchObject({ read: 0, failed: 0 });
    const { items } = await find(world, { limit: 10, offset: 0 });
    expect(items.map(({ text, evidence }) => ({ text, evidence }))).toEqual([
      { text: "the staging host is blue", evidence: [1] },
    ]);
    expect(await session(world, "s1")).toMatchObject({ due_at: null, unread: 0 });
  });

  scenario("worker.checkpoint", async () => {
    for (const meanwhile of [1, 6]) {
      const world = await testWorld();
      await turns(world, 6);
      const distil = async () => {
        await turns(world, meanwhile);
        return NOTHING;
      };
      expect(await tick(world, { distil })).toMatchObject({ read: 1 });
      const due_at = 6 + meanwhile;
      expect(await session(world, "s1")).toMatchObject({ checkpoint: 6, unread: meanwhile, due_at });
    }
    const world = await testWorld();
    await turns(world, 1);
    await say(world, "session.slept");
    const distil = async () => {
      await turns(world, 1);
      return NOTHING;
    };
    await tick(world, { distil });
    // It woke up, and too little was said since to mark it again.
    expect(await session(world, "s1")).toMatchObject({ checkpoint: 2, unread: 1, due_at: null });
  });

  scenario("worker.no-resend", async () => {
    const world = await testWorld();
    await turns(world, 6);
    const seen: number[] = [];
    let more = 6;
    const distil = async (_: unknown, { events }: UnreadRange) => {
      seen.push(...events.map(({ position }) => position));
      await turns(world, more);
      more = 0;
      return NOTHING;
    };
    await tick(world, { distil });
    await tick(world, { distil });
    const positions = (await world.store.events.read(0, 100, ["turn.recorded"])).events.map(
      (turn) => turn.position,
    );
    expect(seen).toEqual(positions);
    expect(seen).toHaveLength(12);
    expect(await session(world, "s1")).toMatchObject({ unread: 0, due_at: null });
    expect(await tick(world, { distil })).toMatchObject({ read: 0 });
  });

  scenario("worker.one-commits", async () => {
    const world = await testWorld();
    await world.turn("remember: only one of us may keep this", "s1");
    await say(world, "session.ended");
    await catchUp(world, "sessions");
    const other = { ...world, writer: { ...world.writer, process: "p2" } };
    let calls = 0;
    const outcome = await tick(world, {
      distil: async () => {
        calls++;
        await world.store.leases.release({ name: "session s1", owner: world.writer.process });
        expect(await tick(other)).toMatchObject({ read: 1 });
        return NOTHING;
      },
    });
    expect([outcome, calls]).toMatchObject([{ read: 0, skipped: 1 }, 1]);
    const { events } = await world.store.events.read(0, 100, ["session.read"]);
    expect(events).toHaveLength(1);
  });

  scenario("worker.dead-letter", async () => {
    const world = await testWorld();
    for (const id of ["bad", "good"]) {
      await turns(world, 1, id);
      await say(world, "session.ended", id);
    }
    const distil = async (_: unknown, { session: id }: UnreadRange) => {
      if (id === "bad") throw new Error("poison");
      return NOTHING;
    };
    expect(await tick(world, { distil })).toMatchObject({ read: 1, failed: 1 });
    expect(await tick(world, { distil })).toMatchObject({ read: 0, failed: 0 });
    for (let attempt = 2; attempt <= 5; attempt++) {
      world.later(11 * 60_000);
      expect(await tick(world, { distil })).toMatchObject({ failed: 1 });
      expect(await session(world, "bad")).toMatchObject({ attempts: attempt, error: "poison" });
    }
    world.later(11 * 60_000);
    expect(await tick(world, { distil })).toMatchObject({ read: 0, failed: 0 });
    await turns(world, 7, "bad");
    expect(await findDue(world, 10)).toEqual([]);
    expect((await workerStatus(world)).dead).toMatchObject([{ id: "bad", attempts: 5, error: "poison" }]);
  });

  scenario("session.idle", async () => {
    const world = await testWorld();
    await turns(world, 1);
    world.later((await session(world, "s1")).recorded_at - world.clock.now() + IDLE_MS - 1);
    expect(await tick(world)).toMatchObject({ slept: 0, read: 0 });
    world.later(1);
    expect(await tick(world)).toMatchObject({ slept: 1, read: 1 });
    world.later(END_AFTER_MS - IDLE_MS - 1);
    expect(await tick(world)).toMatchObject({ ended: 0 });
    world.later(1);
    expect(await tick(world)).toMatchObject({ ended: 1 });
    expect((await session(world, "s1")).status).toBe("ended");
  });

  test("a session of last week that is recorded only now is nobody at work", async () => {
    const world = await testWorld();
    const at = world.clock.now() - 7 * 24 * 60 * 60 * 1000;
    await world.put({ type: "turn.recorded", session: "old", at, payload: { role: "user", text: "Go on." } });
    await turns(world, 1, "new");
    await tick(world);
    expect([await session(world, "old"), await session(world, "new")]).toMatchObject([
      { status: "sleeping" },
      { status: "active" },
    ]);
  });
});
