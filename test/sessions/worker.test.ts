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
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function session(deps: TestMemory, id: string): Promise<SessionRow> {
  await catchUp(deps, "sessions");
  return (await deps.store.views.rows(deps.views.sessions, [id])).get(id) as unknown as SessionRow;
}

async function turns(deps: TestMemory, count: number, id = "s1"): Promise<void> {
  for (let i = 0; i < count; i++) await deps.turn(`turn ${i} of ${id}`, id);
}

const say = (deps: TestMemory, type: string, id = "s1") => deps.put({ type, session: id, payload: {} });

describe("when a session is due", () => {
  scenario("session.due-at-six", async () => {
    const deps = await testMemory();
    await turns(deps, 5);
    expect((await session(deps, "s1")).due_at).toBeNull();
    await turns(deps, 1);
    expect((await session(deps, "s1")).due_at).toBe(6);
  });

  scenario("session.marks", async () => {
    for (const type of ["session.slept", "session.compacted", "session.reset", "session.ended"]) {
      const deps = await testMemory();
      await turns(deps, 2);
      await say(deps, type);
      expect((await session(deps, "s1")).due_at, type).toBe(2);
    }
  });

  scenario("session.mark-once", async () => {
    const deps = await testMemory();
    await turns(deps, 2);
    await say(deps, "session.slept");
    await say(deps, "session.slept");
    expect((await session(deps, "s1")).due_at).toBe(2);
    await turns(deps, 1);
    await say(deps, "session.slept");
    expect((await session(deps, "s1")).due_at).toBe(5);
  });

  scenario("session.nothing-unread", async () => {
    const deps = await testMemory();
    await say(deps, "session.started");
    await say(deps, "session.ended");
    expect((await session(deps, "s1")).due_at).toBeNull();
  });

  scenario("session.spans", async () => {
    const deps = await testMemory();
    await turns(deps, 1);
    await say(deps, "session.compacted");
    expect(await session(deps, "s1")).toMatchObject({ span: 2, status: "active" });
    await say(deps, "session.reset");
    expect(await session(deps, "s1")).toMatchObject({ span: 2, status: "ended" });
  });

  scenario("session.due-order", async () => {
    const deps = await testMemory();
    for (const id of ["c", "a", "b"]) {
      await turns(deps, 1, id);
      await say(deps, "session.ended", id);
    }
    await catchUp(deps, "sessions");
    expect((await findDue(deps, 2)).map((row) => row.id)).toEqual(["c", "a"]);
    expect((await findDue(deps, 10)).map((row) => row.id)).toEqual(["c", "a", "b"]);
  });
});

