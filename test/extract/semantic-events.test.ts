import { describe, expect, test } from "vitest";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import type { Distil } from "../../src/app/sessions/distil.ts";
import { findDue, tick } from "../../src/app/sessions/worker.ts";
import { readSemantic } from "../../src/core/extract/programs/semantic.ts";
import { RULES_VERSION } from "../../src/core/extract/rules-version.ts";
import type { SessionRow } from "../../src/core/sessions/sessions-view.ts";
import type { Payload, Recorded, StoredEvent } from "../../src/core/tape/event.ts";
import { isSemantic, SEMANTIC } from "../../src/core/tape/semantic/semantic-types.ts";
import { AGENT_RECORD_HOST } from "../../src/core/tape/turn-speaker.ts";
import { openMemory } from "../../src/open-memory.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type Stage, stage } from "../scenarios/stage.ts";
import { askForMemory } from "../support/asked-memory.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const lines = (events: readonly Payload[]): string =>
  events.map((event) => `${JSON.stringify(event)}\n`).join("");

const record = (on: Stage, ...events: readonly Payload[]) =>
  on.call("record", { file: on.file("events.jsonl", lines(events)) });

const refused = (on: Stage, event: Payload) =>
  on.refused("record", { file: on.file("wrong.jsonl", lines([event])) });

/** The events on the tape of a stage. */
async function tapeOf(on: Stage): Promise<readonly StoredEvent[]> {
  const { deps, close } = await openMemory({ cwd: on.dir, env: on.env, effect: "reads" });
  const { events } = await deps.store.events.read(0, 1000);
  await close();
  return events;
}

const semanticOf = async (on: Stage) => (await tapeOf(on)).filter(({ type }) => isSemantic(type));

/** A minimal valid event of each type. */
const LEAST: readonly Payload[] = [
  { type: "truth.upserted", statement: "Staging is called heron" },
  { type: "truth.resolved", key: "staging" },
  { type: "task.spec_set", goal: "Ship it" },
  { type: "task.spec_set", constraints: ["No downtime"] },
  { type: "task.spec_set", verification_level: "strict" },
  { type: "task.status_set", status: "done" },
  { type: "blocker.recorded", text: "The proxy is down" },
  { type: "blocker.resolved", id: "b1" },
  { type: "skill.completed", name: "lint" },
  { type: "verification.recorded", outcome: "pass" },
];

const truth = (more: Payload): Payload => ({ type: "truth.upserted", statement: "It is so", ...more });
const long = (length: number): string => "x".repeat(length);

/** Invalid events, each with the field and a part of the message of its refusal. */
const WRONG: readonly (readonly [field: string, event: Payload, says: string])[] = [
  ["statement", { type: "truth.upserted", key: "k" }, "is needed"],
  ["statement", truth({ statement: "  " }), "must not be empty"],
  ["statement", truth({ statement: long(4001) }), "is longer than 4000 characters"],
  ["statement", truth({ statement: 7 }), "must be a text"],
  ["severity", truth({ severity: "fatal" }), "must be one of error, warn, info"],
  ["key", truth({ key: long(201) }), "is longer than 200 characters"],
  ["key", truth({ key: 7 }), "must be a text"],
  ["evidence.1", truth({ evidence: ["a", ""] }), "must not be empty"],
  ["evidence", truth({ evidence: Array.from({ length: 51 }, () => "a") }), "has more than 50 entries"],
  ["text", truth({ text: "It is so" }), "is not a known field"],
  ["session", truth({ session: "" }), "must be a text of 1 to 200 characters"],
  ["key", { type: "truth.resolved" }, "is needed"],
  ["goal", { type: "task.spec_set", task: "pg" }, "is needed, or one of constraints, verification_level"],
  ["constraints", { type: "task.spec_set", constraints: 7 }, "must be a list"],
  ["status", { type: "task.status_set", task: "pg" }, "is needed"],
  [
    "verification",
    { type: "task.status_set", status: "done", verification: "ok" },
    "must be one of passed, failed, missing",
  ],
  ["text", { type: "blocker.recorded", id: "b1" }, "is needed"],
  ["id", { type: "blocker.resolved" }, "is needed"],
  ["name", { type: "skill.completed", outputs: "x" }, "is needed"],
  ["outcome", { type: "verification.recorded", key: "unit" }, "must be one of pass, fail"],
  ["type", { type: "truth.upsert", statement: "x" }, "There is no event type"],
];

