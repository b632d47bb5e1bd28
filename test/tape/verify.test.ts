import { describe, expect, test } from "vitest";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { forget } from "../../src/app/forgetting/forget.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { type VerifyFinding, verify } from "../../src/app/upkeep/verify.ts";
import { type StoreName, type TestMemory, testMemory } from "../support/test-memory.ts";

async function filled(store: StoreName): Promise<TestMemory> {
  const deps = await testMemory({ store });
  for (let i = 0; i < 20; i++) await deps.turn(`turn number ${i}`);
  await deps.item("decision", "We build with pnpm", { topic: "build" });
  await catchUp(deps, "items", "statements", "sessions", "search");
  return deps;
}

describe.each(["memory", "sqlite"] as const)("verify in the %s store", (store) => {
  test("finds nothing wrong in a sound memory, and reports its progress", async () => {
    const deps = await filled(store);
    const found = await verify(deps);
    expect(found).toMatchObject({ ok: true, events: 21, findings: [], more: 0 });
    expect(found.not_built).toContain("ledger");
    expect(found.not_built).not.toContain("items");
    expect(deps.steps).toContainEqual({ what: "check the tape", done: 21, total: 21 });
    expect(deps.steps).toContainEqual({ what: "replay items", done: 21, total: 21 });
  });

  test("finds nothing wrong with an empty memory", async () => {
    const nothing = { ok: true, events: 0, findings: [], more: 0, not_built: [] };
    expect(await verify(await testMemory({ store }))).toEqual(nothing);
  });

  test("accepts that the payloads of forgotten events are missing", async () => {
    const deps = await filled(store);
    await forget(deps, { text: "turn number 7" });
    expect((await verify(deps)).findings).toEqual([]);
  });
});

describe("verify of a changed memory", () => {
  const changes: readonly (readonly [string, string, Partial<VerifyFinding>])[] = [
    [
      "a payload",
      `UPDATE events SET payload = replace(payload, 'number 3', 'number 9') WHERE position = 4`,
      { code: "tape.payload", position: 4 },
    ],
    [
      "a header",
      "UPDATE events SET agent = 'mallory' WHERE position = 5",
      { code: "tape.link", position: 5 },
    ],
    ["an instant", "UPDATE events SET at = at + 1 WHERE position = 6", { code: "tape.link", position: 6 }],
    [
      "a payload that is no JSON",
      "UPDATE events SET payload = '{' WHERE position = 8",
      { code: "tape.unreadable", position: 8 },
    ],
    [
      "an erased payload",
      "UPDATE events SET payload = NULL WHERE position = 9",
      { code: "tape.erased", position: 9 },
    ],
    ["a missing event", "DELETE FROM events WHERE position = 10", { code: "tape.gap", position: 10 }],
    [
      "a row of a view",
      "UPDATE view_rows SET rank = 7 WHERE key = 'ses_1'",
      { code: "view.differs", fix: { verb: "rebuild", options: { view: "sessions" } } },
    ],
    [
      "a doc of the index",
      "DELETE FROM search_docs WHERE key = 'turn@2'",
      { code: "view.differs", fix: { verb: "rebuild", options: { view: "search" } } },
    ],
  ];

  test.each(changes)("reports %s, and what to do", async (_name, sql, expected) => {
    const deps = await filled("sqlite");
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.exec(sql);
    db.close();
    const { ok, findings } = await verify(deps);
    expect(ok).toBe(false);
    expect(findings).toEqual([expect.objectContaining(expected)]);
    expect(findings[0]?.fix).toHaveProperty("verb");
  });

  test("reports a changed hash at its event and at the next one", async () => {
    const deps = await filled("sqlite");
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.exec("UPDATE events SET hash = replace(hash, substr(hash, 1, 4), '0000') WHERE position = 5");
    db.close();
    const { findings } = await verify(deps);
    expect(findings.map(({ code, position }) => [code, position])).toEqual([
      ["tape.link", 5],
      ["tape.link", 6],
    ]);
  });

  test("distinguishes an event of a newer Tidemark from an invalid one", async () => {
    const deps = await filled("sqlite");
    const [event] = (await deps.store.events.read(0, 1)).events;
    const foreign = {
      ...event,
      payloadHash: "",
      writer: deps.writer,
      at: 1,
      recordedAt: 1,
      version: 1,
      type: "turn.recorded",
    };
    const put = (id: string, type: string, payload: object) => {
      const payloadHash = deps.sha256(JSON.stringify(payload));
      const events = [{ ...foreign, id, type, payload, payloadHash } as never];
      return deps.store.tape.merge({ events, positionHere: () => undefined, erase: [] });
    };
    await put("evt_new", "dream.recorded", {});
    await put("evt_odd", "turn.recorded", { role: "dog", text: "x" });
    const { findings } = await verify(deps);
    expect(findings.map(({ code, position }) => [code, position])).toEqual([
      ["tape.newer", 22],
      ["tape.invalid", 23],
    ]);
  });

  test("lists a hundred findings and counts the others", async () => {
    const deps = await testMemory({ store: "sqlite" });
    await deps.put(
      ...Array.from({ length: 250 }, () => ({
        type: "turn.recorded",
        session: "s",
        payload: { role: "user", text: "x" },
      })),
    );
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.exec('UPDATE events SET payload = \'{"role":"user","text":"y"}\'');
    db.close();
    const { findings, more } = await verify(deps);
    expect([findings.length, more]).toEqual([100, 150]);
  });
});
