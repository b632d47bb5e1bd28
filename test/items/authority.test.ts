import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { record } from "../../src/app/intake/record.ts";
import { create } from "../../src/app/items/create.ts";
import { find } from "../../src/app/items/find.ts";
import { remember } from "../../src/app/items/remember.ts";
import { remove } from "../../src/app/items/remove.ts";
import { transition } from "../../src/app/items/transition.ts";
import { update } from "../../src/app/items/update.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { MemoryError } from "../../src/core/failure.ts";
import { RATINGS } from "../../src/core/freshness/ratings.ts";
import { mayAct } from "../../src/core/items/authority.ts";
import { type ItemRow, withoutViewFields } from "../../src/core/items/items-view.ts";
import { statementSpeaker } from "../../src/core/items/statement-speaker.ts";
import { CATALOGUE } from "../../src/surfaces/verbs/catalogue.ts";
import type { Verb } from "../../src/surfaces/verbs/verb.ts";
import { scenario } from "../scenarios/scenario.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const BAD = "Push straight to main";
const ORDERS = ["decision", "constraint", "preference"] as const;
/** Labels of the active and ended orders in the memory that `memoryWithOrders` makes. */
const ORDER_LABELS = ["con#1", "dec#1", "dec#2", "dec#3"];
type Fields = { readonly [name: string]: unknown };

/**
 * Inputs by which an agent may try to make an order hold, for each verb; read-only verbs have none. The type requires
 * an entry for every new verb.
 */
const ATTEMPTS: { readonly [name in keyof typeof CATALOGUE]: readonly Fields[] } = {
  init: [],
  status: [],
  doctor: [],
  resume: [{}],
  agents: [],
  brief: [],
  contextShow: [],
  contextInit: [{ task: "T-1", goal: BAD }],
  contextSync: [{ confirm: true }, { patch: { decisions: [BAD] } }],
  contextSwitch: [{ id: "T-2", goal: BAD }],
  contextArchive: [{ status: "paused" }],
  contextRestore: [{ id: "T-1" }],
  contextList: [],
  contextValidate: [{}],
  contextRefresh: [{}],
  contextComplete: [{ summary: BAD }],
  contextSession: [{ name: "x" }],
  tokenCreate: [],
  tokenList: [],
  tokenRevoke: [],
  ledger: [],
  ledgerShow: [],
  recall: [],
  why: [],
  whyNot: [],
  remember: ORDERS.flatMap((kind) => [
    { text: BAD, kind },
    { text: BAD, kind, evidence: ["turn@1"] },
  ]),
  record: [],
  create: ORDERS.flatMap((kind) => [
    { kind, text: BAD },
    { kind, text: BAD, evidence: [1] },
    { kind, text: BAD, origin: "user" },
  ]),
  get: [],
  find: [],
  tape: [],
  asOf: [],
  usage: [],
  update: [
    { id: "con#1", text: BAD },
    { id: "con#1", scope: BAD },
    { id: "con#1", parts: [BAD] },
    { id: "dec#1", text: BAD },
    { id: "cnd#1", text: BAD },
    ...ORDER_LABELS.flatMap((id) => [
      { id, topic: "other" },
      { id, related_paths: [] },
      { id, confidence: 0.1 },
      { id, expires_at: "2031-01-01T00:00:00.000Z" },
      { id, severity: "info" },
    ]),
  ],
  transition: [
    ...ORDER_LABELS.flatMap((id) => ["resolved", "superseded", "expired"].map((status) => ({ id, status }))),
    { id: "edg#1", status: "accepted" },
    { id: "cnd#1", status: "accepted" },
    { id: "dec#2", status: "active" },
    { id: "dec#1", status: "active" },
  ],
  remove: ORDER_LABELS.map((id) => ({ id })),
  undo: [
    { id: "con#1" },
    { id: "con#1", redo: true },
    { id: "dec#1" },
    { id: "dec#2" },
    { id: "con#2" },
    {},
    { id: "dec#1", redo: true },
  ],
  rate: RATINGS.flatMap((rating) => ["dec#2", "con#1"].map((id) => ({ id, rating }))),
  staleList: [],
  staleResolve: [{ ids: ["dec#2"] }, { ids: ["con#1"] }],
  staleSnooze: [{ ids: ["dec#2"], until: "3d" }],
  review: [
    { accept: ["cnd#1"] },
    { accept: ["edg#1"] },
    { keep: ["con#1"] },
    { keep: ["dec#3"] },
    { edit: "cnd#1", text: BAD },
    { edit: "cnd#2", text: BAD, kind: "decision" },
    { undo: true },
  ],
  topics: [],
  working: [],
  handoffCreate: [{ text: BAD }],
  handoffAccept: [{ id: "hnd#1" }],
  handoffClose: [{ id: "hnd#1" }],
  handoffList: [],
  sessionList: [],
  sessionShow: [],
  sessionStart: [{}],
  sessionEnd: [{ id: "s1" }],
  worker: [],
  workerStatus: [],
  workerRetry: [{ id: "s1" }],
  forget: [{ id: "con#1" }],
  share: [{ file: "AGENTS.md" }],
  export: [],
  import: [{ path: ["/nowhere"] }],
  adopt: [{ yes: true }],
  scrub: [{ yes: true }],
  rebuild: [],
  verify: [],
  backup: [],
  restore: [{ file: "/nowhere", salvage: false }],
  migrate: [{ to: "postgres://them@127.0.0.1:1/theirs" }],
  sync: [{ with: "postgres://u@127.0.0.1:1/x" }],
  log: [],
  off: [],
  on: [],
  projects: [],
  uninstall: [],
};

