import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { MemoryError } from "../../src/core/failure.ts";
import { CATALOGUE, type EventKind } from "../../src/core/tape/catalogue.ts";
import { checkDraft } from "../../src/core/tape/check.ts";
import type { Payload, StoredEvent } from "../../src/core/tape/event.ts";
import { newestOf, upcast } from "../../src/core/tape/read.ts";
import { turn } from "../../src/testing/contract-drafts.ts";
import { scenario } from "../scenarios/scenario.ts";
import { filesUnder, ROOT } from "../sources.ts";

/** An event type that changed twice: a name was split in two, and a flag became a word. */
const CHANGED: { readonly [type: string]: EventKind } = {
  "door.opened": {
    summary: "Somebody opened a door.",
    version: 3,
    payload: z.object({
      first: z.string(),
      last: z.string(),
      state: z.string(),
    }),
    upcasts: {
      1: ({ name, ...rest }) => {
        const [first, last] = String(name).split(" ");
        return { ...rest, first, last };
      },
      2: ({ wide, ...rest }) => ({ ...rest, state: wide ? "wide" : "ajar" }),
    },
    recordable: true,
  },
};

const opened = (version: number, payload: Payload | null) => ({ type: "door.opened", version, payload });
const newest = { first: "Ada", last: "Byron", state: "wide" };

scenario("tape.older-upcast", () => {
  const stored = [
    opened(1, { name: "Ada Byron", wide: true }),
    opened(2, { first: "Ada", last: "Byron", wide: true }),
    opened(3, newest),
  ];
  const copy = structuredClone(stored);
  for (const event of stored) expect(newestOf(event, CHANGED)).toEqual(opened(3, newest));
  expect(stored).toEqual(copy);
  expect(newestOf(opened(1, null), CHANGED)).toEqual(opened(3, null));
});

test("an event of a newer version or of an unknown type is refused with what to do", () => {
  const strange = [
    opened(4, {}),
    { type: "door.painted", version: 1, payload: {} },
    { ...opened(1, {}), type: "toString" },
  ];
  for (const event of strange) {
    const refusal = refusalFrom(() => newestOf(event, CHANGED));
    expect(refusal).toMatchObject({ code: "tape.newer" });
    expect(refusal?.message).toContain(`"${event.type}" version ${event.version}`);
    expect(refusal?.fix).toMatch(/Update Tidemark/);
  }
});

test("an event that is not of the newest version cannot be recorded", () => {
  expect(() => checkDraft(turn("a", { version: 2 }))).toThrow(/version 2 cannot be recorded/);
});

function refusalFrom(work: () => unknown): MemoryError | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof MemoryError) return error;
    throw error;
  }
  return undefined;
}

/**
 * Stored examples of events as they are on existing tapes, one file for each type. New ones are added; none is ever
 * changed.
 */
const FIXTURES = "test/golden/events";

function fixturesOf(type: string): StoredEvent[] {
  return JSON.parse(readFileSync(join(ROOT, FIXTURES, `${type}.json`), "utf8"));
}

scenario("tape.fixture-of-every-version", () => {
  const types = filesUnder(FIXTURES).map((path) => path.slice(FIXTURES.length + 1, -".json".length));
  expect(types.sort()).toEqual(Object.keys(CATALOGUE).sort());
  for (const type of types) {
    const { version, payload } = CATALOGUE[type] as EventKind;
    const events = fixturesOf(type);
    const versions = Array.from({ length: version }, (_, n) => n + 1);
    expect([...new Set(events.map((event) => event.version))].sort((a, b) => a - b)).toEqual(versions);
    for (const event of events) {
      const now = upcast(event);
      expect(now.version).toBe(version);
      expect(payload.safeParse(now.payload).error, `${type} ${event.id}`).toBeUndefined();
    }
  }
});
