import { z } from "zod";

/** Longer ones no system takes. */
const PATH_MAX = 4096;
const NAME_BYTES_MAX = 255;

/** A file or folder that a person names: whatever a file system could hold. */
export function pathInput(): z.ZodString {
  return z.string().min(1).max(PATH_MAX).refine(isPossible, "cannot be the name of a file");
}

function isPossible(path: string): boolean {
  if (path.includes("\0")) return false;
  return path.split(/[\\/]/).every((name) => new TextEncoder().encode(name).length <= NAME_BYTES_MAX);
}
