import { randomBytes } from "node:crypto";
import { readdirSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { fieldsIn } from "../../core/fields.ts";

/** An unfinished database: a backup before its rename, or one that will replace the current one. */
const UNFINISHED = /\.(?:incoming|partial)-(?:([0-9a-f]{8})-(\d+)-)?[0-9a-f]{12}(?:-wal|-shm|-journal)?$/;
/** A process of another machine or an older version cannot be checked. Its leftovers are old by then. */
const SILENT_MS = 60 * 60 * 1000;

/** A name for an unfinished database that identifies the process which makes it. */
export function unfinishedName(path: string, what: "incoming" | "partial"): string {
  return `${path}.${what}-${machineName()}-${process.pid}-${randomBytes(6).toString("hex")}`;
}

/** Removes unfinished databases of killed processes in a folder, because they contain words. */
export function removeLeftoversIn(folder: string): void {
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    const [isUnfinished, machine, pid] = UNFINISHED.exec(name) ?? [];
    if (isUnfinished === undefined) continue;
    const isGone = machine === machineName() ? isProcessGone(Number(pid)) : isSilent(path);
    if (isGone) rmSync(path, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Without the folder there are no leftovers.
    return [];
  }
}

/** Two containers may share a folder and use the same process numbers. */
function machineName(): string {
  let hash = 0x811c9dc5;
  for (const letter of hostname()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}

function isProcessGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return fieldsIn(error).code === "ESRCH";
  }
}

const isSilent = (path: string): boolean =>
  Math.abs(Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())) > SILENT_MS;
