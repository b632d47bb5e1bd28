import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { contextFiles } from "../../src/adapters/files/context/context-files.ts";
import type { ContextFiles } from "../../src/ports/context-files.ts";

/** A worktree for the files of an active context. */
export type Place = { readonly root: string; readonly memoryDir: string };

const places: string[] = [];
afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

/** A new place, which is deleted after the test. */
export function newPlace(): Place {
  const root = mkdtempSync(join(tmpdir(), "tidemark-context-"));
  places.push(root);
  return { root, memoryDir: join(root, ".tidemark") };
}

export const openAt = (place: Place, at: (point: string) => void = () => {}): ContextFiles =>
  contextFiles({ ...place, folder: "ai_memory", worktree: "main", at });
