import { expect, test } from "vitest";
import { create } from "../../src/app/items/create.ts";
import { find } from "../../src/app/items/find.ts";
import { itemBy } from "../../src/app/items/find-item.ts";
import { remember } from "../../src/app/items/remember.ts";
import { remove } from "../../src/app/items/remove.ts";
import { transition } from "../../src/app/items/transition.ts";
import { undo } from "../../src/app/items/undo.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { fixText } from "../../src/surfaces/verbs/command-line.ts";
import { testWorld } from "../support/world.ts";

/** Runs the undos of a printed command. */
async function runPrinted(world: Deps, printed: string | undefined): Promise<void> {
  const commands = [...(printed ?? "").matchAll(/tidemark undo (\S+)( --redo)?/g)];
  expect(commands.length, printed).toBeGreaterThan(0);
  for (const [, id = "", redo] of commands) await undo(world, { id, redo: redo !== undefined });
}

async function fixOf(act: Promise<unknown>): Promise<string | undefined> {
  const error = await act.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(MemoryError);
  return fixText((error as MemoryError).fix ?? "");
}

const ID = "con#1";
const ACTS: { readonly [name: string]: (world: Deps) => Promise<unknown> } = {
  remove: (world) => remove(world, { id: ID }),
  undo: (world) => undo(world, { id: ID, redo: false }),
  redo: (world) => undo(world, { id: ID, redo: true }),
  update: (world) => update(world, { id: ID, text: "Never push to main or release" }),
  end: (world) => transition(world, { id: ID, status: "resolved" }),
};

test.each([
  "remove",
  "undo",
  "undo redo remove",
  "remove undo undo",
  "remove undo redo",
  "update undo undo",
  "update undo remove",
  "update remove undo remove",
  "end remove",
  "end undo undo",
  "update end remove undo undo undo undo",
])("after %s, every printed command brings the item back", async (acts) => {
  const printed = [
    async (world: Deps) => (await remove(world, { id: ID })).bring_back,
    (world: Deps) => fixOf(transition(world, { id: ID, status: "active" })),
    (world: Deps) => fixOf(update(world, { id: ID, text: "other" })),
  ];
  for (const print of printed) {
    const world = await testWorld();
    await create(world, { kind: "constraint", text: "Never push to main" });
    for (const act of acts.split(" ")) await ACTS[act]?.(world);
    expect((await itemBy(world, ID)).removed).toBe(true);
    await runPrinted(world, await print(world));
    expect((await itemBy(world, ID)).removed ?? false).toBe(false);
    await world.close();
  }
});

test("an undo says how to take it back, and so does one that finds nothing left", async () => {
  const world = await testWorld();
  await create(world, { kind: "constraint", text: "Never push to main" });
  const { reverse } = await undo(world, { redo: false });
  expect(reverse).toBe("tidemark undo con#1 --redo");
  const fix = await fixOf(undo(world, { id: ID, redo: false }));
  expect(fix).toContain(reverse);
  await runPrinted(world, fix);
  expect((await itemBy(world, ID)).removed ?? false).toBe(false);
});

/** Two rules of which the second contradicts the first. */
async function conflicting(): Promise<Deps> {
  const world = await testWorld();
  await remember(world, { kind: "constraint", text: "Always push to main" });
  const { raised } = await remember(world, { kind: "constraint", text: "Never push to main" });
  expect(raised.length).toBeGreaterThan(0);
  return world;
}

const standing = async (world: Deps): Promise<string[]> => {
  const { items } = await find(world, { ready: false, limit: 50, offset: 0 });
  return items.map(({ label }) => label).sort();
};

test("an undo after a statement that raised a conflict takes back the statement and the conflict", async () => {
  const world = await conflicting();
  const before = await standing(world);
  const { item, together } = await undo(world, { redo: false });
  expect(item.text).toBe("Never push to main");
  expect(together.length).toBeGreaterThan(0);
  expect(await standing(world)).toEqual(["con#1"]);
  await undo(world, { redo: true });
  expect(await standing(world)).toEqual(before);
});

test("an undo that names a conflict takes back the conflict alone", async () => {
  const world = await conflicting();
  const notice = (await standing(world)).find((label) => !label.startsWith("con#")) ?? "";
  await undo(world, { id: notice, redo: false });
  expect(await standing(world)).toContain("con#2");
  expect(await standing(world)).not.toContain(notice);
});
