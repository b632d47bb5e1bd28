import fc from "fast-check";
import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { itemsByIds } from "../../src/app/items/find-item.ts";
import { acknowledge, readCursor } from "../../src/app/resume/cursor.ts";
import { agentNews, resume } from "../../src/app/resume/resume.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { sessionStart } from "../../src/app/sessions/sessions.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { doctor } from "../../src/app/upkeep/doctor.ts";
import { withoutViewFields } from "../../src/core/items/items-view.ts";
import { createItem, updateItem } from "../../src/core/items/life.ts";
import { fixText } from "../../src/surfaces/verbs/command-line.ts";
import { scenario } from "../scenarios/scenario.ts";
import { holds } from "../support/property.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** The same memory, as one agent in one worktree sees it. */
const as = (deps: TestMemory, agent: string, worktree = "main"): Deps => ({
  ...deps,
  writer: { ...deps.writer, agent, worktree },
});

const names = async (deps: Deps): Promise<string[]> =>
  (await agentNews(deps)).delta.items.map(({ label, action }) => `${label} ${action}`);

type Step =
  | { readonly do: "start" | "crash" | "turn" | "look" | "create"; readonly who: number }
  | { readonly do: "update"; readonly who: number; readonly which: number };

/** Two agents, four worktrees. */
const WHO = ["a", "b"].flatMap((agent) =>
  ["main", "w1", "w2", "w3"].map((worktree) => ({ agent, worktree })),
);
const who = fc.nat(WHO.length - 1);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom("start", "turn", "turn", "crash", "look", "create", "create"), who }),
  fc.record({ do: fc.constant("update" as const), who, which: fc.nat(20) }),
);

/** The reference model: all changes, how far each reader has read, and what each open session was shown. */
type Model = {
  readonly changes: { readonly at: number; readonly id: string; readonly by: number }[];
  readonly read: (number | undefined)[];
  readonly open: (
    | undefined
    | { readonly session: string; readonly upTo: number; readonly told: readonly string[] }
  )[];
  /** How often each reader was shown each change. */
  readonly told: Map<string, number>;
};

scenario("resume.exactly-once", async () => {
  await holds(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const deps = await testMemory();
      const model: Model = { changes: [], read: [], open: [], told: new Map() };
      for (const one of steps) await played(deps, model, one);
      for (const [n] of WHO.entries()) {
        await started(deps, model, n);
        await spoken(deps, model, n);
      }
      // By now each reader with a cursor was shown each change of the others exactly once.
      for (const [key, count] of model.told) expect([key, count]).toEqual([key, 1]);
      for (const { agent, worktree } of WHO) expect(await names(as(deps, agent, worktree))).toEqual([]);
    }),
    30,
  );
});

async function played(deps: TestMemory, model: Model, one: Step): Promise<void> {
  switch (one.do) {
    case "start":
      return started(deps, model, one.who);
    case "turn":
      return spoken(deps, model, one.who);
    case "crash":
      model.open[one.who] = undefined;
      return;
    case "look":
      await agentNews(actor(deps, one.who));
      return;
    case "create":
      return changed(deps, model, one.who, undefined);
    case "update": {
      const ids = [...new Set(model.changes.map(({ id }) => id))];
      return changed(deps, model, one.who, ids[one.which % Math.max(1, ids.length)]);
    }
  }
}

const actor = (deps: TestMemory, n: number): Deps => as(deps, WHO[n]?.agent ?? "", WHO[n]?.worktree);

async function changed(deps: TestMemory, model: Model, n: number, id: string | undefined): Promise<void> {
  const own = actor(deps, n);
  const now = deps.clock.now();
  await catchUp(own, "items");
  const [item] = id === undefined ? [] : await itemsByIds(own, [id]);
  const act = item
    ? updateItem(withoutViewFields(item), { text: `changed at ${model.changes.length}` }, now)
    : createItem(
        "fact",
        { text: `fact ${model.changes.length}` },
        { id: deps.ids.next("fct"), at: now, now },
      );
  const [at = 0] = await deps.put({ ...act, writer: own.writer });
  model.changes.push({ at, id: act.subject, by: n });
}

async function started(deps: TestMemory, model: Model, n: number): Promise<void> {
  const { position: before } = await deps.store.tape.end();
  const read = model.read[n];
  const { session, delta } = await sessionStart(actor(deps, n), { include_context: true });
  const news = model.changes.filter(({ at, by }) => by !== n && at > (read ?? before));
  const ids = read === undefined ? [] : [...new Set(news.map(({ id }) => id))];
  expect(delta?.cursor).toBe(read === undefined ? "none" : "set");
  if (read !== undefined) expect(delta?.items.map(({ id }) => id).sort()).toEqual([...ids].sort());
  model.open[n] = { session, upTo: delta?.up_to_position ?? 0, told: news.map(({ at }) => String(at)) };
}

