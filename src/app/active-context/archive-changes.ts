import type { ContextDocument } from "../../core/active-context/document/document.ts";
import { sectionsInOrder } from "../../core/active-context/document/edit-section.ts";
import { merge } from "../../core/active-context/document/merge.ts";
import { print } from "../../core/active-context/document/print.ts";
import {
  type ArchiveStatus,
  entryOf,
  summaryOf,
  withArchiveSummary,
} from "../../core/active-context/registry/archive.ts";
import { archivePath, REGISTRY_FILE } from "../../core/active-context/registry/file-names.ts";
import { archiveFileName, snapshotFileName } from "../../core/active-context/registry/task-id.ts";
import { MemoryError } from "../../core/failure.ts";
import type { Instant } from "../../core/tape/event.ts";
import { iso } from "../../core/time.ts";
import type { ContextChange } from "../../ports/context-files.ts";
import type { ContextDeps, MemoryDeps } from "../runtime/deps.ts";
import { registry } from "./state.ts";
import { contextText } from "./write.ts";

/** A task that is archived, as a file of its own. */
export type LeavingTask = {
  readonly task: string;
  readonly document: ContextDocument;
  readonly status: ArchiveStatus;
};

export type LeavingOptions = {
  /** Asks for a dated copy in addition to the archive; its slug may be empty. */
  readonly snapshot?: string | undefined;
  /** The task whose archive is restored, to note that in the registry. */
  readonly restored?: string | undefined;
};

/** The changes of archives, and of the registry that lists them. Texts that people wrote into either stay. */
export async function archiveChanges(
  deps: MemoryDeps & ContextDeps,
  leaving: readonly LeavingTask[],
  { snapshot, restored }: LeavingOptions = {},
): Promise<readonly ContextChange[]> {
  const now = deps.clock.now();
  const archives: ContextChange[] = [];
  for (const each of leaving) archives.push(await archiveOf(deps, each, now));
  const [first] = leaving;
  const copies = snapshot !== undefined && first ? [await copyOf(deps, first, { slug: snapshot, now })] : [];
  const list = await registryAfter(deps, leaving, { restored, now });
  return [...archives, ...copies, ...(list ? [list] : [])];
}

const textOf = ({ document, status }: LeavingTask, now: Instant): string =>
  print(sectionsInOrder(withArchiveSummary(document, summaryOf(document, { status, now }))));

/** Each task has one archive, the newest. Text that somebody wrote into the old archive is merged into it. */
async function archiveOf(
  deps: MemoryDeps & ContextDeps,
  leaving: LeavingTask,
  now: Instant,
): Promise<ContextChange> {
  const path = archivePath(archiveFileName(leaving.task));
  const before = await contextText(deps, path);
  const program = textOf(leaving, now);
  if (before === undefined) return { path, after: program };
  const base = await deps.contextFiles.base(path);
  const isEdited = base !== undefined && base !== before;
  const after = isEdited ? merge({ base, person: before, program }).text : program;
  return { path, before, after };
}

async function copyOf(
  deps: MemoryDeps & ContextDeps,
  leaving: LeavingTask,
  { slug, now }: { readonly slug: string; readonly now: Instant },
): Promise<ContextChange> {
  const local = now + deps.clock.offsetMinutes(now) * 60_000;
  const date = iso(local).slice(0, 10);
  const path = archivePath(snapshotFileName({ date, id: leaving.task, slug }));
  if ((await contextText(deps, path)) === undefined) return { path, after: textOf(leaving, now) };
  throw new MemoryError("input.invalid", `${deps.contextFiles.folder}/${path} already exists.`, {
    field: "snapshot",
    fix: "Give it another name: --snapshot SLUG",
  });
}

async function registryAfter(
  deps: MemoryDeps & ContextDeps,
  leaving: readonly LeavingTask[],
  { restored, now }: { readonly restored: string | undefined; readonly now: Instant },
): Promise<ContextChange | undefined> {
  const { text: before, entries } = await registry(deps);
  const known = entries.find(({ task_id }) => task_id === restored);
  if (leaving.length === 0 && known === undefined) return undefined;
  const { putEntry } = await import("../../core/active-context/registry/registry.ts");
  const fresh = leaving.map(({ task, document, status }) => {
    const file = `${deps.contextFiles.folder}/${archivePath(archiveFileName(task))}`;
    const entry = entryOf(document, { file, status, now });
    return { ...entry, category: entry.category || NO_CATEGORY };
  });
  const all = [...fresh, ...(known ? [{ ...known, last_restored_at: iso(now) }] : [])];
  const after = all.reduce((text, entry) => putEntry(text, entry), before ?? "");
  return { path: REGISTRY_FILE, ...(before === undefined ? {} : { before }), after };
}

/** The category of a task without one: the registry requires a category. */
const NO_CATEGORY = "general";
