import { expect, test } from "vitest";
import { create } from "../../src/app/items/create.ts";
import { find } from "../../src/app/items/find.ts";
import { findItem } from "../../src/app/items/find-item.ts";
import { remember } from "../../src/app/items/remember.ts";
import { remove } from "../../src/app/items/remove.ts";
import { transition } from "../../src/app/items/transition.ts";
import { undo } from "../../src/app/items/undo.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { fixText } from "../../src/surfaces/verbs/command-line.ts";
import { testMemory } from "../support/test-memory.ts";

/** Runs the undo commands in a printed text. */
async function runPrinted(deps: Deps, printed: string | undefined): Promise<void> {
  const commands = [...(printed ?? "").matchAll(/tidemark undo (\S+)( --redo)?/g)];
  expect(commands.length, printed).toBeGreaterThan(0);
  for (const [, id = "", redo] of commands) await undo(deps, { id, redo: redo !== undefined });
}

async function fixOf(act: Promise<unknown>): Promise<string | undefined> {
  const error = await act.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(MemoryError);
  return fixText((error as MemoryError).fix ?? "");
}

const ID = "con#1";
const ACTS: { readonly [name: string]: (deps: Deps) => Promise<unknown> } = {
  remove: (deps) => remove(deps, { id: ID }),
  undo: (deps) => undo(deps, { id: ID, redo: false }),
  redo: (deps) => undo(deps, { id: ID, redo: true }),
  update: (deps) => update(deps, { id: ID, text: "Never push to main or release" }),
  end: (deps) => transition(deps, { id: ID, status: "resolved" }),
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
    async (deps: Deps) => (await remove(deps, { id: ID })).bring_back,
    (deps: Deps) => fixOf(transition(deps, { id: ID, status: "active" })),
    (deps: Deps) => fixOf(update(deps, { id: ID, text: "other" })),
  ];
  for (const print of printed) {
    const deps = await testMemory();
    await create(deps, { kind: "constraint", text: "Never push to main" });
    for (const act of acts.split(" ")) await ACTS[act]?.(deps);
    expect((await findItem(deps, ID)).removed).toBe(true);
    await runPrinted(deps, await print(deps));
    expect((await findItem(deps, ID)).removed ?? false).toBe(false);
    await deps.close();
  }
});

test("an undo prints how to reverse it, and so does an undo that finds nothing to undo", async () => {
  const deps = await testMemory();
  await create(deps, { kind: "constraint", text: "Never push to main" });
  const { reverse } = await undo(deps, { redo: false });
  expect(reverse).toBe("tidemark undo con#1 --redo");
  const fix = await fixOf(undo(deps, { id: ID, redo: false }));
  expect(fix).toContain(reverse);
  await runPrinted(deps, fix);
  expect((await findItem(deps, ID)).removed ?? false).toBe(false);
});

/** A memory with two rules; the second contradicts the first. */
async function conflicting(): Promise<Deps> {
  const deps = await testMemory();
  await remember(deps, { kind: "constraint", text: "Always push to main" });
  const { raised } = await remember(deps, { kind: "constraint", text: "Never push to main" });
  expect(raised.length).toBeGreaterThan(0);
  return deps;
}

const standing = async (deps: Deps): Promise<string[]> => {
  const { items } = await find(deps, { ready: false, limit: 50, offset: 0 });
  return items.map(({ label }) => label).sort();
};

test("undoing a statement that raised a conflict also takes back the conflict", async () => {
  const deps = await conflicting();
  const before = await standing(deps);
  const { item, together } = await undo(deps, { redo: false });
  expect(item.text).toBe("Never push to main");
  expect(together.length).toBeGreaterThan(0);
  expect(await standing(deps)).toEqual(["con#1"]);
  await undo(deps, { redo: true });
  expect(await standing(deps)).toEqual(before);
});

test("an undo that names a conflict takes back only the conflict", async () => {
  const deps = await conflicting();
  const notice = (await standing(deps)).find((label) => !label.startsWith("con#")) ?? "";
  await undo(deps, { id: notice, redo: false });
  expect(await standing(deps)).toContain("con#2");
  expect(await standing(deps)).not.toContain(notice);
});
