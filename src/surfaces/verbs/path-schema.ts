import * as z from "zod/mini";

/** Longer ones no system takes. */
const PATH_MAX = 4096;
const NAME_BYTES_MAX = 255;

/** A file or folder that a person names: whatever a file system could hold. */
export function pathInput(): z.ZodMiniString {
  return z
    .string()
    .check(z.minLength(1), z.maxLength(PATH_MAX), z.refine(isPossible, "cannot be the name of a file"));
}

function isPossible(path: string): boolean {
  if (path.includes("\0")) return false;
  return path.split(/[\\/]/).every((name) => new TextEncoder().encode(name).length <= NAME_BYTES_MAX);
}
