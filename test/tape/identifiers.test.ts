import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draftOf, lineOf } from "../../src/adapters/spool/line.ts";
import { chooseDriver } from "../../src/adapters/sqlite/driver.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { exportTo } from "../../src/app/intake/export.ts";
import { importFrom } from "../../src/app/intake/import.ts";
import { catchUp } from "../../src/app/runtime/decide-and-commit.ts";
import { verify } from "../../src/app/upkeep/verify.ts";
import { createAudit } from "../../src/core/tape/audit.ts";
import { canonical } from "../../src/core/tape/canonical.ts";
import type { Draft, Payload, StoredEvent } from "../../src/core/tape/event.ts";
import { plainId, storableId } from "../../src/core/tape/plain-id.ts";
import type { Store } from "../../src/ports/store.ts";
import { idOf } from "../../src/surfaces/hosts/host-line.ts";
import { scenario } from "../scenarios/scenario.ts";
import { filesUnder, ROOT } from "../sources.ts";
import { TEST_SEAL } from "../support/seal.ts";
import { freshMemoryDir, testMemory } from "../support/test-memory.ts";

/** Any JavaScript string, with frequent characters that databases and files may change. */
const wild = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("\0", "\ud800", "\udfff", "a", "%", "\\", "\n", "é", "漢", "👩‍💻", "\ufffd"),
  }),
);
const id = wild.filter((text) => text !== "");

const GOLDEN = "test/golden/events";
const examples: readonly StoredEvent[] = filesUnder(GOLDEN).flatMap((path) =>
  JSON.parse(readFileSync(join(ROOT, path), "utf8")),
);

/** The payload of an example with random texts, and with a few fields that no schema has. */
const wilder = (payload: unknown): fc.Arbitrary<unknown> => {
  if (typeof payload === "string") return wild;
  if (Array.isArray(payload)) return fc.tuple(...payload.map(wilder));
  if (typeof payload !== "object" || payload === null)
    return fc.constantFrom(payload, -0, Number.NaN, Number.POSITIVE_INFINITY, 1e21, undefined);
  const fields = Object.entries(payload).map(([name, value]) =>
    fc.tuple(fc.oneof({ weight: 9, arbitrary: fc.constant(name) }, wild), wilder(value)),
  );
  return fc
    .tuple(fc.tuple(...fields), fc.constantFrom({}, JSON.parse('{"__proto__":{"a":"\\ud800"}}')))
    .map(([entries, more]) => Object.assign(Object.fromEntries(entries), more));
};

const drafts: fc.Arbitrary<Draft> = fc.constantFrom(...examples).chain((example) =>
  fc.record({
    id,
    type: fc.constant(example.type),
    version: fc.constant(example.version),
    at: fc.constant(example.at),
    recordedAt: fc.constant(example.recordedAt),
    writer: fc.record({ agent: wild, host: wild, process: wild, worktree: wild }),
    session: id,
    subject: id,
    key: id,
    payload: wilder(example.payload ?? {}) as fc.Arbitrary<Payload>,
  }),
);

/** The flaws in the chain of a store. */
async function flawsOf(store: Store): Promise<string[]> {
  const audit = createAudit(sha256);
  const { events } = await store.events.read(0, 10_000);
  return events.flatMap((event) => audit.take(event)).map(({ message }) => message);
}

const STORES = ["memory", "sqlite"] as const;

scenario("whole.any-text", async () => {
  for (const store of STORES)
    await fc.assert(
      fc.asyncProperty(fc.array(drafts, { minLength: 1, maxLength: 8 }), async (given) => {
        const deps = await testMemory({ store });
        const placed = await deps.store.tape.append(given);
        expect(await flawsOf(deps.store)).toEqual([]);
        const again = await deps.store.tape.append(given);
        expect(again.map(({ isNew }) => isNew)).toEqual(given.map(() => false));
        const fresh = given.filter((_, i) => placed[i]?.isNew);
        for (const { session = "" } of fresh)
          expect(await deps.store.events.sessionEvents(session, 0, 100)).not.toEqual([]);
        const keys = fresh.map(({ key = "" }) => key);
        expect(await deps.store.events.known(keys)).toEqual(new Set(keys));
        await deps.close();
      }),
      { numRuns: 60 },
    );
});

