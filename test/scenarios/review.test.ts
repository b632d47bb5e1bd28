import { expect, test } from "vitest";
import { BIN, spawned } from "../spawned.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Fields, type Item, type Result, type Stage, stage } from "./stage.ts";

type Entry = {
  readonly sort: string;
  readonly item: Item;
  readonly units: readonly Item[];
  readonly evidence: readonly { readonly name: string; readonly by: string; readonly text: string }[];
};
const waitingIn = (result: Result): readonly Entry[] => result.waiting as readonly Entry[];
const labels = (items: unknown): string[] => (items as readonly Item[]).map(({ label }) => label);

const TURN = {
  type: "turn",
  session: "s1",
  role: "user",
  text: "We should go with pnpm for the workspace, it is faster.",
  at: "2026-03-01T08:00:00Z",
};

/** Records the turn; returns its position. */
async function recordTurn(on: Stage): Promise<number> {
  const { last_position } = await on.call("record", {
    file: on.file("turn.jsonl", `${JSON.stringify(TURN)}\n`),
  });
  return Number(last_position);
}

const NPM = { text: "We build with npm", kind: "decision", topic: "build" };
const PNPM = { text: "We switched to pnpm instead of npm for the build", kind: "decision", topic: "build" };
const PORTS = ["The port is 8080", "The port is 9090"].map((text) => ({
  text,
  kind: "fact",
  topic: "server",
}));
const CANDIDATE = {
  kind: "candidate",
  proposes: "lesson",
  topic: "build",
  text: "go with pnpm for the workspace",
};

/** The label of the first waiting entry of a type. */
async function waitsFor(on: Stage, sort: string): Promise<string> {
  const [entry] = waitingIn(await on.call("review", { type: sort }));
  return entry?.item.label ?? expect.fail(`no ${sort} wait`);
}

scenario("review.lists", async (surface) => {
  const on = stage(surface);
  expect(await on.call("review")).toEqual({
    waiting: [],
    kept: [],
    kept_total: 0,
    total: { candidates: 0, edges: 0, conflicts: 0, moot: 0 },
    done: [],
  });
  const position = await recordTurn(on);
  await on.call("create", { ...CANDIDATE, evidence: [position] });
  for (const unit of [NPM, PNPM, ...PORTS]) await on.call("remember", unit);
  const [candidate] = waitingIn(await on.call("review", { type: "candidates" }));
  expect(candidate).toMatchObject({ sort: "candidates", item: { label: "cnd#1" }, units: [] });
  expect(candidate?.evidence).toMatchObject([
    { name: `turn@${position}`, by: "user", session: "s1", text: TURN.text, at: "2026-03-01T08:00:00.000Z" },
  ]);
  const [edge] = waitingIn(await on.call("review", { type: "edges" }));
  expect([edge?.sort, labels(edge?.units)]).toEqual(["edges", ["dec#2", "dec#1"]]);
  const [conflict] = waitingIn(await on.call("review", { type: "conflicts" }));
  expect([conflict?.sort, labels(conflict?.units).sort()]).toEqual(["conflicts", ["fct#1", "fct#2"]]);
  expect(waitingIn(await on.call("review", { limit: 1 }))).toHaveLength(1);
});

scenario("review.moot", async (surface) => {
  const on = stage(surface);
  for (const unit of [NPM, PNPM]) await on.call("remember", unit);
  expect((await on.call("review")).total).toMatchObject({ edges: 1, moot: 0 });
  await on.call("transition", { id: "dec#1", status: "resolved" });
  const after = await on.call("review");
  expect([waitingIn(after), after.total]).toEqual([[], { candidates: 0, edges: 0, conflicts: 0, moot: 1 }]);
});

scenario("review.decides", async (surface) => {
  const on = stage(surface);
  await on.call("create", CANDIDATE);
  await on.call("create", { ...CANDIDATE, text: "go with yarn" });
  for (const unit of [NPM, PNPM, ...PORTS]) await on.call("remember", unit);
  const edge = await waitsFor(on, "edges");
  const first = await on.call("review", { accept: ["cnd#1", edge], reject: ["cnd#2"] });
  expect(first.done).toMatchObject([
    { did: "accepted", item: { label: "cnd#1", status: "accepted" }, promoted_to: { label: "les#1" } },
    { did: "accepted", item: { label: edge }, together: [{ label: "dec#1", status: "superseded" }, {}] },
    { did: "rejected", item: { label: "cnd#2", status: "rejected" } },
  ]);
  expect(
    (await on.call("recall", { query: "npm", kind: ["decision"] })).hits.map(({ label }) => label),
  ).toEqual(["dec#2"]);
  const conflict = await waitsFor(on, "conflicts");
  const second = await on.call("review", { keep: ["fct#2"] });
  expect(second.done).toMatchObject([{ did: "kept", item: { label: "fct#1", status: "superseded" } }]);
  expect(labels((second.done as readonly Fields[])[0]?.together)).toContain(conflict);
  expect(second.total).toMatchObject({ candidates: 0, conflicts: 0 });
});

