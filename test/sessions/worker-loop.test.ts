import { describe, expect, test, vi } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { selectRows } from "../../src/adapters/sqlite/views.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps, WorkerDeps } from "../../src/app/runtime/deps.ts";
import { findDue, tick } from "../../src/app/sessions/worker.ts";
import { createWorker } from "../../src/app/sessions/worker-loop.ts";
import { ATTEMPTS_MAX, retryDelay } from "../../src/core/sessions/limits.ts";
import type { SessionRow } from "../../src/core/sessions/sessions-view.ts";
import type { Selection } from "../../src/ports/store.ts";
import { scenario } from "../scenarios/scenario.ts";
import { NOTHING } from "../support/distil-nothing.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function endedSession(deps: TestMemory, id: string): Promise<void> {
  await deps.turn(`words of ${id}`, id);
  await deps.put({ type: "session.ended", session: id, payload: {} });
}

async function session(deps: Deps, id: string): Promise<SessionRow> {
  await catchUp(deps, "sessions");
  return (await deps.store.views.rows(deps.views.sessions, [id])).get(id) as unknown as SessionRow;
}

/** A worker loop whose pauses the test ends. */
function manual(deps: Deps) {
  const waiting: { readonly work: () => void; readonly ms: number }[] = [];
  const schedule: Deps["loop"]["schedule"] = (work, ms) => {
    const one = { work, ms };
    waiting.push(one);
    return () => void waiting.splice(waiting.indexOf(one), 1);
  };
  return { deps: { ...deps, loop: { ...deps.loop, schedule } }, waiting };
}

/** A promise that another part of the test resolves. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((done) => {
    open = done;
  });
  return { opened, open };
}

/** Waits a moment in which something that must not happen could happen. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

/** Waits for a condition, however long a busy machine takes. */
const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 600_000, interval: 1 });

describe("a long-running worker", () => {
  scenario("worker.stops", async () => {
    const base = await testMemory();
    const { deps, waiting } = manual(base);
    const [begun, allowed] = [gate(), gate()];
    const log: string[] = [];
    const distil = async () => {
      begun.open();
      await allowed.opened;
      log.push("read");
      return NOTHING;
    };
    const worker = createWorker(deps, { distil, onTick: () => log.push("ticked") });
    await endedSession(base, "s1");
    worker.start();
    await begun.opened;
    const stopped = worker.stop().then(() => log.push("stopped"));
    await settled();
    expect(log).toEqual([]);
    allowed.open();
    await stopped;
    expect(log).toEqual(["read", "ticked", "stopped"]);
    expect(await session(base, "s1")).toMatchObject({ unread: 0, due_at: null });
    await endedSession(base, "s2");
    expect(await worker.tick()).toBeUndefined();
    await settled();
    expect([waiting, log.length, (await session(base, "s2")).unread]).toEqual([[], 3, 1]);
  });

  test("ticks, pauses and ticks again, and a stop between two ticks cancels the next one", async () => {
    const base = await testMemory();
    const { deps, waiting } = manual(base);
    let ticks = 0;
    const worker = createWorker(deps, { onTick: () => ticks++ });
    worker.start();
    worker.start();
    await until(() => waiting.length > 0);
    await settled();
    expect([ticks, waiting.map(({ ms }) => ms)]).toEqual([1, [30_000]]);
    waiting.shift()?.work();
    await until(() => waiting.length > 0);
    await settled();
    expect([ticks, waiting.length]).toEqual([2, 1]);
    await worker.stop();
    expect(waiting).toEqual([]);
    worker.start();
    await until(() => waiting.length > 0);
    expect(ticks).toBe(3);
    await worker.stop();
  });
});

scenario("worker.leases", async () => {
  const deps = await testMemory();
  for (const id of ["s1", "s2"]) await endedSession(deps, id);
  await catchUp(deps, "sessions");
  const now = deps.clock.now();
  const lease = { name: "session s1", owner: "somebody else", until: now + 60_000 };
  expect(await deps.store.leases.claim(lease, now)).toBe(true);
  expect((await findDue(deps, 1)).map(({ id }) => id)).toEqual(["s2"]);
  expect(await tick(deps)).toMatchObject({ read: 1 });
  expect([(await session(deps, "s1")).unread, (await session(deps, "s2")).unread]).toEqual([1, 0]);
  await deps.store.leases.release(lease);
  expect((await findDue(deps, 5)).map(({ id }) => id)).toEqual(["s1"]);
  await deps.store.leases.claim({ ...lease, until: deps.clock.now() + 60_000 }, deps.clock.now());
  expect(await findDue(deps, 5)).toEqual([]);
  deps.later(60_001);
  expect(await tick(deps)).toMatchObject({ read: 1, skipped: 0 });
  expect(await deps.store.leases.leased(deps.clock.now())).toEqual(new Set());
});

