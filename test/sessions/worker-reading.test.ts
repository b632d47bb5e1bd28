import { existsSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { update } from "../../src/app/items/update.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { type Distil, distil } from "../../src/app/sessions/distil.ts";
import { readSemanticEvents } from "../../src/app/sessions/read-semantic-events.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { RULES_VERSION } from "../../src/core/extract/rules-version.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { type SessionRow, sessionsView } from "../../src/core/sessions/sessions-view.ts";
import { scenario } from "../scenarios/scenario.ts";
import { NOTHING } from "../support/distil-nothing.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TAGGED = "remember: the staging host is called blue";

async function session(deps: Deps): Promise<SessionRow> {
  await catchUp(deps, "sessions");
  return (await deps.store.views.rows(deps.views.sessions, ["s1"])).get("s1") as unknown as SessionRow;
}

type Said = { readonly texts: readonly string[]; readonly at?: number };

/** Records a session that has ended. */
async function ended(deps: TestMemory, { texts, at = deps.clock.now() }: Said): Promise<void> {
  const turns = texts.map((text) => ({ type: "turn.recorded", payload: { role: "user", text } }));
  const events = [...turns, { type: "session.ended", payload: {} }];
  await deps.put(...events.map((event) => ({ ...event, session: "s1", at })));
}

const fact = async (deps: Deps) => (await find(deps, { kind: "fact", limit: 10, offset: 0 })).items[0];

describe("an item that changes while a session is read", () => {
  /** Reads the session, and then lets somebody set a tag of the item, in the first `times` calls. */
  function disturbed(id: string, times: number) {
    let calls = 0;
    const slow: Distil = async (deps, stretch) => {
      const found = await distil(deps, stretch);
      calls++;
      if (calls <= times) await update(deps, { id, tags: [`tag ${calls}`] });
      return found;
    };
    return { distil: slow, calls: () => calls };
  }

  async function knownFact(): Promise<{ readonly deps: TestMemory; readonly id: string }> {
    const deps = await testMemory();
    await ended(deps, { texts: [TAGGED] });
    await tick(deps);
    await ended(deps, { texts: [TAGGED] });
    return { deps, id: (await fact(deps))?.id ?? "" };
  }

  scenario("distil.moved", async () => {
    const { deps, id } = await knownFact();
    const slow = disturbed(id, 1);
    expect(await tick(deps, slow)).toMatchObject({ read: 1, skipped: 0 });
    expect(slow.calls()).toBe(2);
    expect(await fact(deps)).toMatchObject({ id, tags: ["tag 1"], evidence: [1, 5] });
  });

  test("and changes at every attempt leaves the session due", async () => {
    const { deps, id } = await knownFact();
    const slow = disturbed(id, 99);
    expect(await tick(deps, slow)).toMatchObject({ read: 0, skipped: 1 });
    expect([slow.calls(), (await session(deps)).unread]).toEqual([3, 1]);
    expect((await fact(deps))?.evidence).toEqual([1]);
  });
});

describe("the size of one reading", () => {
  test.each([
    ["few turns", 60, 1, [60]],
    ["many turns", 560, 1, [500, 60]],
    ["many letters", 60, 25_000, [50, 10]],
  ])("%s", async (_, count, letters, stretches) => {
    const deps = await testMemory();
    await ended(deps, { texts: Array.from({ length: count }, () => "x".repeat(letters)) });
    const seen: number[] = [];
    const look: Distil = async (_world, { events }) => {
      seen.push(events.length);
      return NOTHING;
    };
    for (let n = 0; n < 3; n++) await tick(deps, { distil: look });
    expect([seen, await session(deps)]).toMatchObject([stretches, { unread: 0, due_at: null }]);
  });
});

test("a reading records how many findings it could not keep", async () => {
  for (const [skipped, told] of [
    [2, 2],
    [0, undefined],
  ] as const) {
    const deps = await testMemory();
    await ended(deps, { texts: ["hello"] });
    await tick(deps, { distil: async () => ({ ...NOTHING, skipped }) });
    const [read] = (await deps.store.events.read(0, 10, ["session.read"])).events;
    expect(read?.payload?.skipped).toBe(told);
  }
});

test("a new version of the rules makes the view of sessions be rebuilt", async () => {
  vi.resetModules();
  vi.doMock("../../src/core/extract/rules-version.ts", () => ({ RULES_VERSION: RULES_VERSION + 1 }));
  const { sessionsView: other } = await import("../../src/core/sessions/sessions-view.ts");
  vi.doUnmock("../../src/core/extract/rules-version.ts");
  vi.resetModules();
  expect(other.version).not.toBe(sessionsView.version);
});

describe("the working-memory page of a session that was read", () => {
  const CASES: readonly [ago: number, isWritten: boolean][] = [
    [0, true],
    [DAY_MS, true],
    [DAY_MS + 2000, false],
  ];
  scenario("working.published", async () => {
    for (const [ago, isWritten] of CASES) {
      const deps = await testMemory();
      await ended(deps, { texts: [TAGGED], at: deps.clock.now() + 1000 - ago });
      expect(await tick(deps)).toMatchObject({ read: 1 });
      expect([ago, existsSync(deps.working.pathOf("s1"))]).toEqual([ago, isWritten]);
    }
  });

  test("is written for a session that has not ended, however old its turns are", async () => {
    const deps = await testMemory();
    const old = { session: "s1", at: deps.clock.now() - 2 * DAY_MS };
    await deps.put({ ...old, type: "turn.recorded", payload: { role: "user", text: TAGGED } });
    await deps.put({ ...old, type: "session.marked", payload: { reason: "test" } });
    expect(await tick(deps)).toMatchObject({ read: 1 });
    expect(existsSync(deps.working.pathOf("s1"))).toBe(true);
  });

  test("is not written where there is no memory", async () => {
    const deps = await testMemory();
    await ended(deps, { texts: [TAGGED] });
    await tick({ ...deps, project: { ...deps.project, hasMemory: false } });
    expect(existsSync(deps.working.pathOf("s1"))).toBe(false);
  });

  test("may fail to be written without a loss of findings, but a bug of ours is reported", async () => {
    for (const [error, isTold] of [
      [new MemoryError("store.read_only", "The folder is read-only."), false],
      [new TypeError("we were wrong"), true],
    ] as const) {
      const deps = await testMemory();
      await ended(deps, { texts: [TAGGED] });
      const write = (): string => {
        throw error;
      };
      const ticked = tick({ ...deps, working: { ...deps.working, write } });
      if (isTold) await expect(ticked).rejects.toBe(error);
      else expect(await ticked).toMatchObject({ read: 1, failed: 0 });
      expect(await session(deps)).toMatchObject({ unread: 0, due_at: null });
    }
  });
});

test("a program's statement is read in time, however long the worker takes to load", async () => {
  const deps = await testMemory();
  const payload = { key: "port", kind: "port", statement: "The gateway listens on port 8443" };
  await deps.put({ type: "truth.upserted", session: "s1", payload });
  const { select } = deps.store.views;
  let loading = 3000;
  const views: Deps["store"]["views"] = {
    ...deps.store.views,
    select: (...asked) => {
      deps.later(loading);
      loading = 0;
      return select(...asked);
    },
  };
  await readSemanticEvents({ ...deps, store: { ...deps.store, views } });
  expect(await session(deps)).toMatchObject({ unread: 0 });
});