scenario("review.edit", async (surface) => {
  const on = stage(surface);
  await on.call("create", CANDIDATE);
  const { done } = await on.call("review", { edit: "cnd#1", text: "Use pnpm", kind: "preference" });
  expect(done).toMatchObject([{ did: "accepted", promoted_to: { label: "prf#1", text: "Use pnpm" } }]);
  await on.call("undo", { id: "cnd#1" });
  expect((await on.call("get", { id: "cnd#1" })).item).toMatchObject({
    text: CANDIDATE.text,
    proposes: "lesson",
    status: "pending",
  });
  expect((await on.call("get", { id: "prf#1" })).item).toMatchObject({ removed: true });
  expect(await on.refused("review", { edit: "cnd#1" })).toMatchObject({ field: "text" });
  expect(await on.refused("review", { text: "x" })).toMatchObject({ field: "text" });
  expect(await on.refused("review", { edit: "cnd#1", kind: "plan" })).toMatchObject({
    code: "input.unknown_kind",
  });
});

scenario("review.all-or-none", async (surface) => {
  const on = stage(surface);
  await on.call("create", CANDIDATE);
  await on.call("remember", NPM);
  await on.call("create", { ...CANDIDATE, text: "go with yarn" });
  await on.call("review", { reject: ["cnd#2"] });
  const end = await on.end();
  const refusals = [
    [{ accept: ["cnd#1", "cnd#9"] }, "input.unknown_id", "accept"],
    [{ accept: ["cnd#1"], reject: ["cnd#2"] }, "input.already_reviewed", "reject"],
    [{ accept: ["cnd#1"], reject: ["cnd#1"] }, "input.invalid", "accept"],
    [{ accept: ["cnd#1", "dec#1"] }, "input.invalid", "accept"],
    [{ accept: ["cnd#1"], dismiss: ["cnd#1"] }, "input.invalid", "dismiss"],
    [{ accept: ["cnd#1"], keep: ["dec#1"] }, "input.invalid", "keep"],
    [{ accept: ["cnd#1"], undo: true }, "input.invalid", "undo"],
  ] as const;
  for (const [input, code, field] of refusals)
    expect([input, await on.refused("review", input)]).toMatchObject([input, { code, field }]);
  expect(await on.end()).toBe(end);
});

scenario("review.undo", async (surface) => {
  const on = stage(surface);
  for (const unit of [NPM, PNPM]) await on.call("remember", unit);
  const before = await on.call("review");
  const [edge] = waitingIn(before);
  await on.call("review", { accept: [String(edge?.item.label)] });
  await on.call("remember", { text: "Something else entirely" });
  const { done, total } = await on.call("review", { undo: true });
  expect(done).toMatchObject([
    { did: "undone", item: { label: edge?.item.label, status: "pending" }, left: [] },
  ]);
  expect(total).toEqual(before.total);
  expect((await on.call("get", { id: "dec#1" })).item.status).toBe("active");
  expect(await on.refused("review", { undo: true })).toMatchObject({ code: "input.nothing_to_undo" });
});

scenario("review.needs-person", async () => {
  const on = stage();
  const proposed = await on.call(
    "remember",
    { text: "Prefer small commits", kind: "preference" },
    { agent: "bot" },
  );
  expect(proposed).toMatchObject({ outcome: "proposed", item: { label: "cnd#1", kind: "candidate" } });
  for (const flags of [
    ["--accept", "cnd#1"],
    ["--edit", "cnd#1", "--text", "Prefer large commits"],
  ]) {
    const refused = await commandLine(["review", ...flags, "--agent", "bot", "--json"], on);
    expect(JSON.parse(refused.stdout).error.code).toBe("input.needs_person");
  }
  const { done } = await on.call("review", { accept: ["cnd#1"] });
  expect(done).toMatchObject([{ did: "accepted", promoted_to: { label: "prf#1", origin: "agent" } }]);
});

