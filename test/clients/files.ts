/** Compares the configuration files of a stage before and after a change. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./client.ts";
import { filesOf } from "./fixtures.ts";

/** The hash of each file, by its path relative to the home folder. */
export type Snapshot = ReadonlyMap<string, string>;

/** Our memory and state, and git's files: they configure no client. */
const ASIDE = /(^|\/)(\.tidemark|\.git|\.local\/state)\//;

export function snapshot({ home }: Stage): Snapshot {
  const paths = filesOf(home).filter((path) => !ASIDE.test(path));
  return new Map(
    paths.map((path) => [
      path,
      createHash("sha256")
        .update(readFileSync(join(home, path)))
        .digest("hex"),
    ]),
  );
}

/** Paths that exist in only one snapshot or have different content. */
export function differences(one: Snapshot, other: Snapshot): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path)).sort();
}

/** The files that match the pattern. */
export function filesWith({ home }: Stage, paths: readonly string[], pattern: RegExp): string[] {
  return paths.filter((path) => {
    try {
      return pattern.test(readFileSync(join(home, path), "utf8"));
    } catch {
      // A deleted file matches nothing.
      return false;
    }
  });
}
