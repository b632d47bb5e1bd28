import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, expectTypeOf, onTestFinished, test } from "vitest";
import { create } from "../../src/app/items/create.ts";
import { find } from "../../src/app/items/find.ts";
import { transition } from "../../src/app/items/transition.ts";
import { update } from "../../src/app/items/update.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import {
  type Bundle,
  type Hit,
  type Item,
  MemoryError,
  openTidemark,
  type Tidemark,
} from "../../src/index.ts";
import { CATALOGUE } from "../../src/surfaces/verbs/catalogue.ts";
import { holds } from "../support/property.ts";
import { testMemory } from "../support/test-memory.ts";
import { scenario } from "./scenario.ts";
import { freshFolder, hasMemory } from "./stage.ts";

function opened(dir: string): Tidemark {
  const memory = openTidemark({ dir, agent: "tool" });
  onTestFinished(() => memory.close());
  return memory;
}

scenario("library.verbs", async () => {
  const base = freshFolder();
  const dir = join(base, "project");
  mkdirSync(dir);
  const memory = opened(dir);
  expect(Object.keys(memory).sort()).toEqual([...Object.keys(CATALOGUE), "close"].sort());
  const kept = await memory.remember({ text: "We build with pnpm", kind: "lesson", topic: "build" });
  expectTypeOf(kept.item).toEqualTypeOf<Item>();
  expect(kept.item).toMatchObject({ label: "les#1", created_by: "tool" });
  const { hits } = await memory.recall({ query: "which package manager builds this" });
  expectTypeOf(hits).toEqualTypeOf<readonly Hit[]>();
  expect(hits[0]?.text).toBe("We build with pnpm");
  const brief = await memory.brief({});
  expectTypeOf(brief).toExtend<Bundle>();
  expect(brief.text).toContain("[les#1, ");
  await memory.create({ kind: "plan", text: "Ship it", steps: [{ text: "test", status: "done" }, "write"] });
  expect(await memory.get({ id: "pln#1" })).toMatchObject({
    item: { steps: [{ status: "done" }, { status: "todo" }] },
  });
  await expect(memory.get({ id: "pln#2" })).rejects.toBeInstanceOf(MemoryError);
  const backup = join(base, "memory.db");
  await memory.backup({ file: backup });
  await expect(memory.forget({ id: "les#1" })).rejects.toMatchObject({ code: "input.needs_person" });
  // Without an agent's name a program acts for its user.
  const personal = openTidemark({ dir });
  await personal.forget({ id: "les#1" });
  expect(await personal.restore({ file: backup })).toHaveProperty("restored");
  await personal.close();
  expect((await memory.verify({})).ok).toBe(true);
  await memory.close();
  expect(await memory.find({ kind: "plan" })).toMatchObject({ total: 1 });
});

test("a program that only reads makes no folder, and sees the writes of other processes", async () => {
  const dir = freshFolder();
  const reader = opened(dir);
  expect((await reader.find({})).total).toBe(0);
  expect((await reader.brief({})).text).toBe("");
  expect(readdirSync(dir)).toEqual([]);
  await opened(dir).remember({ text: "Written by another" });
  expect((await reader.find({})).total).toBe(1);
  expect(hasMemory(dir)).toBe(true);
});

test("concurrent calls share one memory, and all of them take effect", async () => {
  const dir = freshFolder();
  const memory = opened(dir);
  await Promise.all(Array.from({ length: 20 }, (_, i) => memory.remember({ text: `Fact ${i}` })));
  expect((await memory.find({ limit: 100 })).total).toBe(20);
});

test("after a failed open the next call tries again", async () => {
  const dir = freshFolder();
  const memory = openTidemark({ dir: join(dir, "not-yet") });
  await expect(memory.remember({ text: "x" })).rejects.toMatchObject({ code: "input.invalid" });
  mkdirSync(join(dir, "not-yet"));
  await memory.remember({ text: "x" });
  await memory.close();
  expect(existsSync(join(dir, "not-yet", ".tidemark"))).toBe(true);
});

/** Jumps of the clock by years in both directions, within the range of dates. */
const jumps = fc.array(fc.integer({ min: -3000, max: 3000 }), { minLength: 3, maxLength: 8 });
const DAY_MS = 86_400_000;

test("a clock that jumps back or forward changes no order and breaks no view", async () => {
  await holds(
    fc.asyncProperty(fc.constantFrom("memory", "sqlite"), jumps, async (store, days) => {
      const deps = await testMemory({ store: store as "memory" | "sqlite" });
      const made: string[] = [];
      for (const [i, jump] of days.entries()) {
        deps.later(jump * DAY_MS);
        made.push((await create(deps, { kind: "plan", text: `Plan ${i}` })).item.id);
        deps.later(-jump * 2 * DAY_MS);
        await update(deps, { id: made[0] ?? "", assignee: `ana ${i}` });
      }
      await transition(deps, { id: made.at(-1) ?? "", status: "done" });
      const { items } = await find(deps, { kind: "plan", limit: 100, offset: 0 });
      const last = made.at(-1) ?? "";
      const order = [last, ...made.filter((id) => id !== last && id !== made[0]).reverse()];
      expect(items.map(({ id }) => id).filter((id) => id !== made[0] || id === last)).toEqual(order);
      expect(items.map(({ position }) => position)).toEqual(
        items.map(({ position }) => position).toSorted((a, b) => b - a),
      );
      expect(await verify(deps)).toMatchObject({ ok: true, findings: [] });
      await deps.close();
    }),
    30,
  );
});