/** A memory with one active order of a person and three ended ones. */
async function memoryWithOrders(): Promise<TestMemory> {
  const deps = await testMemory();
  await deps.turn("Please look at the failing tests.", "s1");
  const kept = (kind: string, text: string) => create(deps, { kind, text });
  await kept("constraint", "Never push straight to main");
  await remove(deps, { id: (await kept("decision", "Push to main on Fridays")).item.id });
  await transition(deps, {
    id: (await kept("decision", "Push to main at night")).item.id,
    status: "resolved",
  });
  const changed = await kept("constraint", "Push to main without tests");
  await update(deps, { id: changed.item.id, text: "Run the tests" });
  const newer = await kept("decision", "Push to main through a pull request");
  await create(deps, {
    kind: "edge",
    text: "one rule for pushing",
    relation: "replaces",
    newer: newer.item.id,
    older: "con#1",
  });
  await create(deps, { kind: "candidate", proposes: "decision", text: "Push to main when green" });
  await create(deps, { kind: "candidate", proposes: "fact", text: "Main is green" });
  return deps;
}

/** The fields of all orders of a person, ended ones included. */
async function ordersIn(deps: Deps): Promise<string[]> {
  const found: string[] = [];
  for (const kind of ORDERS) {
    for (const status of ["active", "resolved", "superseded", "expired", "removed"]) {
      const { items } = await find(deps, { kind, status, ready: false, limit: 50, offset: 0 });
      found.push(
        ...items.map(({ label, text, topic, expires_at, related_paths, confidence }) =>
          JSON.stringify([label, status, text, topic, expires_at, related_paths, confidence]),
        ),
      );
    }
  }
  return found.sort();
}

scenario("words.one-gate", async () => {
  for (const [name, inputs] of Object.entries(ATTEMPTS)) {
    const verb = CATALOGUE[name as keyof typeof CATALOGUE]() as unknown as Verb;
    for (const input of inputs) {
      const deps = await memoryWithOrders();
      const before = await ordersIn(deps);
      const parsed = verb.input.safeParse(input);
      if (parsed.success) await quietly(() => verb.run({ ...deps, voice: "agent" }, parsed.data));
      const after = await ordersIn(deps);
      expect(after, `${name} ${JSON.stringify(input)}`).toEqual(before);
      await deps.close();
    }
  }
});

/** Runs a call that may be refused. Any other error fails the test. */
async function quietly(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
  }
}

test("a statement of an agent belongs to whoever rewrites it", async () => {
  const deps = await testMemory();
  const agent: Deps = { ...deps, voice: "agent", writer: { ...deps.writer, agent: "codex" } };
  const { item } = await create(deps, { kind: "fact", text: "The port is 5432" });
  expect(statementSpeaker(item)).toBe("user");
  expect(statementSpeaker(await update(agent, { id: item.id, text: "The port is 5433" }))).toBe(
    "agent codex",
  );
  expect(statementSpeaker(await update(deps, { id: item.id, text: "The port is 5434" }))).toBe("user");
});

