import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scrub } from "../../src/app/forgetting/scrub.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { catchUp, draft } from "../../src/app/runtime/decide-and-commit.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { scrubText } from "../../src/surfaces/verbs/text/forget-text.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type TestWorld, testWorld } from "../support/world.ts";

/** A token that every version of the rules knows, put together so that no scanner of this repository finds it. */
const TOKEN = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");

/** Puts a turn on the tape as it is, as an older version did that did not know the rule. */
async function storedTurn(world: TestWorld, text: string): Promise<number> {
  const made = draft(world, { type: "turn.recorded", session: "s1", payload: { role: "user", text: "x" } });
  const [placed] = await world.store.tape.append([{ ...made, payload: { role: "user", text } }]);
  return placed?.position ?? 0;
}

const eventAt = async (world: TestWorld, position: number): Promise<StoredEvent | undefined> =>
  (await world.store.events.eventsAt([position]))[0];

const textAt = async (world: TestWorld, position: number): Promise<unknown> =>
  (await eventAt(world, position))?.payload?.text;

describe.each(["memory", "sqlite"] as const)("scrub in the %s store", (store) => {
  scenario("scrub.keeps-the-event", async () => {
    const world = await testWorld({ store });
    const position = await storedTurn(world, `Deploy with ${TOKEN} on Mondays`);
    const item = await world.item("decision", "We deploy on Mondays", {});
    const before = await eventAt(world, position);
    expect(await scrub(world, { yes: true })).toMatchObject({ events: 1, complete: true, left: [] });
    const after = await eventAt(world, position);
    expect(after).toMatchObject({ hash: before?.hash, payloadHash: before?.payloadHash });
    expect(after?.payload?.text).toMatch(/^Deploy with \[redacted:[a-z0-9-]+\] on Mondays$/);
    await catchUp(world, "items", "search");
    expect((await world.store.views.rows(world.views.items, [item])).size).toBe(1);
    expect((await verify(world)).findings).toEqual([]);
    expect(await scrub(world, { yes: true })).toMatchObject({ events: 0, found: [], complete: true });
  });

  scenario("scrub.preview", async () => {
    const world = await testWorld({ store });
    const position = await storedTurn(world, `Deploy with ${TOKEN} on Mondays`);
    const preview = await scrub(world, {});
    expect(preview).toMatchObject({ dry_run: true, events: 1, complete: false });
    expect(preview.found[0]).toMatchObject({ place: "the tape", rules: [{ count: 1 }] });
    expect(JSON.stringify(preview) + scrubText(preview, PLAIN)).not.toContain(TOKEN);
    expect(await textAt(world, position)).toContain(TOKEN);
  });

  test("says of a clean memory that there is nothing to do", async () => {
    const world = await testWorld({ store });
    await storedTurn(world, "Nothing of the kind");
    const { position } = await world.store.tape.end();
    expect(await scrub(world, { yes: true })).toEqual({
      ...{ dry_run: false, events: 0, found: [], left: [], complete: true },
    });
    expect((await world.store.tape.end()).position).toBe(position);
  });

  test("a payload that somebody else changed is still a flaw", async () => {
    const world = await testWorld({ store });
    const position = await storedTurn(world, `Deploy with ${TOKEN} on Mondays`);
    await scrub(world, { yes: true });
    const event = await eventAt(world, position);
    const payload = { role: "user", text: "Something else" };
    await world.store.tape.commit({
      events: [],
      expect: new Map(),
      rewrite: [{ id: event?.id ?? "", payload }],
    });
    expect((await verify(world)).findings).toMatchObject([
      { message: `The payload of event ${position} was changed.` },
    ]);
  });
});

scenario("scrub.copies", async () => {
  const world = await testWorld({ store: "sqlite" });
  await storedTurn(world, `Deploy with ${TOKEN} on Mondays`);
  mkdirSync(join(world.memoryDir, "backups"));
  const backup = join(world.memoryDir, "backups", "mine.db");
  await world.vault.backup(backup);
  const log = join(world.memoryDir, "spool", "rejected.log");
  writeFileSync(log, `{"why":"torn","what":"use ${TOKEN} now"}\n`);
  const done = await scrub(world, { yes: true });
  expect(done).toMatchObject({ left: [], complete: true });
  expect(done.found.map(({ place }) => place)).toEqual(["the tape", backup, log]);
  for (const path of [backup, log, world.databaseFile])
    expect([path, readFileSync(path).includes(TOKEN)]).toEqual([path, false]);
  expect(await scrub(world, { yes: true })).toMatchObject({ found: [], complete: true });
  expect(await world.vault.restore(backup)).toMatchObject({ set_aside: 0 });
  expect((await verify(world)).findings).toEqual([]);
});

scenario("scrub.carries", async () => {
  const world = await testWorld({ store: "sqlite" });
  const position = await storedTurn(world, `Deploy with ${TOKEN} on Mondays`);
  const outside = join(freshMemoryDir(), "mine.db");
  await world.vault.backup(outside);
  await scrub(world, { yes: true });
  const dir = join(freshMemoryDir(), "export");
  await exportTo(world, { dir });
  const other = await testWorld({ store: "sqlite", seed: "other" });
  await importFrom(other, { path: dir });
  expect(await textAt(other, position)).toMatch(/redacted/);
  expect((await verify(other)).findings).toEqual([]);
  await world.vault.restore(outside);
  expect(await textAt(world, position)).toMatch(/redacted/);
  expect((await verify(world)).findings).toEqual([]);
  await world.vault.salvage();
  await world.close();
  const next = await testWorld({ store: "sqlite", memoryDir: world.memoryDir, seed: "next" });
  expect(await textAt(next, position)).toMatch(/redacted/);
  expect((await verify(next)).findings).toEqual([]);
});
