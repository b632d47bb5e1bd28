/** The files of a stage that a person or a client configures by, before and after. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./client.ts";
import { filesOf } from "./fixtures.ts";

/** What each file holds, by its path below the home folder, as a hash. */
export type Snapshot = ReadonlyMap<string, string>;

/** Our own memory and state, and what git keeps: nobody configures a client by these. */
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

/** Paths that one has and the other has not, or has otherwise. */
export function differences(one: Snapshot, other: Snapshot): string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path)).sort();
}

/** Those of the files in which the pattern is found. */
export function filesWith({ home }: Stage, paths: readonly string[], pattern: RegExp): string[] {
  return paths.filter((path) => {
    try {
      return pattern.test(readFileSync(join(home, path), "utf8"));
    } catch {
      // It is gone, and what is gone names nobody.
      return false;
    }
  });
}
