import { expect } from "vitest";
import { KIND_NAMES, type KindName, kindOf } from "../../src/core/items/kinds.ts";
import { scenario } from "./scenario.ts";
import { commandLine, type Fields, type Stage, stage } from "./stage.ts";

/** Required fields of a kind. The units that an edge joins exist already. */
function needed(kind: KindName): Fields {
  if (kind === "edge") return { newer: "dec#2", older: "dec#3", relation: "enriches" };
  return kind === "candidate" ? { proposes: "lesson" } : {};
}

/** A field that the kind has, with a new value. */
function changed(kind: KindName): Fields {
  if (kind === "plan") return { assignee: "ana" };
  if (kind === "handoff") return { to: "ana" };
  if (kind === "edge") return { topic: "sessions" };
  return kind === "note" ? { type: "observation" } : { scope: "web" };
}

async function livesThroughSixVerbs(on: Stage, kind: KindName): Promise<void> {
  const text = `What a ${kind} says`;
  const { item } = await on.call("create", { kind, text, ...needed(kind) });
  expect(item).toMatchObject({ kind, text, status: kindOf(kind).initial });
  expect(item.id.startsWith(`${kindOf(kind).prefix}_`)).toBe(true);
  expect(item.label).toBe(`${kindOf(kind).prefix}#1`);
  expect(await on.call("update", { id: item.label, ...changed(kind) })).toMatchObject(changed(kind));
  expect((await on.call("get", { id: item.id })).item).toMatchObject({ id: item.id, text, ...changed(kind) });
  const [next] = kindOf(kind).moves[kindOf(kind).initial] ?? [];
  if (next !== undefined) {
    const moved = await on.call("transition", { id: item.label, status: next, reason: "it is time" });
    expect(moved).toMatchObject({ from: kindOf(kind).initial, item: { id: item.id, status: next } });
  }
  const found = await on.call("find", { kind, status: next ?? kindOf(kind).initial });
  expect(found.items.map(({ id }) => id)).toEqual([item.id]);
  await on.call("remove", { id: item.label });
  expect((await on.call("find", { kind })).items.map(({ id }) => id)).not.toContain(item.id);
}

scenario("items.six-verbs", async (surface) => {
  const on = stage(surface);
  const made = KIND_NAMES.filter((kind) => !kindOf(kind).isOwn);
  for (const kind of made.filter((name) => name !== "edge")) await livesThroughSixVerbs(on, kind);
  for (const text of ["Use cookies", "Sessions end at night"])
    await on.call("create", { kind: "decision", text });
  await livesThroughSixVerbs(on, "edge");
  const refused = await on.refused("create", { kind: "insight", text: "Two things clash" });
  expect(refused).toMatchObject({ code: "input.invalid", field: "kind" });
});

/** Spaces, zero-width characters, direction and joiner marks, fillers, the Braille blank, tag characters. */
const INVISIBLE = [
  ..." \u00a0\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200c\u200d\u200e\u202e\u2060\u2063\u2066\u2800\u3000\u3164",
  ..."\ufe0f\ufeff\uffa0\u{e0020}\u{e0100}",
];

scenario("items.invisible", async (surface) => {
  const on = stage(surface);
  const { item } = await on.call("create", { kind: "plan", text: "Move to PostgreSQL", key: "pg" });
  const { item: proposed } = await on.call("create", { kind: "candidate", text: "Two", proposes: "lesson" });
  const end = await on.end();
  for (const one of [...INVISIBLE, INVISIBLE.join(""), INVISIBLE.join("\n")]) {
    const text = `${one}${one}`;
    const refusals = [
      ["remember", { text }, "text"],
      ["create", { kind: "fact", text }, "text"],
      ["create", { kind: "fact", text: "x", topic: text }, "topic"],
      ["create", { kind: "plan", text: "x", steps: [text] }, "steps"],
      ["create", { kind: "plan", text: "x", steps: [`done: ${text}`] }, "steps"],
      ["update", { id: item.id, text }, "text"],
      ["handoffCreate", { text }, "text"],
      ["review", { edit: proposed.id, text }, "text"],
    ] as const;
    // The command line joins words and trims the result, so nothing is left of an input of spaces.
    for (const [verb, input, field] of refusals)
      expect(await on.refused(verb, input), `${verb} ${escape(text)}`).toMatchObject({
        code: "input.invalid",
        field,
      });
  }
  expect(await on.end()).toBe(end);
  const text = INVISIBLE.join("");
  const list = on.file("list.md", `- ${text}\n- The API listens on port 7070\n`);
  const imported = await on.call("import", { path: [list], accept: true });
  expect(imported).toMatchObject({
    memories: { files: [{ kept: 1, refused: [{ entry: "line 1", why: "empty" }] }] },
  });
  const lines = [
    { type: "truth.upserted", session: "s1", statement: text, kind: "fact" },
    { type: "turn", session: "s1", role: "user", text: `remember: ${text}` },
    { type: "session.ended", session: "s1" },
  ];
  await on.call("record", {
    file: on.file("s1.jsonl", lines.map((line) => JSON.stringify(line)).join("\n")),
  });
  await on.call("worker", { once: true });
  const { items } = await on.call("find");
  expect(items.map(({ text: words }) => words).sort()).toEqual([
    "Move to PostgreSQL",
    "The API listens on port 7070",
    "Two",
  ]);
});

