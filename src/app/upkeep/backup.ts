import type { OwnFileDeps } from "../runtime/deps.ts";

/** Copies the memory into a new file, and notes where, so that `forget` can name the copy later. */
export async function backup(
  world: OwnFileDeps,
  file: string,
): Promise<{ readonly events: number; readonly bytes: number }> {
  await world.ourFiles.noteCopy(file);
  return world.vault.backup(file);
}
