import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { type TestMemory, testMemory } from "../support/test-memory.ts";

const say = (deps: TestMemory, session: string, text: string) =>
  deps.put({ type: "turn.recorded", session, payload: { role: "user", text } });

async function read(deps: TestMemory, session: string): Promise<void> {
  await deps.put({ type: "session.marked", session, payload: { reason: "test" } });
  await tick(deps);
}

const briefLines = async (deps: TestMemory): Promise<string[]> =>
  (await bundle(deps, "brief", {})).text.split("\n").filter((line) => line.startsWith("- "));

test("a session that is read after a later session still counts as the earlier one", async () => {
  const deps = await testMemory();
  await say(deps, "first", "We decided: the audit log retention is 36 minutes from now on.");
  await say(deps, "second", "We decided: the audit log retention is 18 minutes from now on.");
  await read(deps, "second");
  await read(deps, "first");
  const lines = (await briefLines(deps)).filter((line) => line.includes("retention"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^- [^;]*18 minutes.*; earlier: .*36 minutes/u);
});

test("a later turn that was read first leads an earlier statement that is read afterwards", async () => {
  const deps = await testMemory();
  await say(deps, "first", "We decided: background jobs run on pg-boss from now on.");
  await say(deps, "second", "Marketing changed their mind, background jobs have to run on sqs too.");
  await read(deps, "second");
  await read(deps, "first");
  const lines = (await briefLines(deps)).filter((line) => line.includes("pg-boss"));
  expect(lines.join("\n")).toMatch(/sqs/u);
});

test("statements of the same form about two subjects are told separately", async () => {
  const deps = await testMemory();
  await say(deps, "first", "We decided: the export job timeout is 22 minutes from now on.");
  await read(deps, "first");
  await say(deps, "second", "We decided: the audit log retention is 36 minutes from now on.");
  await read(deps, "second");
  const lines = await briefLines(deps);
  const decided = lines.filter((line) => /timeout|retention/u.test(line) && line.includes("dec#"));
  expect(decided.filter((line) => /22 minutes|36 minutes/u.test(line))).toHaveLength(2);
  expect(lines.join("\n")).not.toMatch(/earlier: |perhaps replaced/u);
});
