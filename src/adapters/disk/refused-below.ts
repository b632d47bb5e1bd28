import { lstatSync, readdirSync, type Stats } from "node:fs";
import { dirname, join } from "node:path";
import type { MemoryError } from "../../core/failure.ts";
import { isOwnerTrusted } from "./owned-folder.ts";
import { refusedKind, refusedLink, refusedOwner, refusedSize } from "./refusal.ts";
import { isSetAside } from "./set-aside.ts";

/** Maximum number of listed refusals. */
const LISTED_MAX = 20;
/** Maximum number of entries and of nested folders that are checked: more than a memory has. */
const ENTRIES_MAX = 50_000;
const DEPTH_MAX = 6;
/** Larger than any file of ours that is read in full. Only a database may grow beyond it. */
const BYTES_MAX = 256 * 1024 * 1024;
const DATABASE = /\.db\b/;

const FOLDERS =
  /^(?:spool|hooks|sessions|context|backups|reference-tracker\.waiting|context\/[^/]+|context\/[^/]+\/base|sessions\/[^/]+)$/;
const FILES =
  /^(?:\.gitignore|config\.yaml|state\.json|store\.json|recording\.json|token|vectors\.bin|reference-tracker\.\w+|embedder-sent-.*|tidemark\.db(?:-\w+)?|spool\/(?:rejected\.log|lost|.*\.jsonl.*)|hooks\/.*|sessions\/[^/]+\/.*|context\/[^/]+\/(?:lock|pending\.json|base\/.*))$/;

/** Everything in a folder of ours that would be refused, so that a person can remove it. */
export function refusedBelow(path: string): MemoryError[] {
  const found: MemoryError[] = [];
  const owner = (): number => lstatSync(dirname(path)).uid;
  let left = ENTRIES_MAX;
  const visit = (at: string, name: string, depth: number): void => {
    if (left-- <= 0 || found.length >= LISTED_MAX || isSetAside(name)) return;
    const state = lstatSync(at, { throwIfNoEntry: false });
    if (state === undefined) return;
    const refusal = refusalOf(at, name, { state, owner });
    if (refusal !== undefined) return void found.push(refusal);
    if (!state.isDirectory() || depth === DEPTH_MAX) return;
    for (const inner of readdirSync(at).sort())
      visit(join(at, inner), name === "" ? inner : `${name}/${inner}`, depth + 1);
  };
  visit(path, "", 0);
  return found;
}

type FileState = { readonly state: Stats; readonly owner: () => number };

function refusalOf(at: string, name: string, { state, owner }: FileState): MemoryError | undefined {
  if (state.isSymbolicLink()) return refusedLink(at);
  const isFolder = state.isDirectory();
  if (!isFolder && (name === "" || FOLDERS.test(name))) return refusedKind(at, "folder");
  if (isFolder ? FILES.test(name) && !FOLDERS.test(name) : !state.isFile()) return refusedKind(at, "file");
  if (!isOwnerTrusted(state.uid, owner)) return refusedOwner(at);
  return !isFolder && state.size > BYTES_MAX && !DATABASE.test(name) ? refusedSize(at, BYTES_MAX) : undefined;
}
