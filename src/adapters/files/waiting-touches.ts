import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Touch } from "../../core/freshness/usage.ts";
import type { Instant } from "../../core/tape/event.ts";
import { codeOf } from "../disk/disk-failure.ts";

/** Things that were touched together and are not in the tracker yet. */
export type Waiting = { readonly ids: readonly string[]; readonly how: Touch; readonly at: Instant };

/** One that waits, and its file; without a touch when the file holds none. */
export type WaitingFile = { readonly path: string; readonly waiting?: Waiting };

/** Files taken in one pass, so that nobody holds the lock for long. */
const PASS_MAX = 500;
const READY = ".json";

/** Puts a touch where whoever holds the lock next will find it, whole. Gives its file. */
export function leave(folder: string, waiting: Waiting): string {
  const path = join(folder, `${Date.now().toString(36)}-${randomBytes(6).toString("hex")}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(waiting), { mode: 0o600, flag: "wx" });
  renameSync(path, `${path}${READY}`);
  return `${path}${READY}`;
}

/** What waits, the first that came first. */
export function waitingIn(folder: string): WaitingFile[] {
  return namesIn(folder)
    .slice(0, PASS_MAX)
    .map((name) => join(folder, name))
    .map((path) => {
      const waiting = waitingAt(path);
      return waiting ? { path, waiting } : { path };
    });
}

export const isAnyWaiting = (folder: string): boolean => namesIn(folder).length > 0;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(READY))
      .sort();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return [];
    throw cause;
  }
}

function waitingAt(path: string): Waiting | undefined {
  try {
    const { ids, how, at } = JSON.parse(readFileSync(path, "utf8")) as { readonly [field: string]: unknown };
    const isNamed = Array.isArray(ids) && ids.every((id) => typeof id === "string");
    const isTouch = how === "shown" || how === "used";
    // A time that no date can be would make a record that nobody can read.
    return isNamed && isTouch && isDate(at) ? { ids, how, at } : undefined;
  } catch {
    // No file of ours.
    return undefined;
  }
}

const isDate = (at: unknown): at is Instant =>
  typeof at === "number" && !Number.isNaN(new Date(at).getTime());
