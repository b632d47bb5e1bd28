import { describe, expect, test } from "vitest";
import { itemBy } from "../../src/app/items/find-item.ts";
import { remember } from "../../src/app/items/remember.ts";
import { remove } from "../../src/app/items/remove.ts";
import { transition } from "../../src/app/items/transition.ts";
import { undo } from "../../src/app/items/undo.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { type TestWorld, testWorld } from "../support/world.ts";

/** Two decisions, and an edge from the newer one to the older one. */
async function joined(relation = "replaces"): Promise<TestWorld> {
  const world = await testWorld();
  const older = await world.item("decision", "We build with npm", { topic: "build" });
  const newer = await world.item("decision", "We build with pnpm", { topic: "build" });
  await world.item("edge", "it was seen", { newer, older, relation });
  return world;
}

const accept = (world: Deps) => transition(world, { id: "edg#1", status: "accepted" });
const statusOf = async (world: Deps, id: string) => (await itemBy(world, id)).status;

/** The same world, in which something happens just before the next commit. */
function disturbed(world: TestWorld, act: () => Promise<unknown>): Deps {
  const { store } = world;
  let isOver = false;
  const commit: typeof store.tape.commit = async (batch) => {
    const isFirst = !isOver;
    isOver = true;
    if (isFirst) await act();
    return store.tape.commit(batch);
  };
  return { ...world, store: { ...store, tape: { ...store.tape, commit } } };
}

describe("accepting an edge", () => {
  test.each([
    ["replaces", "superseded"],
    ["challenges", "superseded"],
    ["enriches", "active"],
    ["confirms", "active"],
  ])("that %s leaves its older unit %s", async (relation, status) => {
    const world = await joined(relation);
    await accept(world);
    expect([await statusOf(world, "dec#1"), await statusOf(world, "dec#2")]).toEqual([status, "active"]);
  });

  test("leaves an older unit alone that is archived", async () => {
    const world = await joined();
    await remove(world, { id: "dec#1" });
    expect((await accept(world)).together).toEqual([]);
    expect(await itemBy(world, "dec#1")).toMatchObject({ status: "active", removed: true });
  });

  test("is refused the second time, with who did it the first time", async () => {
    const world = await joined();
    await accept(world);
    await expect(accept(world)).rejects.toMatchObject({
      code: "input.already_reviewed",
      message: "edg#1 was accepted by tester on 2030-01-01.",
    });
  });

  test("ends the older unit as it is by then", async () => {
    const world = await joined();
    await accept(disturbed(world, () => update(world, { id: "dec#1", tags: ["late"] })));
    expect(await itemBy(world, "dec#1")).toMatchObject({ status: "superseded", tags: ["late"] });
  });
});

describe("reviewing an edge", () => {
  const STATEMENTS = ["We build with npm", "We switched to pnpm instead of npm for the build"] as const;

  /** Open insights as their type and whom they are about. */
  async function open(world: Deps): Promise<string[]> {
    const rows = await Promise.all(["ins#1", "ins#2"].map((id) => itemBy(world, id)));
    return rows.filter(({ status }) => status === "open").map(({ label }) => label);
  }

  async function said(): Promise<TestWorld> {
    const world = await testWorld();
    for (const text of [...STATEMENTS, "We moved to yarn instead of npm for the build"]) {
      world.later(1000);
      await remember(world, { text, kind: "decision", topic: "build" });
    }
    return world;
  }

  test.each(["accepted", "rejected"])("settles what waited for it, once it is %s", async (status) => {
    const world = await said();
    const edge = await itemBy(world, "edg#1");
    const insights = await Promise.all(["ins#1", "ins#2"].map((id) => itemBy(world, id)));
    const others = insights.filter(({ about }) => !(about as string[]).includes(String(edge.newer)));
    expect([await open(world), others.length]).toEqual([["ins#1", "ins#2"], 1]);
    await transition(world, { id: "edg#1", status });
    expect(await open(world)).toEqual(others.map(({ label }) => label));
  });

  test("leaves a conflict open when it is rejected", async () => {
    const world = await joined();
    const [older, newer] = [await itemBy(world, "dec#1"), await itemBy(world, "dec#2")];
    await world.item("insight", "They clash", { type: "conflict", about: [older.id, newer.id] });
    await transition(world, { id: "edg#1", status: "rejected" });
    expect(await statusOf(world, "ins#1")).toBe("open");
    await undo(world, { id: "edg#1", redo: false });
    await accept(world);
    expect(await statusOf(world, "ins#1")).toBe("dismissed");
  });
});

test.each(["resolved", "expired"])(
  "a unit that is %s leaves no finding about it open, and an undo opens it again",
  async (status) => {
    const world = await joined();
    const { id } = await itemBy(world, "dec#1");
    await world.item("insight", "They clash", { type: "conflict", about: [id, "dec_other"] });
    await transition(world, { id, status });
    expect(await statusOf(world, "ins#1")).toBe("dismissed");
    await undo(world, { id, redo: false });
    expect(await statusOf(world, "ins#1")).toBe("open");
  },
);

describe("undo", () => {
  test("of what followed from an act takes back that act only while it is the last one", async () => {
    const world = await joined();
    await accept(world);
    await update(world, { id: "edg#1", topic: "build" });
    expect(await undo(world, { id: "dec#1", redo: false })).toMatchObject({ item: { label: "dec#1" } });
    expect(await itemBy(world, "edg#1")).toMatchObject({ status: "accepted", topic: "build" });
    expect(await statusOf(world, "dec#1")).toBe("active");
  });

  test("takes back what followed as it is by then, or leaves it", async () => {
    const world = await joined();
    await accept(world);
    const late = disturbed(world, () => update(world, { id: "dec#1", tags: ["late"] }));
    expect(await undo(late, { id: "edg#1", redo: false })).toMatchObject({
      item: { label: "edg#1", status: "pending" },
      together: [],
      left: [{ label: "dec#1", status: "superseded", tags: ["late"] }],
    });
  });

  test("without a name takes back one's own last act, not that on the item changed last", async () => {
    const world = await testWorld();
    const { item: first } = await remember(world, { text: "The port is 8080", kind: "fact" });
    await update(world, { id: first.id, tags: ["net"] });
    await remember(world, { text: "The host is blue", kind: "fact" });
    await undo(world, { id: first.id, redo: false });
    expect((await undo(world, { redo: false })).item).toMatchObject({
      text: "The host is blue",
      removed: true,
    });
  });

  test("without a name leaves alone what somebody else did", async () => {
    const world = await testWorld();
    const bot: Deps = { ...world, writer: { ...world.writer, agent: "bot" } };
    const { item } = await remember(bot, { text: "The port is 8080", kind: "fact" });
    await update(bot, { id: item.id, tags: ["net"] });
    await undo(world, { id: item.id, redo: false });
    await expect(undo(world, { redo: false })).rejects.toMatchObject({ code: "input.nothing_to_undo" });
  });
});
