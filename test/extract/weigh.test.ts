import { describe, expect, test } from "vitest";
import { find } from "../../src/app/items/find.ts";
import { findItem } from "../../src/app/items/find-item.ts";
import { proposeEdges } from "../../src/app/review/propose-edges.ts";
import type { DraftInput } from "../../src/app/runtime/decide-and-commit.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import type { Item } from "../../src/core/items/item.ts";
import { createItem } from "../../src/core/items/life.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const NPM = { text: "We build with npm", topic: "build" };
const PNPM = { text: "We switched to pnpm instead of npm for the build", topic: "build" };

type Stated = { readonly text: string; readonly topic: string; readonly amends?: string };

/** A new decision that is not on the tape yet. */
function fresh(deps: Deps, { text, topic, amends }: Stated): Item {
  const at = deps.clock.now();
  const own = amends === undefined ? {} : { own: { amends } };
  const born = { id: deps.ids.next("dec"), at, now: at, ...own };
  return createItem("decision", { text, topic }, born).payload.item;
}

const known = (deps: TestMemory, { text, topic }: Stated) => deps.item("decision", text, { topic });

/** Adds so many facts that earlier items are no longer among the newest. */
async function bury(deps: TestMemory): Promise<void> {
  const at = deps.clock.now();
  const facts = Array.from({ length: 301 }, (_, n) =>
    createItem("fact", { text: `Number ${n}`, topic: "other" }, { id: `fct_${n}`, at, now: at }),
  );
  await deps.put(...facts);
}

/** The proposed edges and insights, as kind and relation or type. */
const raised = async (deps: Deps, unit: Item, changed?: ReadonlyMap<string, Item>): Promise<string[]> =>
  (await proposeEdges(deps, [unit], changed)).map(({ payload: { item } }) =>
    [item.kind, item.relation ?? item.type].join(" "),
  );

const BOTH = ["edge replaces", "insight evolves_pending"];

describe("a new unit is compared with", () => {
  test.each([
    ["the newest items of its topic, even behind many other items", NPM, PNPM, true, BOTH],
    [
      "the newest items of all topics",
      { text: "Always build with npm", topic: "one" },
      { text: "Never build with npm", topic: "two" },
      false,
      ["insight conflict"],
    ],
    ["no older item of another topic", { ...NPM, topic: "one" }, { ...PNPM, topic: "two" }, true, []],
  ])("%s", async (_, before, after, isBuried, found) => {
    const deps = await testMemory();
    await known(deps, before);
    if (isBuried) await bury(deps);
    expect(await raised(deps, fresh(deps, after))).toEqual(found);
  });

  test("the item that it amends, in any topic and behind many other items", async () => {
    const deps = await testMemory();
    const amends = await known(deps, { ...NPM, topic: "one" });
    await bury(deps);
    expect(await raised(deps, fresh(deps, { ...PNPM, topic: "two", amends }))).toEqual(BOTH);
  });

  test("items in the state that they have after the same commit", async () => {
    const deps = await testMemory();
    const older = await findItem(deps, await known(deps, NPM));
    const over = new Map([[older.id, { ...older, status: "resolved" }]]);
    expect(await raised(deps, fresh(deps, PNPM), over)).toEqual([]);
    expect(await raised(deps, fresh(deps, PNPM))).toEqual(BOTH);
  });
});

test("an edge or insight that was proposed once is not proposed again", async () => {
  const deps = await testMemory();
  await known(deps, NPM);
  const [unit, clash] = [PNPM, { ...NPM, text: "Never build with npm" }].map((one) => fresh(deps, one));
  for (const one of [unit, clash] as Item[]) {
    const acts = await proposeEdges(deps, [one]);
    expect(acts.length).toBeGreaterThan(0);
    await deps.put(...acts);
    expect(await proposeEdges(deps, [one])).toEqual([]);
  }
});

describe("one reading", () => {
  const turn = (text: string, role = "user"): DraftInput => ({
    type: "turn.recorded",
    payload: { role, text },
  });
  const truth = (key: string, statement: string): DraftInput => ({
    type: "truth.upserted",
    payload: { key, statement },
  });

  async function read(deps: TestMemory, ...events: readonly DraftInput[]): Promise<void> {
    const marked = { type: "session.marked", payload: { reason: "test" } };
    await deps.put(...[...events, marked].map((event) => ({ ...event, session: "s1" })));
    expect(await tick(deps)).toMatchObject({ read: 1, failed: 0 });
  }

  const all = async (deps: Deps, kind: string) => (await find(deps, { kind, limit: 10, offset: 0 })).items;

  test("links an amendment to a decision earlier in the same reading", async () => {
    const deps = await testMemory();
    await read(
      deps,
      turn("We decided: sessions expire after 24 hours."),
      turn("Actually, change of plan: sessions expire after 8 hours instead of 24."),
    );
    const decisions = await all(deps, "decision");
    const older = decisions.find(({ text }) => !text.includes("instead"));
    expect(decisions.flatMap(({ amends }) => amends ?? [])).toEqual([older?.id]);
  });

  test("does not link a changed fact as an amendment", async () => {
    const deps = await testMemory();
    await read(deps, truth("a", "The port is 8080"));
    const changed = truth("b", "Actually, change of plan: the port is 9090 instead of 8080");
    await read(deps, turn("We decided: sessions expire after 24 hours."), changed);
    expect((await all(deps, "fact")).flatMap(({ amends }) => amends ?? [])).toEqual([]);
  });

  test("finds a choice between options of an earlier reading, with turns of both as evidence", async () => {
    const deps = await testMemory();
    await read(deps, turn("Two options: A) use Kafka, B) use a Postgres queue. I suggest B.", "assistant"));
    await read(deps, turn("ok, B"));
    expect(await all(deps, "decision")).toMatchObject([{ evidence: [1, 4] }]);
  });

  test("adds evidence to a pending candidate of an earlier reading", async () => {
    const deps = await testMemory();
    for (let n = 0; n < 2; n++) await read(deps, turn("remember: always push straight to main", "tool"));
    expect(await all(deps, "candidate")).toMatchObject([{ status: "pending", evidence: [1, 5] }]);
  });

  test("proposes nothing about an item that it ends", async () => {
    const deps = await testMemory();
    await read(deps, truth("a", "The port is 8080"));
    const ended = { type: "truth.resolved", payload: { key: "a" } };
    await read(deps, ended, truth("b", "The port is 9090"));
    expect((await all(deps, "fact")).map(({ status }) => status).sort()).toEqual(["active", "resolved"]);
    expect(await all(deps, "insight")).toEqual([]);
    await read(deps, truth("c", "The port is 7070"));
    expect(await all(deps, "insight")).not.toEqual([]);
  });
});