describe.each(STORES)("any text in any field, in the %s store", (store) => {
  test("is unchanged after it has waited in the spool", async () => {
    await fc.assert(
      fc.asyncProperty(drafts, wild, async (header, text) => {
        // The drain validates payloads, so only the text of a turn can be anything.
        const given = { ...header, type: "turn.recorded", version: 1, payload: { role: "user", text } };
        const deps = await testMemory({ store });
        const waiting = draftOf(lineOf(given, TEST_SEAL).slice(0, -1), TEST_SEAL);
        expect(waiting).toBeDefined();
        await deps.store.tape.append([waiting as Draft]);
        await deps.store.tape.enqueue([{ ...given, id: `${given.id}2`, key: `${given.key}2` }]);
        expect(await flawsOf(deps.store)).toEqual([]);
        expect((await deps.store.tape.end()).position).toBe(2);
        await deps.close();
      }),
      { numRuns: 30 },
    );
  });
});

test("after a turn with any text every view equals its rebuild", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wild, { minLength: 1, maxLength: 5 }), async (texts) => {
      const deps = await testMemory({ store: "sqlite" });
      for (const text of texts) await deps.turn(text);
      await catchUp(deps, "items", "statements", "sessions", "search");
      expect((await verify(deps)).findings).toEqual([]);
      await deps.close();
    }),
    { numRuns: 20 },
  );
});

describe("the canonical form", () => {
  test("of any value is unchanged when it is parsed and written again", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withSparseArray: true, withNullPrototype: true }),
        (value) => {
          const text = canonical(value);
          expect(canonical(JSON.parse(text))).toBe(text);
        },
      ),
    );
  });

  test("of a value that is nested too deeply is refused with a message", () => {
    let deep: unknown = [];
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => canonical(deep)).toThrow("nested more than 500 levels deep");
  });
});

describe("an id", () => {
  test("that is valid is kept unchanged, whatever its script", () => {
    for (const given of ["s1", "会议", "cafe\u0301", "👩‍💻", "a b", "🚀".repeat(40)])
      expect(plainId(given)).toBe(given);
  });

  test("has no control characters and no lone surrogates, and keeps to its maximum length", () => {
    fc.assert(
      fc.property(wild, fc.integer({ min: 40, max: 200 }), (given, max) => {
        const safe = plainId(given, max);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        expect(safe.length).toBeLessThanOrEqual(max);
        expect(plainId(safe, max)).toBe(safe);
        expect(storableId(safe)).toBe(safe);
      }),
    );
  });

  test("that is too long for a host's event is shortened, and different ids stay different", () => {
    const long = "x".repeat(500);
    expect(idOf(`${long}1`)).not.toBe(idOf(`${long}2`));
    expect(idOf(`${long}1`)).toHaveLength(80);
    expect([idOf(""), idOf("  "), idOf(7)]).toEqual([undefined, undefined, undefined]);
    // JavaScript treats these as white space, but an event with such an id is not dropped.
    expect([idOf("\u2028"), idOf("\ufeff"), idOf("\n")]).toEqual(["%u2028", "%ufeff", "%u000a"]);
  });
});

describe("a tape of an older version that did not check ids", () => {
  /** A tape of such a version: the hash is of a lone surrogate, and the database has its replacement character. */
  async function brokenTape(replaced: string) {
    const deps = await testMemory({ store: "sqlite" });
    for (const text of ["before", "hit", "behind"]) await deps.turn(text, `s ${text}`);
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.prepare("UPDATE events SET session = ? WHERE position = 2").run(replaced);
    db.close();
    return deps;
  }

  async function keepsAll(replaced: string): Promise<void> {
    const deps = await brokenTape(replaced);
    const { findings } = await verify(deps);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining("Its text is unchanged"),
    ]);
    const salvaged = await deps.vault.salvage();
    expect(salvaged).toMatchObject({ found: 3, lost_count: 0, mended: 1 });
    const next = await testMemory({ store: "sqlite", memoryDir: deps.memoryDir, seed: "next" });
    const { events } = await next.store.events.read(0, 10);
    expect(events.map(({ payload }) => payload?.text)).toEqual(["before", "hit", "behind", undefined]);
    expect((await verify(next)).findings).toEqual([]);
    const folder = join(freshMemoryDir(), "export");
    await exportTo(next, { dir: folder });
    const other = await testMemory({ store: "sqlite", seed: "other" });
    expect(await importFrom(other, { path: folder })).toMatchObject({ added: 4 });
    expect((await verify(other)).findings).toEqual([]);
  }

  scenario("whole.salvage-keeps-readable", async () => {
    await keepsAll("s \ufffd");
    await keepsAll("s \0x");
  });

  test("with an unreadable event at its end is salvaged with a report of the lost event", async () => {
    const deps = await brokenTape("s \ufffd");
    const db = (await chooseDriver()).open(deps.databaseFile);
    db.exec("UPDATE events SET payload = '{' WHERE position = 3");
    db.close();
    expect(await deps.vault.salvage()).toMatchObject({ found: 2, lost: [3], lost_count: 1 });
  });
});