scenario("semantic.recorded", async (surface) => {
  const on = stage(surface);
  expect(await record(on, ...LEAST)).toMatchObject({ recorded: LEAST.length, known: 0 });
  expect(new Set((await semanticOf(on)).map(({ type }) => type))).toEqual(SEMANTIC);
  const end = await on.end();
  for (const [field, event, says] of WRONG) {
    const { code, message, field: named } = await refused(on, event);
    expect([code, named, message]).toEqual(["input.invalid", field, expect.stringContaining(says)]);
  }
  expect(await on.end()).toBe(end);
});

test("a single text is accepted in place of a list", async () => {
  const on = stage("library");
  await record(on, { type: "skill.completed", name: "lint", outputs: "no findings" });
  expect((await semanticOf(on))[0]?.payload).toEqual({ name: "lint", outputs: ["no findings"] });
});

test("secrets are removed from all fields", async () => {
  const on = stage("library");
  const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  await record(on, truth({ statement: `Use ${secret}`, evidence: [`seen ${secret}`] }));
  expect(JSON.stringify(await tapeOf(on))).not.toContain(secret);
});

scenario("semantic.once", async (surface) => {
  const on = stage(surface);
  const at = "2026-03-01T09:00:00Z";
  const said = [
    truth({ session: "s1", key: "a", at }),
    truth({ session: "s1", key: "b", at }),
    truth({ session: "s1", key: "a", message_id: "7" }),
    { type: "blocker.recorded", session: "s1", text: "It is down", key: "monitor 12" },
  ];
  expect(await record(on, ...said)).toMatchObject({ recorded: 4 });
  expect(await record(on, ...said)).toMatchObject({ recorded: 0, known: 4 });
  // The key of a truth names the truth and not the event, so both events are recorded.
  expect(await record(on, truth({ key: "a" }), truth({ key: "a" }))).toMatchObject({ recorded: 2 });
  const keys = (await semanticOf(on)).map(({ payload }) => payload?.key);
  expect(keys).toEqual(["a", "b", "a", undefined, "a", "a"]);
});

scenario("semantic.standing-session", async (surface) => {
  const on = stage(surface);
  const file = on.file("t.jsonl", lines([truth({}), truth({ agent: "ci" }), truth({ session: "s1" })]));
  await on.call("record", { file }, { agent: "ana" });
  expect((await semanticOf(on)).map(({ session }) => session)).toEqual(["direct-ana", "direct-ci", "s1"]);
  const { sessions } = await on.call("sessionList");
  expect(sessions).toMatchObject([
    { id: "s1", agent: "ana", turns: 0 },
    { id: "direct-ci", agent: "ci" },
    { id: "direct-ana", agent: "ana" },
  ]);
});

test("a hook accepts semantic events like other events", async () => {
  const on = stage();
  askForMemory(on.dir, on.env);
  const input = JSON.stringify({ key: "staging", statement: "Staging is called heron" });
  expect(await on.cli(["hook", "generic", "truth.upserted"], { input })).toMatchObject({
    code: 0,
    stderr: "",
  });
  expect(await semanticOf(on)).toMatchObject([
    { session: "direct-generic", payload: { key: "staging", statement: "Staging is called heron" } },
  ]);
});

async function session(deps: TestMemory, id = "s1"): Promise<SessionRow> {
  await catchUp(deps, "sessions");
  return (await deps.store.views.rows(deps.views.sessions, [id])).get(id) as unknown as SessionRow;
}

const tell = (deps: TestMemory, statement: string) =>
  deps.put({ type: "truth.upserted", session: "s1", payload: { statement } });

/** A reader that passes its events to `look` and finds nothing. */
const reading =
  (look: (events: readonly StoredEvent[]) => void): Distil =>
  async (_, { events }) => {
    look(events);
    return { events: [], expect: new Map(), skipped: 0 };
  };

