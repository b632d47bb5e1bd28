import { appendFileSync, cpSync } from "node:fs";
import { expect } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { importHistory } from "../../src/app/intake/import-history.ts";
import type { Deps } from "../../src/app/runtime/deps.ts";
import { HISTORY_READERS } from "../../src/surfaces/hosts/readers.ts";
import { allFixtures } from "../clients/fixtures.ts";
import { scenario } from "../scenarios/scenario.ts";
import { freshMemoryDir, testMemory } from "../support/test-memory.ts";
import { eventsOf } from "./suite.ts";

/** Adds a record of an unknown type, and half a record after it, as after a crash. */
async function spoil(path: string, raw: string): Promise<void> {
  if (!path.endsWith(".db")) return appendFileSync(path, `${raw}\n{"type":"hal`);
  const db = (await chooseDriver()).open(path);
  db.prepare("UPDATE part SET data = ? WHERE id = (SELECT min(id) FROM part)").run(raw);
  db.prepare("UPDATE part SET data = ? WHERE id = (SELECT max(id) FROM part)").run('{"type":"hal');
  db.close();
}

async function historyIn(deps: Deps, folder: string, host: string): Promise<string> {
  const reader = HISTORY_READERS.find((one) => one.host === host);
  for await (const path of deps.histories.files(folder)) if (reader?.isHistory(path)) return path;
  throw new Error(`${host} has no history in ${folder}`);
}

scenario("import.unknown-kept", async () => {
  const questions = allFixtures().filter(({ manifest }) => manifest.scenario === "question");
  expect(questions.map(({ manifest }) => manifest.client).sort()).toEqual(
    HISTORY_READERS.map(({ host }) => host).sort(),
  );
  const raw = '{"type":"hologram","of":"rain"}';
  for (const { folder, manifest } of questions) {
    const deps = await testMemory();
    const copy = freshMemoryDir();
    cpSync(folder, copy, { recursive: true });
    const path = await historyIn(deps, copy, manifest.client);
    await spoil(path, raw);
    const asked = { paths: [path], host: manifest.client, dry_run: false };
    const first = await importHistory(deps, asked);
    expect([manifest.client, Object.values(first.unknown), first.unreadable]).toEqual([
      manifest.client,
      [1],
      1,
    ]);
    expect(Object.keys(first.unknown).join()).toContain("hologram");
    const kept = (await eventsOf(deps)).filter(({ type }) => type === "record.unknown");
    expect(kept.map(({ payload }) => payload?.raw)).toEqual([raw]);
    expect(await importHistory(deps, asked)).toMatchObject({ added: 0 });
  }
});
