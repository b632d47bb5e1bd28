import { describe, expect, test } from "vitest";
import { find } from "../src/app/find.ts";
import { findDue, tick } from "../src/app/worker.ts";
import { catchUp } from "../src/app/world.ts";
import { END_AFTER_MS, IDLE_MS } from "../src/core/sessions/limits.ts";
import type { SessionRow } from "../src/core/sessions/sessions-view.ts";
import { type TestWorld, testWorld } from "./support/world.ts";

async function session(world: TestWorld, id: string): Promise<SessionRow> {
  await catchUp(world, "sessions");
  return (await world.store.rows(world.views.sessions, [id])).get(id) as unknown as SessionRow;
}

async function turns(world: TestWorld, count: number, id = "s1"): Promise<void> {
  for (let i = 0; i < count; i++) await world.turn(`turn ${i} of ${id}`, id);
}

const say = (world: TestWorld, type: string, id = "s1") => world.put({ type, session: id, payload: {} });

describe("when a session is due", () => {
  test("the fifth unread turn does not mark it and the sixth does", async () => {
    const world = await testWorld();
    await turns(world, 5);
    expect((await session(world, "s1")).due_at).toBeNull();
    await turns(world, 1);
    expect((await session(world, "s1")).due_at).toBe(6);
  });

  test.each(["session.slept", "session.compacted", "session.reset", "session.ended"])(
    "%s marks it",
    async (type) => {
      const world = await testWorld();
      await turns(world, 2);
      await say(world, type);
      expect((await session(world, "s1")).due_at).toBe(2);
    },
  );

  test("marking twice is one mark, and the larger position stays", async () => {
    const world = await testWorld();
    await turns(world, 2);
    await say(world, "session.slept");
    await say(world, "session.slept");
    expect((await session(world, "s1")).due_at).toBe(2);
    await turns(world, 1);
    await say(world, "session.slept");
    expect((await session(world, "s1")).due_at).toBe(5);
  });

  test("a session without unread turns is never marked", async () => {
    const world = await testWorld();
    await say(world, "session.started");
    await say(world, "session.ended");
    expect((await session(world, "s1")).due_at).toBeNull();
  });

  test("compaction opens the next span and a reset ends the session", async () => {
    const world = await testWorld();
    await turns(world, 1);
    await say(world, "session.compacted");
    expect(await session(world, "s1")).toMatchObject({ span: 2, status: "active" });
    await say(world, "session.reset");
    expect(await session(world, "s1")).toMatchObject({ span: 2, status: "ended" });
  });

  test("due sessions come oldest mark first and at most as many as asked for", async () => {
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
  test("it reads a due session once and what it found is kept", async () => {
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

  test("turns that come while a session is read stay unread and keep it due", async () => {
    const world = await testWorld();
    await turns(world, 6);
    await tick(world, {
      distil: async () => {
        await turns(world, 6);
        return [];
      },
    });
    expect(await session(world, "s1")).toMatchObject({ checkpoint: 6, unread: 6, due_at: 12 });
    const seen: string[] = [];
    await tick(world, {
      distil: async (_, read) => {
        seen.push(...read.map((turn) => String(turn.payload?.text)));
        return [];
      },
    });
    expect(seen).toEqual([0, 1, 2, 3, 4, 5].map((i) => `turn ${i} of s1`));
    expect(await session(world, "s1")).toMatchObject({ unread: 0, due_at: null });
  });

  test("of two workers on one session one commits and the other changes nothing", async () => {
    const world = await testWorld();
    await world.turn("remember: only one of us may keep this", "s1");
    await say(world, "session.ended");
    await catchUp(world, "sessions");
    const other = { ...world, writer: { ...world.writer, process: "p2" } };
    const outcome = await tick(world, {
      distil: async () => {
        await world.store.release({ name: "session s1", owner: world.writer.process });
        expect(await tick(other)).toMatchObject({ read: 1 });
        return [];
      },
    });
    expect(outcome).toMatchObject({ read: 0, skipped: 1 });
    const { events } = await world.store.read(0, 100, ["session.read"]);
    expect(events).toHaveLength(1);
  });

  test("a session that throws is tried later, then left alone, and holds up nobody", async () => {
    const world = await testWorld();
    for (const id of ["bad", "good"]) {
      await turns(world, 1, id);
      await say(world, "session.ended", id);
    }
    const distil = async (_: unknown, read: readonly { session?: string }[]) => {
      if (read[0]?.session === "bad") throw new Error("poison");
      return [];
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
  });

  test("an idle session falls asleep and later ends, whatever its host said", async () => {
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
});