scenario("items.refusal-changes-nothing", async (surface) => {
  const on = stage(surface);
  const { item } = await on.call("create", { kind: "plan", text: "Move to PostgreSQL", key: "pg" });
  const before = (await on.call("get", { id: item.id })).item;
  const end = await on.end();
  const refusals = [
    ["create", { kind: "plan", text: " " }, "text"],
    ["create", { kind: "plan", text: "x", severity: "warn" }, "severity"],
    ["update", { id: "pln#1", key: "other" }, "key"],
    ["update", { id: "pln#1", priority: "soonest" }, "priority"],
    ["transition", { id: "pln#1", status: "accepted" }, "status"],
    ["remove", { id: "pln#2" }, "id"],
    ["undo", { id: "pln#1", redo: true }, "id"],
  ] as const;
  for (const [verb, input, field] of refusals) expect((await on.refused(verb, input)).field).toBe(field);
  expect(await on.end()).toBe(end);
  expect((await on.call("get", { id: item.id })).item).toEqual(before);
});

scenario("items.labels", async (surface) => {
  const on = stage(surface);
  const first = (await on.call("create", { kind: "decision", text: "Use cookies" })).item;
  const second = (await on.call("create", { kind: "decision", text: "Use pnpm" })).item;
  expect([first.label, second.label]).toEqual(["dec#1", "dec#2"]);
  for (const id of [second.id, second.label, ` ${second.label} `]) {
    expect((await on.call("get", { id })).item.text).toBe("Use pnpm");
  }
  for (const id of ["dec#3", "dec_01", "#dec", "__proto__", "pnpm"]) {
    const failure = await on.refused("get", { id });
    expect(failure).toMatchObject({ code: "input.unknown_id", field: "id" });
    expect(failure.message).toContain(`"${id}"`);
    expect(failure.fix).toContain("tidemark find");
  }
});

scenario("items.fixed-fields", async (surface) => {
  const on = stage(surface);
  await on.call("create", { kind: "plan", text: "Move to PostgreSQL", key: "pg" });
  await on.call("create", { kind: "candidate", text: "Tests need Docker", proposes: "fact" });
  expect(await on.refused("update", { id: "pln#1", key: "other" })).toMatchObject({
    code: "input.invalid",
    field: "key",
  });
  expect(await on.refused("update", { id: "cnd#1", proposes: "trap" })).toMatchObject({ field: "proposes" });
  expect((await on.call("get", { id: "pln#1" })).item).toMatchObject({ key: "pg" });
});

scenario("items.unknown-field", async (surface) => {
  const on = stage(surface);
  await on.call("create", { kind: "plan", text: "Move to PostgreSQL" });
  for (const [verb, input] of [
    ["create", { kind: "plan", text: "x", assigne: "ana" }],
    ["update", { id: "pln#1", assigne: "ana" }],
  ] as const) {
    const failure = await on.refused(verb, input);
    expect(failure).toMatchObject({ code: "input.invalid", field: "assigne" });
    expect(failure.fix).toContain("assignee");
  }
  const other = await on.refused("update", { id: "pln#1", severity: "warn" });
  expect(other.message).toBe('A plan has no field "severity".');
});

scenario("items.find-counts", async (surface) => {
  const on = stage(surface);
  for (const text of ["One", "Two", "Three"]) await on.call("create", { kind: "fact", text });
  const page = await on.call("find", { kind: "fact", limit: 2 });
  expect(page).toMatchObject({ returned: 2, total: 3, has_more: true });
  expect(page.items.map(({ text }) => text)).toEqual(["Three", "Two"]);
  const shown = async (...argv: string[]) => (await commandLine(["find", ...argv], on)).stdout;
  expect(await shown("--limit", "2")).toMatch(/2 of 3; .*\nTo narrow the list: --text, --kind/);
  expect(await shown()).not.toContain("To narrow");
  const rest = await on.call("find", { kind: "fact", limit: 2, offset: 2 });
  expect(rest).toMatchObject({ returned: 1, total: 3, has_more: false });
  expect(await on.call("find", { offset: 9 })).toMatchObject({
    items: [],
    returned: 0,
    total: 3,
    has_more: false,
  });
});

