import { describe, expect, test } from "vitest";
import { findItem } from "../../src/app/items/find-item.ts";
import { remember } from "../../src/app/items/remember.ts";
import { remove } from "../../src/app/items/remove.ts";
import { transition } from "../../src/app/items/transition.ts";
import { undo } from "../../src/app/items/undo.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** A memory with two decisions, and an edge from the newer one to the older one. */
async function joined(relation = "replaces"): Promise<TestMemory> {
  const deps = await testMemory();
  const older = await deps.item("decision", "We build with npm", { topic: "build" });
  const newer = await deps.item("decision", "We build with pnpm", { topic: "build" });
  await deps.item("edge", "it was seen", { newer, older, relation });
  return deps;
}

const accept = (deps: Deps) => transition(deps, { id: "edg#1", status: "accepted" });
const statusOf = async (deps: Deps, id: string) => (await findItem(deps, id)).status;

/** The same memory, in which another act happens just before the next commit. */
function disturbed(deps: TestMemory, act: () => Promise<unknown>): Deps {
  const { store } = deps;
  let isOver = false;
  const commit: typeof store.tape.commit = async (batch) => {
    const isFirst = !isOver;
    isOver = true;
    if (isFirst) await act();
    return store.tape.commit(batch);
  };
  return { ...deps, store: { ...store, tape: { ...store.tape, commit } } };
}

describe("accepting an edge", () => {
  test.each([
    ["replaces", "superseded"],
    ["challenges", "superseded"],
    ["enriches", "active"],
    ["confirms", "active"],
  ])("that %s leaves its older unit %s", async (relation, status) => {
    const deps = await joined(relation);
    await accept(deps);
    expect([await statusOf(deps, "dec#1"), await statusOf(deps, "dec#2")]).toEqual([status, "active"]);
  });

  test("does not change an archived older unit", async () => {
    const deps = await joined();
    await remove(deps, { id: "dec#1" });
    expect((await accept(deps)).together).toEqual([]);
    expect(await findItem(deps, "dec#1")).toMatchObject({ status: "active", removed: true });
  });

  test("is refused the second time, and the error names who accepted it first", async () => {
    const deps = await joined();
    await accept(deps);
    await expect(accept(deps)).rejects.toMatchObject({
      code: "input.already_reviewed",
      message: "edg#1 was accepted by tester on 2030-01-01.",
    });
  });

  test("keeps a change that the older unit got just before", async () => {
    const deps = await joined();
    await accept(disturbed(deps, () => update(deps, { id: "dec#1", tags: ["late"] })));
    expect(await findItem(deps, "dec#1")).toMatchObject({ status: "superseded", tags: ["late"] });
  });
});

describe("reviewing an edge", () => {
  const STATEMENTS = ["We build with npm", "We switched to pnpm instead of npm for the build"] as const;

  /** The type and the items of each open insight. */
  async function open(deps: Deps): Promise<string[]> {
    const rows = await Promise.all(["ins#1", "ins#2"].map((id) => findItem(deps, id)));
    return rows.filter(({ status }) => status === "open").map(({ label }) => label);
  }

  async function conflictingMemory(): Promise<TestMemory> {
    const deps = await testMemory();
    for (const text of [...STATEMENTS, "We moved to yarn instead of npm for the build"]) {
      deps.later(1000);
      await remember(deps, { text, kind: "decision", topic: "build" });
    }
    return deps;
  }

  test.each(["accepted", "rejected"])(
    "settles the insights that waited for it, once it is %s",
    async (status) => {
      const deps = await conflictingMemory();
      const edge = await findItem(deps, "edg#1");
      const insights = await Promise.all(["ins#1", "ins#2"].map((id) => findItem(deps, id)));
      const others = insights.filter(({ about }) => !(about as string[]).includes(String(edge.newer)));
      expect([await open(deps), others.length]).toEqual([["ins#1", "ins#2"], 1]);
      await transition(deps, { id: "edg#1", status });
      expect(await open(deps)).toEqual(others.map(({ label }) => label));
    },
  );

  test("leaves the conflict open if the edge is rejected", async () => {
    const deps = await joined();
    const [older, newer] = [await findItem(deps, "dec#1"), await findItem(deps, "dec#2")];
    await deps.item("insight", "They clash", { type: "conflict", about: [older.id, newer.id] });
    await transition(deps, { id: "edg#1", status: "rejected" });
    expect(await statusOf(deps, "ins#1")).toBe("open");
    await undo(deps, { id: "edg#1", redo: false });
    await accept(deps);
    expect(await statusOf(deps, "ins#1")).toBe("dismissed");
  });
});

test.each(["resolved", "expired"])(
  "a unit that is %s leaves no finding about it open, and an undo opens it again",
  async (status) => {
    const deps = await joined();
    const { id } = await findItem(deps, "dec#1");
    await deps.item("insight", "They clash", { type: "conflict", about: [id, "dec_other"] });
    await transition(deps, { id, status });
    expect(await statusOf(deps, "ins#1")).toBe("dismissed");
    await undo(deps, { id, redo: false });
    expect(await statusOf(deps, "ins#1")).toBe("open");
  },
);

describe("undo", () => {
  test("of a consequence takes back its cause only while that is the last act on its item", async () => {
    const deps = await joined();
    await accept(deps);
    await update(deps, { id: "edg#1", topic: "build" });
    expect(await undo(deps, { id: "dec#1", redo: false })).toMatchObject({ item: { label: "dec#1" } });
    expect(await findItem(deps, "edg#1")).toMatchObject({ status: "accepted", topic: "build" });
    expect(await statusOf(deps, "dec#1")).toBe("active");
  });

  test("leaves a consequence whose item has changed since", async () => {
    const deps = await joined();
    await accept(deps);
    const late = disturbed(deps, () => update(deps, { id: "dec#1", tags: ["late"] }));
    expect(await undo(late, { id: "edg#1", redo: false })).toMatchObject({
      item: { label: "edg#1", status: "pending" },
      together: [],
      left: [{ label: "dec#1", status: "superseded", tags: ["late"] }],
    });
  });

  test("without an id takes back the caller's own last act, even if another item changed later", async () => {
    const deps = await testMemory();
    const { item: first } = await remember(deps, { text: "The port is 8080", kind: "fact" });
    await update(deps, { id: first.id, tags: ["net"] });
    await remember(deps, { text: "The host is blue", kind: "fact" });
    await undo(deps, { id: first.id, redo: false });
    expect((await undo(deps, { redo: false })).item).toMatchObject({
      text: "The host is blue",
      removed: true,
    });
  });

  test("without an id does not take back another caller's act", async () => {
    const deps = await testMemory();
    const bot: Deps = { ...deps, writer: { ...deps.writer, agent: "bot" } };
    const { item } = await remember(bot, { text: "The port is 8080", kind: "fact" });
    await update(bot, { id: item.id, tags: ["net"] });
    await undo(deps, { id: item.id, redo: false });
    await expect(undo(deps, { redo: false })).rejects.toMatchObject({ code: "input.nothing_to_undo" });
  });
});