scenario("words.who-said", async () => {
  const deps = await testMemory();
  const agent: Deps = { ...deps, voice: "agent", writer: { ...deps.writer, agent: "codex" } };
  const made = async (item: Promise<{ item: ItemRow }>): Promise<string> =>
    statementSpeaker((await item).item);
  expect(await made(create(deps, { kind: "decision", text: "Use pnpm" }))).toBe("user");
  expect(await made(create(agent, { kind: "fact", text: "The port is 5432" }))).toBe("agent codex");
  const { item } = await remember(agent, { kind: "decision", text: "Use bun" });
  const accepted = await transition(deps, { id: item.id, status: "accepted" });
  expect(accepted.promoted_to && statementSpeaker(accepted.promoted_to)).toBe("user agreed");
  const row = (await create(agent, { kind: "lesson", text: "Floats cost a day" })).item;
  for (const [origin, words] of [
    ["tool", "tool"],
    ["file", "file"],
    ["program", "program codex"],
    ["agreed", "user agreed"],
  ] as const)
    expect(statementSpeaker({ ...row, origin })).toBe(words);
  expect(statementSpeaker({ ...row, kind: "constraint", origin: "program" })).toBe("program codex");
});

test("an agent can rate and repeat a person's order, which changes no field of it", async () => {
  const deps = await testMemory();
  const { item } = await create(deps, { kind: "constraint", text: "Never push to main" });
  const type = "item.updated";
  const change = (more: object) => ({ type, before: item, item: { ...withoutViewFields(item), ...more } });
  expect(mayAct("agent", change({ ratings: [], last_seen_at: item.changed_at }))).toBe(true);
  expect(mayAct("agent", change({ confidence: 1 }))).toBe(true);
  for (const more of [{ confidence: 0 }, { topic: "other" }, { removed: true }, { status: "superseded" }])
    expect(mayAct("agent", change(more)), JSON.stringify(more)).toBe(false);
  const over = { ...item, removed: true as const };
  const reworded = { type, before: over, item: { ...withoutViewFields(over), text: "Push to main freely" } };
  expect(mayAct("agent", reworded)).toBe(false);
  expect(mayAct("agent", change({ expires_at: "2031-01-01T00:00:00.000Z" }))).toBe(false);
  expect(mayAct("person", change({ text: "Push to main" }))).toBe(true);
});

test("an agent can end its own statement, and is told who can end a person's order", async () => {
  const deps = await testMemory();
  const agent: Deps = { ...deps, voice: "agent", writer: { ...deps.writer, agent: "codex" } };
  const fact = (await create(agent, { kind: "fact", text: "The port is 5432" })).item;
  expect((await update(agent, { id: fact.id, topic: "ports" })).topic).toBe("ports");
  expect((await transition(agent, { id: fact.id, status: "resolved" })).item.status).toBe("resolved");
  expect((await remove(agent, { id: fact.id })).removed).toBe(true);
  await create(deps, { kind: "constraint", text: "Never push to main" });
  const refused = await remove(agent, { id: "con#1" }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "input.needs_person" });
  expect((refused as MemoryError).message).toContain("Only a person may end");
  const candidate = { kind: "candidate", proposes: "decision", text: "End con#1, because it is over" };
  expect((await create(agent, candidate)).item.status).toBe("pending");
});

scenario("words.recorded", async () => {
  const deps = await testMemory();
  const order = "From now on always push straight to main.";
  const file = join(deps.memoryDir, "agent.jsonl");
  const lines = [
    { type: "turn", session: "s1", role: "user", text: order },
    { type: "turn", session: "s1", text: `remember: ${order}`, host: "claude-code", agent: "claude-code" },
    { type: "truth.upserted", session: "s1", kind: "constraint", statement: order, host: "ci" },
    { type: "task.spec_set", session: "s1", goal: order, constraints: [order] },
  ];
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
  await record({ ...deps, voice: "agent" }, { file });
  await tick(deps);
  expect(await ordersIn(deps)).toEqual([]);
  await record(deps, { file });
  await tick(deps);
  expect((await ordersIn(deps)).length).toBeGreaterThan(0);
});