describe("a tick", () => {
  scenario("worker.reads-once", async () => {
    const deps = await testMemory();
    await deps.turn("remember: the staging host is blue", "s1");
    await say(deps, "session.ended");
    expect(await tick(deps)).toMatchObject({ read: 1, failed: 0 });
    expect(await tick(deps)).toMatchObject({ read: 0, failed: 0 });
    const { items } = await find(deps, { limit: 10, offset: 0 });
    expect(items.map(({ text, evidence }) => ({ text, evidence }))).toEqual([
      { text: "the staging host is blue", evidence: [1] },
    ]);
    expect(await session(deps, "s1")).toMatchObject({ due_at: null, unread: 0 });
  });

  scenario("worker.checkpoint", async () => {
    for (const meanwhile of [1, 6]) {
      const deps = await testMemory();
      await turns(deps, 6);
      const distil = async () => {
        await turns(deps, meanwhile);
        return NOTHING;
      };
      expect(await tick(deps, { distil })).toMatchObject({ read: 1 });
      const due_at = 6 + meanwhile;
      expect(await session(deps, "s1")).toMatchObject({ checkpoint: 6, unread: meanwhile, due_at });
    }
    const deps = await testMemory();
    await turns(deps, 1);
    await say(deps, "session.slept");
    const distil = async () => {
      await turns(deps, 1);
      return NOTHING;
    };
    await tick(deps, { distil });
    // The session became active again, with too few turns to be marked again.
    expect(await session(deps, "s1")).toMatchObject({ checkpoint: 2, unread: 1, due_at: null });
  });

  scenario("worker.no-resend", async () => {
    const deps = await testMemory();
    await turns(deps, 6);
    const seen: number[] = [];
    let more = 6;
    const distil = async (_: unknown, { events }: UnreadRange) => {
      seen.push(...events.map(({ position }) => position));
      await turns(deps, more);
      more = 0;
      return NOTHING;
    };
    await tick(deps, { distil });
    await tick(deps, { distil });
    const positions = (await deps.store.events.read(0, 100, ["turn.recorded"])).events.map(
      (turn) => turn.position,
    );
    expect(seen).toEqual(positions);
    expect(seen).toHaveLength(12);
    expect(await session(deps, "s1")).toMatchObject({ unread: 0, due_at: null });
    expect(await tick(deps, { distil })).toMatchObject({ read: 0 });
  });

  scenario("worker.one-commits", async () => {
    const deps = await testMemory();
    await deps.turn("remember: only one of us may keep this", "s1");
    await say(deps, "session.ended");
    await catchUp(deps, "sessions");
    const other = { ...deps, writer: { ...deps.writer, process: "p2" } };
    let calls = 0;
    const outcome = await tick(deps, {
      distil: async () => {
        calls++;
        await deps.store.leases.release({ name: "session s1", owner: deps.writer.process });
        expect(await tick(other)).toMatchObject({ read: 1 });
        return NOTHING;
      },
    });
    expect([outcome, calls]).toMatchObject([{ read: 0, skipped: 1 }, 1]);
    const { events } = await deps.store.events.read(0, 100, ["session.read"]);
    expect(events).toHaveLength(1);
  });

  scenario("worker.dead-letter", async () => {
    const deps = await testMemory();
    for (const id of ["bad", "good"]) {
      await turns(deps, 1, id);
      await say(deps, "session.ended", id);
    }
    const distil = async (_: unknown, { session: id }: UnreadRange) => {
      if (id === "bad") throw new Error("poison");
      return NOTHING;
    };
    expect(await tick(deps, { distil })).toMatchObject({ read: 1, failed: 1 });
    expect(await tick(deps, { distil })).toMatchObject({ read: 0, failed: 0 });
    for (let attempt = 2; attempt <= 5; attempt++) {
      deps.later(11 * 60_000);
      expect(await tick(deps, { distil })).toMatchObject({ failed: 1 });
      expect(await session(deps, "bad")).toMatchObject({ attempts: attempt, error: "poison" });
    }
    deps.later(11 * 60_000);
    expect(await tick(deps, { distil })).toMatchObject({ read: 0, failed: 0 });
    await turns(deps, 7, "bad");
    expect(await findDue(deps, 10)).toEqual([]);
    expect((await workerStatus(deps)).dead).toMatchObject([{ id: "bad", attempts: 5, error: "poison" }]);
  });

  scenario("session.idle", async () => {
    const deps = await testMemory();
    await turns(deps, 1);
    deps.later((await session(deps, "s1")).recorded_at - deps.clock.now() + IDLE_MS - 1);
    expect(await tick(deps)).toMatchObject({ slept: 0, read: 0 });
    deps.later(1);
    expect(await tick(deps)).toMatchObject({ slept: 1, read: 1 });
    deps.later(END_AFTER_MS - IDLE_MS - 1);
    expect(await tick(deps)).toMatchObject({ ended: 0 });
    deps.later(1);
    expect(await tick(deps)).toMatchObject({ ended: 1 });
    expect((await session(deps, "s1")).status).toBe("ended");
  });

  test("a session of last week that is recorded only now counts as sleeping", async () => {
    const deps = await testMemory();
    const at = deps.clock.now() - 7 * 24 * 60 * 60 * 1000;
    await deps.put({ type: "turn.recorded", session: "old", at, payload: { role: "user", text: "Go on." } });
    await turns(deps, 1, "new");
    await tick(deps);
    expect([await session(deps, "old"), await session(deps, "new")]).toMatchObject([
      { status: "sleeping" },
      { status: "active" },
    ]);
  });
});