scenario("review.status", async (surface) => {
  const on = stage(surface);
  await recordTurn(on);
  expect(await on.call("status")).toMatchObject({ working: { pages: 0, out_of_date: [] } });
  await on.call("working");
  await on.call("create", CANDIDATE);
  for (const unit of [NPM, PNPM]) await on.call("remember", unit);
  const status = await on.call("status");
  expect(status).toMatchObject({ review: { candidates: 1, edges: 1, conflicts: 0 } });
  expect(status.working).toMatchObject({ pages: 1, last: { session: "s1" } });
  const [page] = (status.working as { out_of_date: readonly { session: string; reasons: string[] }[] })
    .out_of_date;
  expect(page?.session).toBe("s1");
  expect(page?.reasons).toContain("decision created");
  const { stdout } = await commandLine(["status"], on);
  expect(stdout).toContain("review    1 candidate, 1 edge wait.");
  expect(stdout).toContain("Next: tidemark review");
});

scenario("outcomes.told", async () => {
  const on = stage();
  const tell = async (...argv: readonly string[]) => (await commandLine(argv, on)).stdout;
  await on.call("remember", NPM);
  const remembered = await tell("remember", PNPM.text, "--kind", "decision", "--topic", "build");
  expect(remembered).toContain("Remembered.\ndec#2");
  expect(remembered).toContain("\n        It may replace dec#1: tidemark review\n");
  const edge = await waitsFor(on, "edges");
  expect(await tell("transition", edge, "accepted")).toMatch(
    /\n {8}dec#1 is superseded, ins#\d+ is dismissed\.\n/,
  );
  await on.call("update", { id: "dec#1", tags: ["old"] });
  const undone = await tell("undo", edge);
  expect(undone).toMatch(/\n {8}ins#\d+ is open\.\n/);
  expect(undone).toContain("        dec#1 has changed since and stays superseded.\n");
  const proposed = await tell("remember", "Prefer tabs", "--kind", "preference", "--agent", "bot");
  expect(proposed).toContain("Proposed: waits for review (tidemark review)\ncnd#1");
});

scenario("show.item", async (surface) => {
  const on = stage(surface);
  const position = await recordTurn(on);
  await on.call("create", { ...CANDIDATE, proposes: "decision", evidence: [position], rejected: ["yarn"] });
  await on.call("review", { accept: ["cnd#1"] });
  await on.call("remember", { text: "Yarn it is", kind: "decision", topic: "packages" });
  const ends = { newer: "dec#2", older: "dec#1", relation: "replaces" };
  const { item: edge } = await on.call("create", { kind: "edge", text: "seen in use", ...ends });
  await on.call("transition", { id: edge.label, status: "accepted" });
  const shown = await on.call("get", { id: "dec#1" });
  expect(shown.item).toMatchObject({ label: "dec#1", status: "superseded", rejected: ["yarn"] });
  expect(shown.evidence).toMatchObject([{ name: `turn@${position}`, by: "user", text: TURN.text }]);
  expect(shown.history).toMatchObject([
    { act: "created", because_label: "cnd#1" },
    { act: "transitioned", because_label: edge.label, changes: [{ field: "status", to: "superseded" }] },
  ]);
  expect(shown.relations).toMatchObject({
    edges: [
      {
        edge: edge.label,
        status: "accepted",
        relation: "replaces",
        this_is: "older",
        other: { label: "dec#2" },
      },
    ],
    candidate: { label: "cnd#1" },
    topic: { topic: "build", units: 0 },
  });
  expect((await on.call("get", { id: "cnd#1" })).relations).toMatchObject({
    promoted_to: { label: "dec#1" },
  });
  expect(await on.refused("get", { id: "dec#9" })).toMatchObject({ code: "input.unknown_id", field: "id" });
});

scenario("show.event", async (surface) => {
  const on = stage(surface);
  const position = await recordTurn(on);
  await on.call("create", { ...CANDIDATE, evidence: [position] });
  for (const id of [`turn@${position}`, `@${position}`, String(position)]) {
    const { event, made } = await on.call("get", { id });
    expect(event).toMatchObject({
      name: `turn@${position}`,
      type: "turn.recorded",
      text: TURN.text,
      session: "s1",
    });
    expect(labels(made)).toEqual(["cnd#1"]);
  }
  expect(await on.refused("get", { id: "turn@999" })).toMatchObject({
    code: "input.unknown_id",
    field: "id",
  });
});

scenario("topics.listed", async (surface) => {
  const on = stage(surface);
  expect(await on.call("topics")).toEqual({ topics: [], total: 0 });
  for (const unit of [NPM, ...PORTS]) await on.call("remember", { ...unit, topic: unit.topic.toUpperCase() });
  const { topics, total } = await on.call("topics");
  expect([topics, total]).toMatchObject([
    [
      { topic: "server", units: 2, has_crystal: false },
      { topic: "build", units: 1, has_crystal: false },
    ],
    2,
  ]);
  await on.call("transition", { id: "dec#1", status: "resolved" });
  expect((await on.call("topics")).total).toBe(1);
  expect(await on.refused("topics", { topic: "sever" })).toMatchObject({
    code: "input.unknown_id",
    field: "topic",
    fix: 'Did you mean "server"?',
  });
});

scenario("topics.crystal", async (surface) => {
  const on = stage(surface);
  const about = ["the cache is warm", "the queue is red", "the linter is strict", "the editor is free"];
  for (const text of about) await on.call("remember", { text, kind: "fact", topic: "House" });
  const { crystal, units } = await on.call("topics", { topic: "house" });
  expect(crystal).toMatchObject({ topic: "house", left_out: 0 });
  const { text, labels: named } = crystal as { text: string; labels: readonly string[] };
  for (const statement of about) expect(text).toContain(statement);
  expect([...named].sort()).toEqual(["fct#1", "fct#2", "fct#3", "fct#4"]);
  expect(labels(units)).toEqual(["fct#4", "fct#3", "fct#2", "fct#1"]);
  const end = await on.end();
  await on.call("remove", { id: "fct#4" });
  expect((await on.call("topics", { topic: "house" })).crystal).toBeUndefined();
  expect(await on.end()).toBe(end + 1);
});

scenario("working.shown", async (surface) => {
  const on = stage(surface);
  expect(await on.refused("working", {})).toMatchObject({ code: "input.unknown_id", field: "session" });
  await recordTurn(on);
  await on.call("remember", NPM);
  for (const input of [{}, { session: "s1" }]) {
    const page = await on.call("working", input);
    expect(page).toMatchObject({ session: "s1", path: expect.stringContaining("working.md") });
    expect(page.text).toContain("- We build with npm [dec#1, user]");
  }
  const screen = await commandLine(["working"], { ...on, isOutTty: true, columns: 80 });
  expect(screen.stdout).toContain("working.md");
  expect((await commandLine(["working"], on)).stdout).not.toContain("working.md");
});

scenario("items.evidence", async (surface) => {
  const on = stage(surface);
  const position = await recordTurn(on);
  const { item } = await on.call("remember", { ...NPM, evidence: [`turn@${position}`] });
  expect(item.evidence).toEqual([position]);
  expect((await on.call("create", { ...CANDIDATE, evidence: [position] })).item.evidence).toEqual([position]);
  for (const evidence of [[9999], ["turn"], [0]])
    expect(await on.refused("remember", { ...PNPM, evidence })).toMatchObject({
      code: "input.invalid",
      field: "evidence",
    });
});

test.skipIf(process.platform === "win32")(
  "on a real terminal keys decide, the terminal is restored, and quitting prints what was done",
  async (context) => {
    const on = stage();
    await on.call("create", { ...CANDIDATE, proposes: "lesson" });
    await on.call("create", { ...CANDIDATE, text: "go with yarn" });
    const typed = `stty cols 60; '${process.execPath}' '${BIN}' review; stty -a | grep -c -- ' icanon'`;
    const env = { ...on.env, TERM: "xterm-256color", NO_COLOR: "1" };
    const ended = await spawned("script", ["-qec", typed, "/dev/null"], {
      cwd: on.dir,
      env,
      input: "raq",
    }).catch(() => undefined);
    if (!ended) return context.skip("there is no `script` program here");
    expect(ended.stdout).toContain("? reject\r\nRejected: cnd#1. It is not proposed again.");
    expect(ended.stdout).toContain("? accept\r\nAccepted: cnd#2 is les#1 now.");
    expect(ended.stdout).toContain("1 accepted, 1 rejected. Nothing else to review.");
    expect(ended.stdout.trimEnd().endsWith("\n1")).toBe(true);
    expect((await on.call("review")).total).toMatchObject({ candidates: 0 });
  },
);
