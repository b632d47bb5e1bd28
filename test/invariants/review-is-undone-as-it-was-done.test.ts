import fc from "fast-check";
import { expect } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { working } from "../../src/app/briefing/working-memory.ts";
import { create } from "../../src/app/items/create.ts";
import { itemsByIds } from "../../src/app/items/find-item.ts";
import { remember } from "../../src/app/items/remember.ts";
import { remove } from "../../src/app/items/remove.ts";
import { undo } from "../../src/app/items/undo.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { decide } from "../../src/app/review/review.ts";
import { scanItems } from "../../src/app/runtime/scan-rows.ts";
import { MemoryError } from "../../src/core/failure.ts";
import type { ItemRow } from "../../src/core/items/items-view.ts";
import { KIND_NAMES, kindOf } from "../../src/core/items/kinds.ts";
import { scenario } from "../scenarios/scenario.ts";
import { itemIn } from "../support/item-events.ts";
import { runsOf } from "../support/property.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** Statements about one subject: some of them replace or contradict others. */
const TEXTS = [
  "We build with npm",
  "We switched to pnpm instead of npm for the build",
  "Always build with npm",
  "Never build with npm",
  "The build needs Node 22",
] as const;

/** The visible fields of every item, by id. */
type Snapshot = ReadonlyMap<string, string>;

/** The model of undo: the visible state before and after each act; the last act is on top. */
type Model = { readonly done: Past[]; readonly undone: Past[] };
type Past = { readonly subject: string; readonly before: Snapshot; readonly after: Snapshot };
type Command = fc.AsyncCommand<Model, TestMemory>;

async function everything(deps: TestMemory): Promise<readonly ItemRow[]> {
  return (await scanItems(deps, { kinds: KIND_NAMES, order: "oldest" })).rows;
}

async function snapshot(deps: TestMemory): Promise<Snapshot> {
  const seen = ({ status, removed, text, proposes, promoted_to }: ItemRow): string =>
    JSON.stringify({ status, removed, text, proposes, promoted_to });
  return new Map((await everything(deps)).map((item) => [item.id, seen(item)]));
}

/** Every item of the earlier snapshot has its earlier state. Newer items may exist too. */
function standsAs(now: Snapshot, then: Snapshot): void {
  expect([...then.keys()].map((id) => [id, now.get(id)])).toEqual([...then]);
}

/** An act. It clears the list of undone acts, and all invariants must hold after it. */
function command(name: string, act: (deps: TestMemory) => Promise<string | undefined>): Command {
  return {
    check: () => true,
    toString: () => name,
    run: async (model, deps) => {
      const before = await snapshot(deps);
      const subject = await act(deps);
      deps.later(1000);
      const after = await snapshot(deps);
      if (subject === undefined) standsAs(after, before);
      else {
        model.done.push({ subject, before, after });
        model.undone.length = 0;
      }
      await checkInvariants(deps);
    },
  };
}

const refusals = ["input.already_reviewed", "input.illegal_transition", "input.tombstone", "input.invalid"];

/** Runs an act that may be refused; returns undefined if it was. */
async function unlessRefused(act: () => Promise<string>): Promise<string | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof MemoryError) || !refusals.includes(error.code)) throw error;
    return undefined;
  }
}

const say = (n: number): Command =>
  command(`say ${n}`, async (deps) => {
    const input = { text: TEXTS[n % TEXTS.length] ?? "", kind: "decision", topic: "build" };
    return (await remember(deps, input)).item.id;
  });

const propose = (n: number): Command =>
  command(`propose ${n}`, (deps) =>
    unlessRefused(async () => {
      const text = TEXTS[n % TEXTS.length] ?? "";
      const input = { kind: "candidate", text, proposes: "decision", topic: "build" };
      return (await create(deps, input)).item.id;
    }),
  );

const join = (n: number, m: number, relation: string): Command =>
  command(`join ${n} ${m} ${relation}`, async (deps) => {
    const units = (await everything(deps)).filter(({ kind }) => kindOf(kind).isUnit);
    const [newer, older] = [units[n % units.length], units[m % units.length]];
    if (!newer || !older) return undefined;
    const input = { kind: "edge", text: "it was seen", newer: newer.id, older: older.id, relation };
    return unlessRefused(async () => (await create(deps, input)).item.id);
  });

const judge = (verdict: "accept" | "reject", n: number): Command =>
  command(`${verdict} ${n}`, async (deps) => {
    const items = (await everything(deps)).filter(({ kind, removed }) => isReviewed(kind) && !removed);
    const item = items[n % items.length];
    if (!item) return undefined;
    const made = await unlessRefused(async () => (await decide(deps, { do: verdict, id: item.id })).item.id);
    // The first review of an item succeeds, and a second one is refused.
    expect([item.status, made]).toEqual([item.status, item.status === "pending" ? item.id : undefined]);
    if (made !== undefined && item.kind === "edge") await settles(deps, item, verdict);
    return made;
  });

/**
 * Accepting a "replaces" or "challenges" edge ends the live older unit. Either verdict settles what waited for the
 * edge.
 */
async function settles(deps: TestMemory, edge: ItemRow, verdict: "accept" | "reject"): Promise<void> {
  const items = new Map((await everything(deps)).map((item) => [item.id, item]));
  const older = items.get(String(edge.older));
  const ends = verdict === "accept" && ["replaces", "challenges"].includes(String(edge.relation));
  if (ends)
    expect([older?.label, older?.removed ? "superseded" : older?.status]).toEqual([
      older?.label,
      "superseded",
    ]);
  const waits = [...items.values()].filter(
    ({ kind, type, status, about, removed }) =>
      kind === "insight" &&
      (type === "evolves_pending" || (ends && type === "conflict")) &&
      status === "open" &&
      !removed &&
      [edge.newer, edge.older].every((id) => (about as unknown[]).includes(id)),
  );
  expect(older?.removed ? [] : waits.map(({ label }) => label)).toEqual([]);
}

