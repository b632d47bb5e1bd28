import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scrub } from "../../src/app/forgetting/scrub.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { catchUp, newDraft } from "../../src/app/runtime/decide-and-commit.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import type { StoredEvent } from "../../src/core/tape/event.ts";
import { scrubText } from "../../src/surfaces/verbs/text/forget-text.ts";
import { PLAIN } from "../../src/surfaces/verbs/text/paint.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, type TestMemory, testMemory } from "../support/test-memory.ts";

/** A token that every version of the rules recognises, built here so that no scanner reports this file. */
const TOKEN = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");

/** Records a turn without redaction, like an older version that did not know the rule. */
async function storedTurn(deps: TestMemory, text: string): Promise<number> {
  const made = newDraft(deps, { type: "turn.recorded", session: "s1", payload: { role: "user", text: "x" } });
  const [placed] = await deps.store.tape.append([{ ...made, payload: { role: "user", text } }]);
  return placed?.position ?? 0;
}

const eventAt = async (deps: TestMemory, position: number): Promise<StoredEvent | undefined> =>
  (await deps.store.events.eventsAt([position]))[0];

const textAt = async (deps: TestMemory, position: number): Promise<unknown> =>
  (await eventAt(deps, position))?.payload?.text;

describe.each(["memory", "sqlite"] as const)("scrub in the %s store", (store) => {
  scenario("scrub.keeps-the-event", async () => {
    const deps = await testMemory({ store });
    const position = await storedTurn(deps, `Deploy with ${TOKEN} on Mondays`);
    const item = await deps.item("decision", "We deploy on Mondays", {});
    const before = await eventAt(deps, position);
    expect(await scrub(deps, { yes: true })).toMatchObject({ events: 1, complete: true, left: [] });
    const after = await eventAt(deps, position);
    expect(after).toMatchObject({ hash: before?.hash, payloadHash: before?.payloadHash });
    expect(after?.payload?.text).toMatch(/^Deploy with \[redacted:[a-z0-9-]+\] on Mondays$/);
    await catchUp(deps, "items", "search");
    expect((await deps.store.views.rows(deps.views.items, [item])).size).toBe(1);
    expect((await verify(deps)).findings).toEqual([]);
    expect(await scrub(deps, { yes: true })).toMatchObject({ events: 0, found: [], complete: true });
  });

  scenario("scrub.preview", async () => {
    const deps = await testMemory({ store });
    const position = await storedTurn(deps, `Deploy with ${TOKEN} on Mondays`);
    const preview = await scrub(deps, {});
    expect(preview).toMatchObject({ dry_run: true, events: 1, complete: false });
    expect(preview.found[0]).toMatchObject({ place: "the tape", rules: [{ count: 1 }] });
    expect(JSON.stringify(preview) + scrubText(preview, PLAIN)).not.toContain(TOKEN);
    expect(await textAt(deps, position)).toContain(TOKEN);
  });

  test("reports nothing to do for a clean memory", async () => {
    const deps = await testMemory({ store });
    await storedTurn(deps, "Nothing of the kind");
    const { position } = await deps.store.tape.end();
    expect(await scrub(deps, { yes: true })).toEqual({
      ...{ dry_run: false, events: 0, found: [], left: [], complete: true },
    });
    expect((await deps.store.tape.end()).position).toBe(position);
  });

  test("verify still reports a payload that was changed in another way", async () => {
    const deps = await testMemory({ store });
    const position = await storedTurn(deps, `Deploy with ${TOKEN} on Mondays`);
    await scrub(deps, { yes: true });
    const event = await eventAt(deps, position);
    const payload = { role: "user", text: "Something else" };
    await deps.store.tape.commit({
      events: [],
      expect: new Map(),
      rewrite: [{ id: event?.id ?? "", payload }],
    });
    expect((await verify(deps)).findings).toMatchObject([
      { message: `The payload of event ${position} was changed.` },
    ]);
  });
});

scenario("scrub.copies", async () => {
  const deps = await testMemory({ store: "sqlite" });
  await storedTurn(deps, `Deploy with ${TOKEN} on Mondays`);
  mkdirSync(join(deps.memoryDir, "backups"));
  const backup = join(deps.memoryDir, "backups", "mine.db");
  await deps.vault.backup(backup);
  const log = join(deps.memoryDir, "spool", "rejected.log");
  writeFileSync(log, `{"why":"torn","what":"use ${TOKEN} now"}\n`);
  const done = await scrub(deps, { yes: true });
  expect(done).toMatchObject({ left: [], complete: true });
  expect(done.found.map(({ place }) => place)).toEqual(["the tape", backup, log]);
  for (const path of [backup, log, deps.databaseFile])
    expect([path, readFileSync(path).includes(TOKEN)]).toEqual([path, false]);
  expect(await scrub(deps, { yes: true })).toMatchObject({ found: [], complete: true });
  expect(await deps.vault.restore(backup)).toMatchObject({ set_aside: 0 });
  expect((await verify(deps)).findings).toEqual([]);
});

scenario("scrub.carries", async () => {
  const deps = await testMemory({ store: "sqlite" });
  const position = await storedTurn(deps, `Deploy with ${TOKEN} on Mondays`);
  const outside = join(freshMemoryDir(), "mine.db");
  await deps.vault.backup(outside);
  await scrub(deps, { yes: true });
  const dir = join(freshMemoryDir(), "export");
  await exportTo(deps, { dir });
  const other = await testMemory({ store: "sqlite", seed: "other" });
  await importFrom(other, { path: dir });
  expect(await textAt(other, position)).toMatch(/redacted/);
  expect((await verify(other)).findings).toEqual([]);
  await deps.vault.restore(outside);
  expect(await textAt(deps, position)).toMatch(/redacted/);
  expect((await verify(deps)).findings).toEqual([]);
  await deps.vault.salvage();
  await deps.close();
  const next = await testMemory({ store: "sqlite", memoryDir: deps.memoryDir, seed: "next" });
  expect(await textAt(next, position)).toMatch(/redacted/);
  expect((await verify(next)).findings).toEqual([]);
});
