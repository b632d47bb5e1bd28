import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { find } from "../../src/app/items/find.ts";
import { undo } from "../../src/app/items/undo.ts";
import { why } from "../../src/app/items/why.ts";
import { recall } from "../../src/app/recall/recall.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

async function recordAndRead(deps: TestMemory, session: string, text: string): Promise<void> {
  await deps.put(
    { type: "turn.recorded", session, payload: { role: "user", text } },
    { type: "session.marked", session, payload: { reason: "test" } },
  );
  await tick(deps);
}

const itemWith = async (deps: TestMemory, words: string) => {
  const { items } = await find(deps, { limit: 100, offset: 0 });
  const found = items.find(({ kind, text }) => kind === "decision" && text.includes(words));
  if (found === undefined) throw new Error(`no decision with "${words}"`);
  return found;
};

const threadOf = async (deps: TestMemory, id: string): Promise<string[]> =>
  ((await why(deps, { id, k: 5 })).thread ?? []).map(({ text }) => text);

const OLDER = "We decided that receipts go through bullmq.";
const NEWER = "we decided: swap bullmq for sqs, receipts have to survive a restart";

test("a superseded decision and the one that ended it name each other, until that is undone", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", OLDER);
  await recordAndRead(deps, "s2", NEWER);
  const older = await itemWith(deps, "go through bullmq");
  const newer = await itemWith(deps, "swap bullmq");
  expect(older.status).toBe("superseded");
  expect(await threadOf(deps, newer.id)).toEqual([OLDER, newer.text]);
  expect(await threadOf(deps, older.id)).toEqual([OLDER, newer.text]);
  const { hits } = await recall(deps, { query: "receipts go through bullmq", k: 5 });
  expect(
    hits.filter(({ text }) => text.startsWith("We decided that receipts") && !text.includes("sqs")),
  ).toEqual([]);
  await undo(deps, { id: older.id, redo: false });
  expect((await itemWith(deps, "go through bullmq")).status).toBe("active");
  const { thread = [] } = await why(deps, { id: older.id, k: 5 });
  expect(thread.flatMap(({ speaks_of }) => speaks_of).filter(({ link }) => link === "edge")).toEqual([]);
});

test("a statement that supersedes an earlier one is not treated as a paraphrase of it", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", "We decided: redis for the session cache.");
  await recordAndRead(deps, "s2", "We decided: we moved from redis to valkey for the session cache.");
  const older = await itemWith(deps, "redis for the session");
  expect([older.status, older.id === (await itemWith(deps, "valkey")).id]).toEqual(["superseded", false]);
});

test("a rule that a person lifts is no longer told, and other rules stay", async () => {
  const deps = await testMemory();
  await recordAndRead(deps, "s1", "never deploy on fridays");
  await recordAndRead(deps, "s2", "the weekly report goes out on friday");
  await recordAndRead(deps, "s3", "the friday rule is gone");
  const { items } = await find(deps, { limit: 100, offset: 0, status: "superseded" });
  expect(items.map(({ text }) => text)).toEqual(["never deploy on fridays"]);
  expect((await bundle(deps, "brief", {})).text).not.toContain("- never deploy on fridays");
});