describe("the reading of a session with semantic events", () => {
  scenario("semantic.due", async () => {
    for (const { type, ...payload } of LEAST) {
      const deps = await testMemory();
      await deps.put({ type: String(type), session: "s1", payload });
      expect(await session(deps)).toMatchObject({ turns: 0, unread: 1, due_at: 1, status: "active" });
    }
    const deps = await testMemory();
    await deps.turn("hello", "s1");
    expect((await session(deps)).due_at).toBeNull();
    await deps.put({ type: "session.ended", session: "s1", payload: {} });
    await tell(deps, "Staging is called heron");
    expect(await session(deps)).toMatchObject({ turns: 1, unread: 2, due_at: 3, status: "active" });
  });

  scenario("semantic.read-once", async () => {
    const deps = await testMemory();
    await deps.turn("hello", "s1");
    await tell(deps, "Staging is called heron");
    await deps.put({ type: "session.compacted", session: "s1", payload: {} });
    const seen: string[] = [];
    const distil = reading((events) =>
      seen.push(...events.map(({ type, position }) => `${position} ${type}`)),
    );
    expect(await tick(deps, { distil })).toMatchObject({ read: 1 });
    expect(seen).toEqual(["1 turn.recorded", "2 truth.upserted"]);
    expect(await session(deps)).toMatchObject({ turns: 1, unread: 0, due_at: null, checkpoint: 3 });
    await tell(deps, "Staging is called egret");
    await tick(deps, { distil });
    expect(seen).toHaveLength(3);
    expect(await tick(deps, { distil })).toMatchObject({ read: 0 });
  });

  /** Records a finished reading by rules of some version. */
  const wasRead = (deps: TestMemory, rules?: number) =>
    deps.put({
      type: "session.read",
      session: "s1",
      subject: "s1",
      payload: { up_to: 7, turns: 6, mark: 6, ...(rules === undefined ? {} : { rules }) },
    });

  scenario("session.other-rules", async () => {
    for (const rules of [undefined, RULES_VERSION - 1, RULES_VERSION + 1]) {
      const deps = await testMemory();
      for (let i = 0; i < 6; i++) await deps.turn(`turn ${i}`, "s1");
      await deps.put({ type: "session.ended", session: "s1", payload: {} });
      await wasRead(deps, rules);
      expect(await session(deps)).toMatchObject({ checkpoint: 0, unread: 6, due_at: 6 });
      expect(await findDue(deps, 10)).toMatchObject([{ id: "s1" }]);
      let seen = 0;
      const distil = reading((events) => {
        seen += events.length;
      });
      expect(await tick(deps, { distil })).toMatchObject({ read: 1 });
      expect(seen).toBe(6);
      expect(await session(deps)).toMatchObject({ unread: 0, due_at: null });
      // A later reading by another program with other rules does not make the session due again.
      await wasRead(deps, rules);
      expect(await tick(deps, { distil })).toMatchObject({ read: 0 });
    }
    const deps = await testMemory();
    for (let i = 0; i < 6; i++) await deps.turn(`turn ${i}`, "s1");
    await wasRead(deps, RULES_VERSION);
    expect(await session(deps)).toMatchObject({ checkpoint: 7, unread: 0, due_at: null });
  });

  test("a short session that older rules have read is due, and its earlier failures are cleared", async () => {
    const deps = await testMemory();
    await deps.turn("hello", "s1");
    const failed = { attempt: 4, error: "poison", retry_at: "2040-01-01T00:00:00Z" };
    await deps.put({ type: "session.failed", session: "s1", subject: "s1", payload: failed });
    await wasRead(deps, RULES_VERSION - 1);
    const row = await session(deps);
    expect(row).toMatchObject({ due_at: 1, unread: 1, attempts: 0, retry_at: null });
    expect(row).not.toHaveProperty("error");
  });

  test.each([
    [
      "beyond the end of the tape reads only up to its own event",
      [{ up_to: 999, turns: 2 }],
      { checkpoint: 4, unread: 1 },
    ],
    [
      "before an earlier one does not move the checkpoint back",
      [
        { up_to: 3, turns: 3 },
        { up_to: 1, turns: 0 },
      ],
      { checkpoint: 3 },
    ],
    [
      "with too high a number of turns leaves zero turns unread",
      [{ up_to: 3, turns: 9 }],
      { checkpoint: 3, unread: 0 },
    ],
  ])("a recorded reading %s", async (_, readings, row) => {
    const deps = await testMemory();
    for (let i = 0; i < 3; i++) await deps.turn(`turn ${i}`, "s1");
    for (const reading of readings) {
      const payload = { ...reading, mark: 0, rules: RULES_VERSION };
      await deps.put({ type: "session.read", session: "s1", subject: "s1", payload });
    }
    expect(await session(deps)).toMatchObject(row);
  });
});

test("forgetting a text does not match fixed values such as a severity", async () => {
  const on = stage("library");
  await record(on, truth({ severity: "error" }), truth({ statement: "The error is in the proxy" }));
  await on.call("forget", { text: "error" });
  expect((await semanticOf(on)).map(({ payload }) => payload !== null)).toEqual([true, false]);
});

test.each([
  [AGENT_RECORD_HOST, "agent"],
  ["ci", "program"],
])("statements that the host %s records have the origin %s", (host, origin) => {
  const event = {
    ...{ position: 3, id: "evt_1", type: "truth.upserted", version: 1, at: 0, recordedAt: 0 },
    writer: { agent: "ana", host, process: "p", worktree: "main" },
    payload: { statement: "Staging is called heron" },
  } as unknown as Recorded;
  expect(readSemantic([event]).findings).toMatchObject([{ origin, evidence: [3] }]);
});
