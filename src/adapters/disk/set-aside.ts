import { lstatSync, renameSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { withDiskFailure } from "./disk-failure.ts";

/** Highest number in the name of a file that is set aside. */
const NUMBERS_MAX = 10_000;

/** True for a file that `setAside` renamed, or that a person moved away as instructed. Nothing reads it. */
export const isSetAside = (name: string): boolean => /\.moved$|\.unreadable-\d+(?:\.\w+)?$/.test(name);

/** Renames `x.yaml`, or a link of that name, to `x.unreadable-1.yaml`, or to the next free number. */
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
