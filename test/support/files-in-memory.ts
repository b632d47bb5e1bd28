import { recordTouch, type Touch, type UsageRecord } from "../../src/core/freshness/usage.ts";
import type { Instant } from "../../src/core/tape/event.ts";
import type { ContextFiles, UnfinishedGroup } from "../../src/ports/context-files.ts";
import type { Usage } from "../../src/ports/usage.ts";

/** Usage that exists only in memory, with the default settings. */
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

/** Files of an active context that exist only in memory. Every write is complete at once, so nothing is ever unfinished. */
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