const isReviewed = (kind: string): boolean => kind === "candidate" || kind === "edge";

const archive = (n: number): Command =>
  command(`archive ${n}`, async (deps) => {
    const items = (await everything(deps)).filter(({ removed }) => !removed);
    const item = items[n % items.length];
    return item && (await remove(deps, { id: item.id })).id;
  });

const back = (redo: boolean): Command => ({
  check: ({ done, undone }) => (redo ? undone : done).length > 0,
  toString: () => (redo ? "redo" : "undo"),
  run: async (model, deps) => {
    const [from, to] = redo ? [model.undone, model.done] : [model.done, model.undone];
    const past = from.pop() as Past;
    expect((await undo(deps, { id: past.subject, redo })).left).toEqual([]);
    deps.later(1000);
    standsAs(await snapshot(deps), redo ? past.after : past.before);
    to.push(past);
    await checkInvariants(deps);
  },
});

/** Undoes the last act on some item, whatever happened to other items since. */
const backAnywhere = (n: number): Command => ({
  check: () => true,
  toString: () => `undo item ${n}`,
  run: async (model, deps) => {
    const items = await everything(deps);
    const item = items[n % items.length];
    if (item) await takenBack(deps, item);
    deps.later(1000);
    model.done.length = 0;
    model.undone.length = 0;
    await checkInvariants(deps);
  },
});

/** Undoing an act that followed from an act on another item takes back both. */
async function takenBack(deps: TestMemory, item: ItemRow): Promise<void> {
  const cause = await causeOf(deps, item);
  const isKnown = (error: unknown) => error instanceof MemoryError && error.code === "input.nothing_to_undo";
  await undo(deps, { id: item.id, redo: false }).catch((error) => expect(isKnown(error)).toBe(true));
  if (!cause) return;
  const [after] = await itemsByIds(deps, [cause.id]);
  expect([cause.status, after?.status]).not.toEqual([cause.status, cause.status]);
}

/** The item whose last act caused the last act on this item. An edge or insight that it raised can be undone alone. */
async function causeOf(deps: TestMemory, item: ItemRow): Promise<ItemRow | undefined> {
  const last = (await deps.store.events.history(item.id)).at(-1);
  if (last?.type === "item.created" && ["edge", "insight"].includes(item.kind)) return undefined;
  const [cause] = await itemsByIds(deps, [String(last?.payload?.because)]);
  const first = cause && (await deps.store.events.history(cause.id)).at(-1);
  const isOne = first?.type === "item.transitioned" && last?.type !== "item.undone";
  return isOne && (first.payload?.with as string[] | undefined)?.includes(item.id) ? cause : undefined;
}

async function checkInvariants(deps: TestMemory): Promise<void> {
  const items = await everything(deps);
  for (const edge of items.filter(({ kind }) => kind === "edge")) await edgeHolds(deps, edge);
  const over = items.filter(
    ({ kind, status, removed }) => kindOf(kind).isUnit && (removed || status !== "active"),
  );
  const { hits } = await recall(deps, { query: TEXTS.join(" "), k: 200 });
  const told = [
    ...hits.map(({ label }) => `[${label},`),
    (await bundle(deps, "brief", {})).text,
    (await working(deps, {})).text,
  ].join("\n");
  expect(over.filter(({ label }) => new RegExp(`\\[${label}[\\],]`).test(told))).toEqual([]);
}

/** An edge that ended its older unit is accepted if and only if that unit is superseded, unless the unit changed since. */
async function edgeHolds(deps: TestMemory, edge: ItemRow): Promise<void> {
  const [older] = await itemsByIds(deps, [String(edge.older)]);
  const ended = (await deps.store.events.history(String(edge.older))).findLast(
    ({ payload, type }) => payload?.because === edge.id && type === "item.transitioned",
  );
  if (!older || !ended) return;
  // If the last event of the unit is neither its end by this edge nor the undo of that end, the unit changed since.
  const last = (await deps.store.events.history(older.id)).at(-1);
  const isUntouched = last?.position === ended.position || last?.payload?.because === edge.id;
  if (!isUntouched || edge.removed) return;
  expect([edge.label, edge.status, last && itemIn(last).status]).toEqual(
    edge.status === "accepted"
      ? [edge.label, "accepted", "superseded"]
      : [edge.label, edge.status, older.status === "superseded" ? "not superseded" : older.status],
  );
}

const commands = fc.commands(
  [
    fc.nat(4).map(say),
    fc.nat(4).map(say),
    fc.nat(4).map(propose),
    fc
      .tuple(fc.nat(9), fc.nat(9), fc.constantFrom("replaces", "challenges", "enriches"))
      .map(([n, m, relation]) => join(n, m, relation)),
    fc.nat(20).map((n) => judge("accept", n)),
    fc.nat(20).map((n) => judge("accept", n)),
    fc.nat(20).map((n) => judge("reject", n)),
    fc.nat(20).map(archive),
    fc.constant(back(false)),
    fc.constant(back(false)),
    fc.constant(back(true)),
    fc.nat(20).map(backAnywhere),
  ],
  { maxCommands: 30, size: "max" },
);

scenario("review.undone-as-done", async () => {
  const property = fc.asyncProperty(commands, async (plan) => {
    const deps = await testMemory();
    await deps.turn("Let us talk about the build");
    await fc.asyncModelRun(() => ({ model: { done: [], undone: [] }, real: deps }), plan);
  });
  await fc.assert(property, { numRuns: runsOf(120), seed: Number(process.env.TIDEMARK_SEED ?? 20260101) });
});
