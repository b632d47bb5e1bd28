import type { World } from "../runtime/world.ts";

/** Copies the memory into a new file, and notes where, so that `forget` can name the copy later. */
export async function backup(
  world: World,
  file: string,
): Promise<{ readonly events: number; readonly bytes: number }> {
  await world.ourFiles.noteCopy(file);
  return world.vault.backup(file);
}