scenario("worker.backoff", async () => {
  const deps = await testMemory();
  await endedSession(deps, "s1");
  const distil = async () => {
    throw new Error("the model is asleep");
  };
  for (let attempt = 1; attempt < ATTEMPTS_MAX; attempt++) {
    expect(await tick(deps, { distil })).toMatchObject({ failed: 1 });
    const { retry_at, attempts } = await session(deps, "s1");
    expect(attempts).toBe(attempt);
    const wait = (retry_at ?? 0) - deps.clock.now();
    expect(wait).toBe(retryDelay(attempt, 0.5));
    deps.later(wait - 1);
    expect(await tick(deps, { distil })).toMatchObject({ failed: 0, read: 0 });
    deps.later(1);
  }
  const longest = [1, 2, 3, 4, 5, 20].map((attempt) => retryDelay(attempt, 1));
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 600_000]);
  expect(retryDelay(3, 0)).toBe(2000);
  expect(new Set([0, 0.3, 0.6].map((chance) => retryDelay(3, chance))).size).toBe(3);
});

/** SQLite's query plan for a selection, one step per line. */
async function planOf(deps: TestMemory, selection: Selection): Promise<string[]> {
  const db = (await chooseDriver()).open(deps.databaseFile);
  const plans: string[] = [];
  const sql = (text: string) => {
    const explained = db.prepare(`EXPLAIN QUERY PLAN ${text}`);
    const statement = db.prepare(text);
    const explain = (values: Parameters<typeof explained.all>): void => {
      plans.push(...explained.all(...values).map((row) => String(row.detail)));
    };
    return {
      ...statement,
      get: (...values: Parameters<typeof statement.get>) => {
        explain(values);
        return statement.get(...values);
      },
      all: (...values: Parameters<typeof statement.all>) => {
        explain(values);
        return statement.all(...values);
      },
    };
  };
  selectRows(sql, deps.views.sessions, selection);
  db.close();
  return plans;
}

scenario("session.pauses", async () => {
  const deps = await testMemory();
  for (const id of ["s1", "s2"]) await endedSession(deps, id);
  const log: string[] = [];
  const distil = async (_: WorkerDeps, { session }: { readonly session: string }) => {
    log.push(session);
    return NOTHING;
  };
  // A call in each pause, which is answered before the next session is read.
  const pause = async () => {
    await catchUp(deps, "sessions");
    log.push(`call with ${(await findDue(deps, 9)).length} due`);
  };
  await tick(deps, { distil, pause });
  expect(log).toEqual(["call with 2 due", "s1", "call with 1 due", "s2"]);
});

scenario("session.due-by-index", async () => {
  const deps = await testMemory({ store: "sqlite" });
  for (let i = 0; i < 60; i++) await deps.turn("quiet", `quiet ${i}`);
  for (let i = 0; i < 3; i++) await endedSession(deps, `s${i}`);
  await catchUp(deps, "sessions");
  const selections: Selection[] = [];
  const select: Deps["store"]["views"]["select"] = (view, selection) => {
    selections.push(selection);
    return deps.store.views.select(view, selection);
  };
  const watched = { ...deps, store: { ...deps.store, views: { ...deps.store.views, select } } };
  expect((await findDue(watched, 10)).map(({ id }) => id)).toEqual(["s0", "s1", "s2"]);
  expect(selections.map(({ kinds }) => kinds)).toEqual([["due"], ["failed"]]);
  for (const selection of selections) {
    const plan = await planOf(deps, selection);
    const searches = plan.filter((step) => step.includes("view_rows"));
    expect(searches).not.toHaveLength(0);
    for (const step of searches) {
      expect(step).toMatch(
        /^SEARCH view_rows USING (COVERING )?INDEX view_rows_by_facet \(view=\? AND kind=\?/,
      );
    }
  }
});

test("a long-running worker continues after the store was busy", async () => {
  const deps = await testMemory();
  const scheduled: (() => void)[] = [];
  const failures: unknown[] = [];
  let isBusy = true;
  const store: Deps["store"] = {
    ...deps.store,
    leases: {
      ...deps.store.leases,
      leased: (now) => (isBusy ? Promise.reject(new Error("busy")) : deps.store.leases.leased(now)),
    },
  };
  const schedule = (work: () => void) => {
    scheduled.push(work);
    return () => {};
  };
  const loop = { ...deps.loop, schedule };
  let ticks = 0;
  const worker = createWorker(
    { ...deps, store, loop },
    { onTick: () => ticks++, onFailure: (error) => failures.push(error) },
  );
  worker.start();
  await worker.tick();
  expect({ ticks, failures: failures.length > 0, scheduled: scheduled.length }).toMatchObject({
    ticks: 0,
    failures: true,
  });
  isBusy = false;
  await worker.tick();
  expect(ticks).toBe(1);
  await worker.stop();
});
