import { createHash } from "node:crypto";
import { recordTouch, type Touch, type UsageRecord } from "../core/freshness/usage.ts";
import type { Sha256 } from "../core/tape/chain.ts";
import type { Instant, Writer } from "../core/tape/event.ts";
import type { Clock, Ids } from "../ports/clock.ts";
import type { ContextFiles, UnfinishedGroup } from "../ports/context-files.ts";
import type { Usage } from "../ports/usage.ts";

/** When tests take place, unless they say otherwise. */
export const TEST_START: Instant = Date.UTC(2026, 0, 1);

export type FixedClock = Clock & {
  /** Moves the clock, also back: clocks do that. */
  readonly advance: (ms: number) => void;
};

/** A clock that stands still until it is told to move. */
export function fixedClock(start: Instant = TEST_START): FixedClock {
  let now = start;
  return {
    now: () => now,
    offsetMinutes: () => 0,
    advance: (ms) => {
      now += ms;
    },
  };
}

/** Ids that count: `evt_0001`, `evt_0002`, `dec_0001`. */
export function sequentialIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_${String(count).padStart(4, "0")}`;
    },
  };
}

export const sha256: Sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");

export const testWriter: Writer = { agent: "tester", host: "test", process: "p1", worktree: "main" };

/** Usage that is gone with the test, noted as by default. */
export function usageInMemory(now: () => Instant): Usage {
  const records = new Map<string, UsageRecord>();
  const note = (id: string, how: Touch, at: Instant) =>
    records.set(id, recordTouch(records.get(id), { how, at }, "used"));
  return {
    read: () => records,
    touch: async (ids, how, at = now()) => {
      for (const id of new Set(ids)) note(id, how, at);
    },
    health: () => ({ state: "good", records: records.size, bytes: 0, failed: 0, set_aside: [] }),
  };
}

const IN_MEMORY = "ai_memory";

/** Files of an active context that are gone with the test. A write is whole at once, so that nothing is ever unfinished. */
export function contextFilesInMemory(byHand: { readonly [path: string]: string } = {}): ContextFiles {
  const texts = new Map<string, string>(Object.entries(byHand));
  const bases = new Map<string, string>();
  let left: UnfinishedGroup | undefined;
  return {
    folder: IN_MEMORY,
    copies: "main",
    read: async (path) => {
      const text = texts.get(path);
      return text === undefined ? { outcome: "absent" } : { outcome: "read", text };
    },
    list: async (folder) =>
      [...texts.keys()]
        .filter((path) => path.startsWith(`${folder}/`) && path.endsWith(".md"))
        .map((path) => path.slice(folder.length + 1))
        .sort(),
    exists: async (path) => !path.startsWith(`${IN_MEMORY}/`) || texts.has(path.slice(IN_MEMORY.length + 1)),
    base: async (path) => bases.get(path),
    write: async ({ id, changes, note }) => {
      if (left) return { outcome: "unfinished" };
      const moved = changes.find(({ path, before }) => texts.get(path) !== before);
      if (moved) return { outcome: "moved", path: moved.path };
      for (const { path, after, base = after } of changes) {
        texts.set(path, after);
        bases.set(path, base);
      }
      left = note === undefined ? undefined : { id, note };
      return { outcome: "written" };
    },
    finish: async () => left,
    close: async (id) => {
      if (left?.id === id) left = undefined;
    },
  };
}
