import { describe, expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { create } from "../../src/app/items/create.ts";
import { findItem } from "../../src/app/items/find-item.ts";
import { remember } from "../../src/app/items/remember.ts";
import { transition } from "../../src/app/items/transition.ts";
import { undo } from "../../src/app/items/undo.ts";
import { review } from "../../src/app/review/review.ts";
import { historySteps } from "../../src/core/items/history.ts";
import { createItem } from "../../src/core/items/life.ts";
import { excerptOf } from "../../src/core/recall/score/excerpt.ts";
import { upcastAll } from "../../src/core/tape/read.ts";
import type { Keys } from "../../src/ports/keys.ts";
import { walkReview } from "../../src/surfaces/cli/review.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { entryText } from "../../src/surfaces/verbs/text/review-text.ts";
import { scenario } from "../scenarios/scenario.ts";
import { onScreen } from "../support/on-screen.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

/** A key, a typed line, or something that happens while the person thinks. */
type Pressed = string | (() => Promise<unknown>);

/** A terminal at which a person presses these keys, types these lines and then quits. */
function scripted(...pressed: readonly Pressed[]): Keys {
  const left = [...pressed];
  const next = async (): Promise<string | undefined> => {
    const one = left.shift();
    if (typeof one !== "function") return one;
    await one();
    return next();
  };
  return {
    next: async () => (await next()) ?? "leave",
    line: async (question) => {
      const line = await next();
      expect(line?.startsWith(question) ?? true).toBe(true);
      return line?.slice(question.length);
    },
    close: () => {},
  };
}

async function walked(deps: TestMemory, ...pressed: readonly Pressed[]): Promise<string> {
  let said = "";
  const out = (text: string): void => {
    said += text;
  };
  await walkReview({ deps, keys: scripted(...pressed), out, paint: PLAIN });
  return said;
}

const asked = { undo: false, limit: 20 };

/** A memory in which a candidate with its turn, an edge and a conflict wait for review. */
async function waitingMemory(): Promise<TestMemory> {
  const deps = await testMemory();
  const said = await deps.turn("So, let us go with pnpm for the workspace, it is faster.");
  const candidate = { kind: "candidate", proposes: "decision", topic: "build", evidence: [said] };
  await create(deps, { ...candidate, text: "go with pnpm for the workspace" });
  for (const text of ["We build with npm", "We switched to pnpm instead of npm for the build"]) {
    deps.later(1000);
    await remember(deps, { text, kind: "decision", topic: "build" });
  }
  for (const text of ["The port is 8080", "The port is 9090"]) {
    deps.later(1000);
    await remember(deps, { text, kind: "fact", topic: "server" });
  }
  return deps;
}

const statusOf = async (deps: TestMemory, id: string) => {
  const { status, removed } = await findItem(deps, id);
  return removed ? "removed" : status;
};

scenario("review.walk", async () => {
  const deps = await waitingMemory();
  const { waiting } = await review(deps, asked);
  const sorts = waiting.map(({ sort }) => sort);
  expect(sorts).toEqual(expect.arrayContaining(["candidates", "edges", "conflicts"]));
  const edge = waiting.find(({ sort }) => sort === "edges");
  const said = await walked(deps, "a", "u", "a", "q");
  expect(said.match(/^1 of \d+$/gm)).toHaveLength(2);
  expect(said).toContain('"So, let us go with pnpm for the workspace, it is faster."');
  expect(said).toContain(
    "[a]ccept [r]eject [e]dit [s]kip [u]ndo [q]uit ? accept\nAccepted: cnd#1 is dec#3 now.",
  );
  expect(said).toContain("? undo\nTaken back.\ncnd#1   candidate, pending #build  go with pnpm");
  expect(said).toContain("1 accepted.");
  expect(await statusOf(deps, "cnd#1")).toBe("accepted");
  const next = await walked(deps, "a");
  expect(next).toContain(`Accepted: ${edge?.item.label}.\n        dec#1 is superseded`);
  expect(await statusOf(deps, "dec#1")).toBe("superseded");
});

describe("walking through a review", () => {
  test("a candidate is edited by line, and one undo takes back text and verdict", async () => {
    const deps = await waitingMemory();
    const said = await walked(deps, "e", "text: Use pnpm in the workspace", "kind: preference", "u", "q");
    expect(said).toContain(
      "Accepted: cnd#1 is prf#1 now.\nprf#1   preference, active #build  Use pnpm in the workspace",
    );
    expect(await findItem(deps, "cnd#1")).toMatchObject({
      status: "pending",
      text: "go with pnpm for the workspace",
      proposes: "decision",
    });
    expect(await statusOf(deps, "prf#1")).toBe("removed");
    expect(said).toContain("Nothing was decided.");
  });

  test("an edit that is cancelled, empty or of an unknown kind changes nothing, and the question is asked again", async () => {
    const deps = await waitingMemory();
    const { position } = await deps.store.tape.end();
    const lines = ["e", "text: ", "e", "text: x", "kind: ", "e", "text: x", "kind: plan"];
    const said = await walked(deps, ...lines);
    expect(said.match(/Nothing was changed\./g)).toHaveLength(2);
    expect(said).toContain('"plan" is not a kind of statement.');
    expect((await deps.store.tape.end()).position).toBe(position);
  });

  test("a conflict is decided by keeping one unit or both, or is left for later", async () => {
    const deps = await waitingMemory();
    for (const text of ["The timeout is 5 seconds", "The timeout is 9 seconds"])
      await remember(deps, { text, kind: "fact", topic: "net" });
    const skips = (await review(deps, asked)).waiting.findIndex(({ sort }) => sort === "conflicts");
    const toConflict = Array.from({ length: skips }, () => "s");
    const said = await walked(deps, ...toConflict, "2", "u", "1", "q");
    expect(said).toContain(
      "keep-[1] keep-[2] [d]ismiss [s]kip [u]ndo [q]uit ? keep-2\nSettled: fct#1 is superseded.",
    );
    expect([await statusOf(deps, "fct#1"), await statusOf(deps, "fct#2")]).toEqual(["active", "superseded"]);
    expect(said).toContain("1 conflict settled");
  });

  test("an unknown key is explained once, and an undo without an act to undo says so", async () => {
    const deps = await waitingMemory();
    const said = await walked(deps, "x", "y", "z", "u", "?");
    expect(said.match(/ {2}a {2}it is right/g)).toHaveLength(2);
    expect(said).toContain("Nothing was decided yet.");
  });

  test("an item that somebody else decided meanwhile is skipped", async () => {
    const deps = await waitingMemory();
    const said = await walked(deps, () => transition(deps, { id: "edg#1", status: "rejected" }), "s", "q");
    expect(said).not.toContain("edg#1");
  });

  test("an edge that accepting a candidate raises is reviewed in the same walk", async () => {
    const deps = await testMemory();
    await remember(deps, { text: "We build with npm", kind: "decision", topic: "build" });
    deps.later(1000);
    const text = "We switched to pnpm instead of npm for the build";
    await create(deps, { kind: "candidate", text, proposes: "decision", topic: "build" });
    const said = await walked(deps, "a", "a");
    expect(said).toMatch(/1 of 1\ncnd#1.*2 of 2\nedg#1 {3}edge: dec#2 replaces dec#1/s);
    expect(await statusOf(deps, "dec#1")).toBe("superseded");
  });
});

scenario("brief.quiet", async () => {
  const deps = await testMemory();
  const born = { id: "pat_1", at: deps.clock.now(), now: deps.clock.now(), own: { quiet: true } } as const;
  await deps.put(createItem("pattern", { text: "The task is half done" }, born));
  await deps.item("fact", "The port is 8080");
  const { text, left_out } = await bundle(deps, "brief", {});
  expect(text).toContain("The port is 8080");
  expect(text).not.toContain("half done");
  expect(left_out).toEqual([]);
});

test.each([
  ["short", "short", { text: "short", isCut: false }],
  ["a\n\n b", "c", { text: "a b", isCut: false }],
])("an excerpt of a short text is the text: %j", (text, statement, cut) =>
  expect(excerptOf(text, statement, 40)).toEqual(cut),
);

test.each([
  ["in its own words", "We use pnpm here"],
  ["in another case", "we use PNPM here."],
  ["in other words", "pnpm is what we use"],
])("an excerpt has the statement in its middle, %s", (_, statement) => {
  const text = `${"Nothing to see. ".repeat(50)}We use pnpm here. ${"Nothing to see. ".repeat(50)}`;
  const { text: cut, isCut } = excerptOf(text, statement, 100);
  expect(isCut).toBe(true);
  expect(cut.length).toBeLessThanOrEqual(100);
  expect(cut).toMatch(/^….*We use pnpm here.*…$/);
});

test("a history shows what each act changed, and what was forgotten", async () => {
  const deps = await testMemory();
  const { item } = await remember(deps, { text: "We build with npm", kind: "decision", topic: "build" });
  await transition(deps, { id: item.id, status: "resolved", reason: "done with" });
  await undo(deps, { id: item.id, redo: false });
  const steps = historySteps(upcastAll(await deps.store.events.history(item.id)));
  const status = { field: "status", from: "active", to: "resolved" };
  expect(steps).toMatchObject([
    { act: "created", by: "tester", changes: [] },
    { act: "transitioned", changes: [status], reason: "done with" },
    {
      act: "undone",
      changes: [{ field: "status", from: "resolved", to: "active" }],
      undoes: steps[1]?.position,
    },
  ]);
  const [first, ...rest] = await deps.store.events.history(item.id);
  const forgotten = first === undefined ? [] : [{ ...first, payload: null }, ...rest];
  expect(historySteps(upcastAll(forgotten))[0]).toMatchObject({ act: "forgotten", changes: [] });
});

test.each([40, 80])("an entry stays within %i columns", async (width) => {
  const deps = await waitingMemory();
  const { waiting } = await review(deps, asked);
  for (const entry of waiting)
    for (const line of onScreen(entryText(entry, PLAIN), width).split("\n"))
      expect(line.length).toBeLessThanOrEqual(width);
});
