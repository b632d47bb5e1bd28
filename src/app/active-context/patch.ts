import type { Patch } from "../../core/active-context/sync/patch.ts";
import { MemoryError } from "../../core/failure.ts";
import { isObject } from "../../core/fields.ts";
import { parseJsonOr } from "../../core/parse-json.ts";
import type { ContextDeps, FileDeps, ItemDeps } from "../runtime/deps.ts";
import { type ContextSynced, contextSync } from "./sync.ts";

export type GivenSync = {
  /** An object, its JSON text, or the name of a JSON file; `-` is standard input. */
  readonly patch?: string | Patch | undefined;
  readonly confirm: boolean;
};

/** A patch is read into memory; a longer file is not a patch. */
const PATCH_LINES_MAX = 10_000;

export async function contextSyncWith(
  deps: ItemDeps & ContextDeps & FileDeps,
  { patch, confirm }: GivenSync,
): Promise<ContextSynced> {
  if (confirm && deps.voice !== "person") {
    throw new MemoryError("input.needs_person", "Only a person can confirm edits to the file.", {
      field: "confirm",
      fix: { to: "Without --confirm, edits wait for review", verb: "review" },
    });
  }
  const given = typeof patch === "string" ? await patchFrom(deps, patch) : patch;
  return contextSync(deps, { confirm, ...(given === undefined ? {} : { patch: given }) });
}

async function patchFrom(deps: FileDeps, given: string): Promise<Patch> {
  const text = given.trimStart().startsWith("{") ? given : await fileText(deps, given);
  const fix = 'Like {"current_task": {"current_focus": "…"}, "progress": {"next": ["…"]}}';
  const notJson = (cause: unknown): MemoryError =>
    new MemoryError("input.invalid", "The patch is not JSON.", { cause, field: "patch", fix });
  const value = parseJsonOr(text, notJson);
  if (isObject(value)) return value;
  throw new MemoryError("input.invalid", "The patch must be an object of sections.", { field: "patch" });
}

async function fileText(deps: FileDeps, path: string): Promise<string> {
  const lines: string[] = [];
  for await (const line of deps.files.lines(path)) {
    lines.push(line);
    if (lines.length > PATCH_LINES_MAX)
      throw new MemoryError("input.invalid", "The patch is too long.", { field: "patch" });
  }
  return lines.join("\n");
}
