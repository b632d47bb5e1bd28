import { expect, test } from "vitest";
import { bundle } from "../../src/app/briefing/bundle.ts";
import { tick } from "../../src/app/sessions/worker.ts";
import { type TestWorld, testWorld } from "../support/world.ts";

const say = (world: TestWorld, session: string, text: string) =>
  world.put({ type: "turn.recorded", session, payload: { role: "user", text } });

async function read(world: TestWorld, session: string): Promise<void> {
  await world.put({ type: "session.marked", session, payload: { reason: "test" } });
  await tick(world);
}

const briefLines = async (world: TestWorld): Promise<string[]> =>
  (await bundle(world, "brief", {})).text.split("\n").filter((line) => line.startsWith("- "));

test("a session that is read after a later one is told as the earlier one", async () => {
  const world = await testWorld();
  await say(world, "first", "We decided: the audit log retention is 36 minutes from now on.");
  await say(world, "second", "We decided: the audit log retention is 18 minutes from now on.");
  await read(world, "second");
  await read(world, "first");
  const lines = (await briefLines(world)).filter((line) => line.includes("retention"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^- [^;]*18 minutes.*; earlier: .*36 minutes/u);
});

test("a later turn that was read first leads a statement that is found afterwards", async () => {
  const world = await testWorld();
  await say(world, "first", "We decided: background jobs run on pg-boss from now on.");
  await say(world, "second", "Marketing changed their mind, background jobs have to run on sqs too.");
  await read(world, "second");
  await read(world, "first");
  const lines = (await briefLines(world)).filter((line) => line.includes("pg-boss"));
  expect(lines.join("\n")).toMatch(/sqs/u);
});

test("statements of one form about two subjects are told as two", async () => {
  const world = await testWorld();
  await say(world, "first", "We decided: the export job timeout is 22 minutes from now on.");
  await read(world, "first");
  await say(world, "second", "We decided: the audit log retention is 36 minutes from now on.");
  await read(world, "second");
  const lines = await briefLines(world);
  const decided = lines.filter((line) => /timeout|retention/u.test(line) && line.includes("dec#"));
  expect(decided.filter((line) => /22 minutes|36 minutes/u.test(line))).toHaveLength(2);
  expect(lines.join("\n")).not.toMatch(/earlier: |perhaps replaced/u);
});