scenario("items.remove-archives", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision" });
  await on.call("remove", { id: "dec#1" });
  expect((await on.call("find")).items).toEqual([]);
  expect((await on.call("find", { status: "removed" })).items.map(({ label }) => label)).toEqual(["dec#1"]);
  expect((await on.call("recall", { query: "pnpm" })).hits).toEqual([]);
  const { item } = await on.call("undo", { id: "dec#1" });
  expect(item).toMatchObject({ label: "dec#1", status: "active" });
  expect(item.removed).toBeUndefined();
  expect((await on.call("recall", { query: "pnpm" })).hits.map(({ label }) => label)).toEqual(["dec#1"]);
});

scenario("items.undo", async (surface) => {
  const on = stage(surface);
  await on.call("create", { kind: "plan", text: "First words" });
  await on.call("update", { id: "pln#1", text: "Second words" });
  await on.call("transition", { id: "pln#1", status: "in_progress" });
  const steps = [
    [{}, "item.transitioned", { text: "Second words", status: "todo" }],
    [{ id: "pln#1" }, "item.updated", { text: "First words", status: "todo" }],
    [{ id: "pln#1", redo: true }, "item.undone", { text: "Second words", status: "todo" }],
    [{ redo: true }, "item.undone", { text: "Second words", status: "in_progress" }],
  ] as const;
  for (const [input, undid, item] of steps)
    expect(await on.call("undo", input)).toMatchObject({ undid, item });
  expect(await on.refused("undo", { id: "pln#1", redo: true })).toMatchObject({
    code: "input.nothing_to_undo",
  });
});

scenario("items.undo-creation", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm" });
  expect(await on.call("undo")).toMatchObject({
    undid: "item.created",
    item: { label: "fct#1", removed: true },
  });
  expect((await on.call("find")).items).toEqual([]);
  expect((await on.call("undo", { redo: true })).item.removed).toBeUndefined();
});

scenario("items.seen-again", async (surface) => {
  const on = stage(surface);
  await on.call("remember", { text: "We build with pnpm", kind: "decision", topic: "build" });
  const again = { text: "we build  with PNPM.", kind: "decision", topic: "Build" };
  expect(await on.call("remember", again)).toMatchObject({ outcome: "seen_again", item: { label: "dec#1" } });
  await on.call("transition", { id: "dec#1", status: "resolved" });
  expect(await on.call("remember", again)).toMatchObject({
    outcome: "seen_again",
    item: { label: "dec#1", status: "active", text: "We build with pnpm" },
  });
  const { outcome, item } = await on.call("remember", { ...again, topic: "deploy" });
  expect([outcome, item.label]).toEqual(["created", "dec#2"]);
  expect(await on.call("find", { kind: "decision" })).toMatchObject({ total: 2 });
});

scenario("items.accept-promotes", async (surface) => {
  const on = stage(surface);
  const fields = { proposes: "trap", topic: "tests", instead: "run pnpm db:up", severity: "warn" };
  await on.call("create", { kind: "candidate", text: "Tests need the database", ...fields });
  const end = await on.end();
  const { item, promoted_to } = await on.call("transition", { id: "cnd#1", status: "accepted" });
  const unit = { label: "trp#1", text: "Tests need the database", topic: "tests", instead: "run pnpm db:up" };
  expect(promoted_to).toMatchObject({ ...unit, status: "active", severity: "warn" });
  expect(item).toMatchObject({ status: "accepted", promoted_to: (promoted_to as { id: string }).id });
  expect(await on.end()).toBe(end + 2);
  await on.call("undo", { id: "cnd#1" });
  expect((await on.call("find")).items.map(({ label, status }) => [label, status])).toEqual([
    ["cnd#1", "pending"],
  ]);
});

scenario("tombstone.rejected", async (surface) => {
  const on = stage(surface);
  const candidate = { kind: "candidate", text: "Tests need Docker", proposes: "fact", source: "auto" };
  await on.call("create", candidate);
  await on.call("transition", { id: "cnd#1", status: "rejected" });
  const refused = await on.refused("create", candidate);
  expect(refused).toMatchObject({ code: "input.tombstone", field: "text" });
  expect(refused.fix).toContain("tidemark remember");
  await on.call("rebuild");
  expect((await on.refused("create", { ...candidate, text: "tests need docker." })).code).toBe(
    "input.tombstone",
  );
  await on.call("undo", { id: "cnd#1" });
  expect((await on.call("create", candidate)).item.label).toBe("cnd#2");
});
