import { lstatSync, renameSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { withDiskFailure } from "./disk-failure.ts";

/** Names of one file that were given already, at most. */
const NUMBERS_MAX = 10_000;

/** The name of a file that `setAside` renamed, or that a person moved away as they were told to. Nothing reads it. */
export const isSetAside = (name: string): boolean => /\.moved$|\.unreadable-\d+(?:\.\w+)?$/.test(name);

/** Renames `x.yaml`, or the link of that name, to `x.unreadable-1.yaml`, or to the next number that is free. */
export function setAside(file: string): string {
  const ending = extname(file);
  const name = basename(file, ending);
  for (let number = 1; number <= NUMBERS_MAX; number++) {
    const path = join(dirname(file), `${name}.unreadable-${number}${ending}`);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    withDiskFailure(file, () => renameSync(file, path));
    return path;
  }
  throw new Error(`bug: ${file} was set aside ${NUMBERS_MAX} times`);
}
