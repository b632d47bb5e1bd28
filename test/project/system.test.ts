import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../src/adapters/system/clock.ts";
import { systemIds } from "../../src/adapters/system/ids.ts";
import { sha256 } from "../../src/adapters/system/sha256.ts";
import { writerOf } from "../../src/adapters/system/writer.ts";
import { MemoryError } from "../../src/core/failure.ts";

describe("the clock", () => {
  test("follows the clock of the machine and says that it is not fixed", () => {
    const clock = systemClock({});
    const before = Date.now();
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    expect(clock.fixedAt).toBeUndefined();
  });

  test.each([
    ["2030-01-31T09:00:00Z", "2030-01-31T09:00:00.000Z"],
    ["2030-01-31T09:00:00+02:00", "2030-01-31T07:00:00.000Z"],
    ["2030-01-31", "2030-01-31T00:00:00.000Z"],
  ])("is fixed by TIDEMARK_NOW=%s", (text, instant) => {
    const clock = systemClock({ TIDEMARK_NOW: text });
    expect(new Date(clock.now()).toISOString()).toBe(instant);
    expect(clock.fixedAt).toBe(clock.now());
  });

  test.each(["yesterday", "1700000000000", "2030-13-01T00:00:00Z", "2030-02-30"])(
    "refuses TIDEMARK_NOW=%s and shows the form",
    (text) => {
      const act = () => systemClock({ TIDEMARK_NOW: text });
      expect(act).toThrow(MemoryError);
      expect(act).toThrow(expect.objectContaining({ code: "input.config", field: "TIDEMARK_NOW" }));
      expect(act).toThrow(text);
    },
  );
});

describe("ids", () => {
  test("are a prefix and 26 unambiguous characters", () => {
    const id = systemIds(Date.now, randomBytes).next("pln");
    expect(id).toMatch(/^pln_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });

  test("have the format of the ULID specification", () => {
    // The example of the ULID specification, whose time part is 01ARZ3NDEK.
    const ids = systemIds(
      () => 1_469_922_850_259,
      (count) => new Uint8Array(count).fill(0xff),
    );
    expect(ids.next("x")).toBe("x_01arz3ndekzzzzzzzzzzzzzzzz");
  });

  test("sort in the order they were made and never repeat, whatever the clock and the random numbers", () => {
    const steps = fc.array(
      fc.record({ step: fc.integer({ min: -5, max: 5 }), byte: fc.constantFrom(0, 1, 127, 255) }),
      {
        minLength: 2,
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 47 }), steps, (start, moves) => {
        let now = start;
        let byte = 0;
        const ids = systemIds(
          () => now,
          (count) => new Uint8Array(count).fill(byte),
        );
        const made = moves.map((move) => {
          now = now + move.step;
          byte = move.byte;
          return ids.next("evt");
        });
        expect(new Set(made).size).toBe(made.length);
        expect([...made].sort()).toEqual(made);
        expect(made.every((id) => id.length === 30)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test("of two processes with the same clock differ", () => {
    const [a, b] = [systemIds(() => 0, randomBytes), systemIds(() => 0, randomBytes)];
    const made = Array.from({ length: 500 }, () => [a.next("x"), b.next("x")]).flat();
    expect(new Set(made).size).toBe(1000);
  });
});

test("sha256 is the hash of the text's UTF-8 bytes", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});

describe("the writer", () => {
  const place = { worktree: "feature" };

  test.each([
    [
      "the flag",
      { flagAgent: "flag", env: { TIDEMARK_AGENT: "env" }, configAgent: "config", host: "codex" },
      "flag",
    ],
    ["the environment", { env: { TIDEMARK_AGENT: "env" }, configAgent: "config", host: "codex" }, "env"],
    ["the config", { env: { TIDEMARK_AGENT: "" }, configAgent: "config", host: "codex" }, "config"],
    ["the host", { env: {}, host: "codex" }, "codex"],
    ["the command line", { env: {} }, "cli"],
  ])("takes the agent's name from %s", (_, input, agent) => {
    expect(writerOf({ place, ...input }).agent).toBe(agent);
  });

  test("names host, worktree and process, the same for all that it writes", () => {
    const first = writerOf({ place, env: {}, host: "claude-code" });
    const second = writerOf({ place, env: {} });
    expect(first).toMatchObject({ host: "claude-code", worktree: "feature" });
    expect(second.host).toBe("cli");
    expect(first.process).toMatch(/^[0-9a-f]{10}$/);
    expect(second.process).toBe(first.process);
  });

  test.each(["", "  ", "two\nlines", "x".repeat(201)])("refuses the agent name %j", (flagAgent) => {
    expect(() => writerOf({ place, env: {}, flagAgent })).toThrow(
      expect.objectContaining({ code: "input.config", field: "agent" }),
    );
  });
});
