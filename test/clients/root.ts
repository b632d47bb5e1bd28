import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the checkout. This code runs as a test or bundled in the cache, so the path is searched upwards. */
export const ROOT = above(dirname(fileURLToPath(import.meta.url)));

function above(folder: string): string {
  if (existsSync(join(folder, "biome.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("Not inside a checkout of the project.");
  return above(parent);
}
