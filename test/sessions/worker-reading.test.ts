import { existsSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { update } from "../../src/app/items/update.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { type Distil, distil } from "../../src/app/sessions/distil.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { RULES_VERSION } from "../../src/core/extract/rules-version.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { type SessionRow, sessionsView } from "../../src/core/sessions/sessions-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { NOTHING } from "../support/distil-nothing.ts";
import { type TestWorld, testWorld } from "../support/world.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TAGGED = "remember: the staging host is called blue";

async function session(world: Deps): Promise<SessionRow> {
  await catchUp(world, "sessions");
  return (await world.store.views.rows(world.views.sessions, ["s1"])).get("s1") as unknown as SessionRow;
}

type Said = { readonly texts: readonly string[]; readonly at?: number };

/** A session that was said and is over. */
async function ended(world: TestWorld, { texts, at = world.clock.now() }: Said): Promise<void> {
  const turns = texts.map((text) => ({ type: "turn.recorded", payload: { role: "user", text } }));
  const events = [...turns, { type: "session.ended", payload: {} }];
  await world.put(...events.map((event) => ({ ...event, session: "s1", at })));
}

const fact = async (world: Deps) => (await find(world, { kind: "fact", limit: 10, offset: 0 })).items[0];

describe("an item that moves while a session is distilled", () => {
  /** Distils, and then somebody sets a tag, the first so many times. */
  function disturbed(id: string, times: number) {
    let calls = 0;
    const slow: Distil = async (world, stretch) => {
      const found = await distil(world, stretch);
      calls++;
      if (calls <= times) await update(world, { id, tags: [`tag ${calls}`] });
      return found;
    };
    return { distil: slow, calls: () => calls };
  }

  async function knownFact(): Promise<{ readonly world: TestWorld; readonly id: string }> {
    const world = await testWorld();
    await ended(world, { texts: [TAGGED] });
    await tick(world);
    await ended(world, { texts: [TAGGED] });
    return { world, id: (await fact(world))?.id ?? "" };
  }

  scenario("distil.moved", async () => {
    const { world, id } = await knownFact();
    const slow = disturbed(id, 1);
    expect(await tick(world, slow)).toMatchObject({ read: 1, skipped: 0 });
    expect(slow.calls()).toBe(2);
    expect(await fact(world)).toMatchObject({ id, tags: ["tag 1"], evidence: [1, 5] });
  });

  test("and moves on and on leaves the session due", async () => {
    const { world, id } = await knownFact();
    const slow = disturbed(id, 99);
    expect(await tick(world, slow)).toMatchObject({ read: 0, skipped: 1 });
    expect([slow.calls(), (await session(world)).unread]).toEqual([3, 1]);
    expect((await fact(world))?.evidence).toEqual([1]);
  });
});

describe("how much is read at once", () => {
  test.each([
    ["few turns", 60, 1, [60]],
    ["many turns", 560, 1, [500, 60]],
    ["many letters", 60, 90_000, [50, 10]],
  ])("%s", async (_, count, letters, stretches) => {
    const world = await testWorld();
    await ended(world, { texts: Array.from({ length: count }, () => "x".repeat(letters)) });
    const seen: number[] = [];
    const look: Distil = async (_world, { events }) => {
      seen.push(events.length);
      return NOTHING;
    };
    for (let n = 0; n < 3; n++) await tick(world, { distil: look });
    expect([seen, await session(world)]).toMatchObject([stretches, { unread: 0, due_at: null }]);
  });
});

test("a reading tells how much of what it found could not be kept", async () => {
  for (const [skipped, told] of [
    [2, 2],
    [0, undefined],
  ] as const) {
    const world = await testWorld();
    await ended(world, { texts: ["hello"] });
    await tick(world, { distil: async () => ({ ...NOTHING, skipped }) });
    const [read] = (await world.store.events.read(0, 10, ["session.read"])).events;
    expect(read?.payload?.skipped).toBe(told);
  }
});

test("other rules make the view of sessions be built anew", async () => {
  vi.resetModules();
  vi.doMock("../../src/core/extract/rules-version.ts", () => ({ RULES_VERSION: RULES_VERSION + 1 }));
  const { sessionsView: other } = await import("../../src/core/sessions/sessions-view.ts");
  vi.doUnmock("../../src/core/extract/rules-version.ts");
  vi.resetModules();
  expect(other.version).not.toBe(sessionsView.version);
});

describe("the page of a session that was read", () => {
  const CASES: readonly [ago: number, isWritten: boolean][] = [
    [0, true],
    [DAY_MS, true],
    [DAY_MS + 2000, false],
  ];
  scenario("working.published", async () => {
    for (const [ago, isWritten] of CASES) {
      const world = await testWorld();
      await ended(world, { texts: [TAGGED], at: world.clock.now() + 1000 - ago });
      expect(await tick(world)).toMatchObject({ read: 1 });
      expect([ago, existsSync(world.working.pathOf("s1"))]).toEqual([ago, isWritten]);
    }
  });

  test("is written for one that goes on, however long ago it was said", async () => {
    const world = await testWorld();
    const old = { session: "s1", at: world.clock.now() - 2 * DAY_MS };
    await world.put({ ...old, type: "turn.recorded", payload: { role: "user", text: TAGGED } });
    await world.put({ ...old, type: "session.marked", payload: { reason: "test" } });
    expect(await tick(world)).toMatchObject({ read: 1 });
    expect(existsSync(world.working.pathOf("s1"))).toBe(true);
  });

  test("is not written where there is no memory", async () => {
    const world = await testWorld();
    await ended(world, { texts: [TAGGED] });
    await tick({ ...world, project: { ...world.project, hasMemory: false } });
    expect(existsSync(world.working.pathOf("s1"))).toBe(false);
  });

  test("cannot be written, and what was read is safe all the same; a mistake of ours is not hidden", async () => {
    for (const [error, isTold] of [
      [new MemoryError("store.read_only", "The folder is read-only."), false],
      [new TypeError("we were wrong"), true],
    ] as const) {
      const world = await testWorld();
      await ended(world, { texts: [TAGGED] });
      const write = (): string => {
        throw error;
      };
      const ticked = tick({ ...world, working: { ...world.working, write } });
      if (isTold) await expect(ticked).rejects.toBe(error);
      else expect(await ticked).toMatchObject({ read: 1, failed: 0 });
      expect(await session(world)).toMatchObject({ unread: 0, due_at: null });
    }
  });
});