async function spoken(deps: TestMemory, model: Model, n: number): Promise<void> {
  const session = model.open[n];
  if (session === undefined) return;
  await deps.put({
    type: "turn.recorded",
    session: session.session,
    payload: { role: "user", text: "go on" },
    writer: actor(deps, n).writer,
  });
  if ((model.read[n] ?? -1) >= session.upTo) return;
  model.read[n] = session.upTo;
  for (const at of session.told) {
    const key = `${n} reads ${at}`;
    model.told.set(key, (model.told.get(key) ?? 0) + 1);
  }
  model.open[n] = undefined;
}

scenario("resume.own-left-out", async () => {
  const deps = await testMemory();
  const [ana, ben] = [as(deps, "ana"), as(deps, "ben")];
  for (const agent of [ana, ben]) await acknowledge(agent, { upTo: await deps.store.tape.end() });
  const say = { role: "user", text: "We decided: we always build with pnpm, never with npm." };
  await deps.put({ type: "turn.recorded", session: "s1", payload: say, writer: ana.writer });
  await deps.put({ type: "session.ended", session: "s1", payload: {}, writer: ana.writer });
  expect(await tick(deps)).toMatchObject({ read: 1 });
  const told = (await agentNews(ben)).delta.items;
  expect(told.length).toBeGreaterThan(0);
  expect(told[0]).toMatchObject({ action: "created", by: "ana" });
  expect(await names(ana)).toEqual([]);
  // An agent of the same name in another worktree is another reader.
  const other = as(deps, "ana", "w2");
  await acknowledge(other, { upTo: { position: 0, hash: "start" } });
  expect((await agentNews(other)).delta.items.length).toBe(told.length);
});

scenario("resume.unreadable", async () => {
  const deps = await testMemory();
  await deps.item("constraint", "Never edit migrations by hand");
  const ana = as(deps, "ana");
  await acknowledge(ana, { upTo: { position: 1, hash: "of another tape" } });
  expect(await readCursor(ana)).toMatchObject({ state: "unreadable" });
  const told = await resume(ana, { ack: false });
  expect(told).toMatchObject({ cursor: "unreadable", counts: { constraints: 1 } });
  expect(told.text).toContain("does not match this tape");
  const beyond = as(deps, "ben");
  await acknowledge(beyond, { upTo: { position: 999, hash: "x" } });
  expect((await resume(beyond, { ack: false })).cursor).toBe("unreadable");
  expect((await bundle(beyond, "brief", {})).text).toContain("[cursor:ben, unreadable]");
  const { findings } = await doctor(deps, { fix: false });
  expect(findings.map(({ code, fix }) => `${code}: ${fixText(fix)}`).sort()).toEqual([
    "cursor.unreadable: tidemark resume --ack --agent ana",
    "cursor.unreadable: tidemark resume --ack --agent ben",
  ]);
  await resume(beyond, { ack: true });
  expect(await resume(beyond, { ack: false })).toMatchObject({ cursor: "set", text: "", tokens: 0 });
});

test("an item that was created and ended since the last read is listed once, with its final status", async () => {
  const deps = await testMemory();
  const ana = as(deps, "ana");
  await acknowledge(ana, { upTo: await deps.store.tape.end() });
  const id = await deps.item("decision", "Use JWT");
  await catchUp(deps, "items");
  const { transition } = await import("../../src/app/items/transition.ts");
  await transition(deps, { id, status: "superseded" });
  const gone = await deps.item("fact", "a slip");
  const { remove } = await import("../../src/app/items/remove.ts");
  await remove(deps, { id: gone });
  expect(await names(ana)).toEqual(["dec#1 superseded", "fct#1 removed"]);
});

test("neither a rating nor a repeated statement is listed as a change", async () => {
  const deps = await testMemory();
  const { create } = await import("../../src/app/items/create.ts");
  const { rate } = await import("../../src/app/items/rate.ts");
  const { item } = await create(deps, { kind: "fact", text: "The port is 5432" });
  const ana = as(deps, "ana");
  await acknowledge(ana, { upTo: await deps.store.tape.end() });
  await rate(deps, "helpful", { id: item.id });
  expect((await create(deps, { kind: "fact", text: "The port is 5432" })).outcome).toBe("seen_again");
  expect(await agentNews(ana)).toMatchObject({ delta: { items: [], unseen_event_count: 0 } });
});
