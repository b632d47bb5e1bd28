import { refuseAgent } from "../../core/items/authority.ts";
import { MANIFEST } from "../../core/tape/manifest.ts";
import type { HostDeps, WorkerDeps } from "../runtime/deps.ts";
import { dueCount } from "../sessions/due-count.ts";
import { type ReadSessions, readDueSessions } from "../sessions/read-due.ts";
import { type ExportImport, importFrom } from "./import.ts";
import { importCommits } from "./import-commits.ts";
import { type DocumentImport, importDocuments } from "./import-documents.ts";
import { type HistoryImported, type HistoryInput, importHistory } from "./import-history.ts";
import { type ImportedMemories, importMemories } from "./import-memories.ts";
import { type NamedFiles, namedMemoryFiles, ownMemoryFiles } from "./memory-files.ts";

export type ImportAnyInput = Omit<HistoryInput, "paths"> & {
  readonly path?: readonly string[] | undefined;
  /** Also import what other tools remember, if no path is named. */
  readonly yes?: boolean | undefined;
  /** The same, and a person accepts its rules as their own. */
  readonly accept?: boolean | undefined;
};

export type ImportResult = {
  readonly dry_run: boolean;
  readonly added: number;
  readonly known: number;
  /** What was imported from exports of other memories. */
  readonly tape?: Omit<ExportImport, "dry_run">;
  /** What was imported from histories of hosts. */
  readonly histories?: Omit<HistoryImported, "dry_run">;
  /** Memories of other tools that were imported or could be. */
  readonly memories?: ImportedMemories;
  /** Number of commits, imported if the hosts' own folders are read. */
  readonly commits?: number;
  /** Documents of the repository, imported in the same case. */
  readonly documents?: DocumentImport;
  /** The items made from the imported sessions. */
  readonly reading?: ReadSessions;
  /** Number of sessions that still wait to be read. */
  readonly due: number;
};

/** Longest time that an import spends on reading. The worker reads the rest. */
const READ_MS_MAX = 300_000;

/** A path with an export's manifest is a tape; anything else is checked as a host's history. */
export async function importAny(deps: WorkerDeps & HostDeps, input: ImportAnyInput): Promise<ImportResult> {
  const { dry_run, accept = false } = input;
  const paths = input.path ?? [];
  const isNamed = paths.length > 0 || input.yes === true || accept;
  if ((isNamed || input.include_paused === true) && !dry_run)
    refuseAgent(deps.voice, "import", { verb: "import", words: paths });
  const isExport = await Promise.all(
    paths.map(async (path) => (await deps.files.read(`${path}/${MANIFEST}`)) !== undefined),
  );
  const tapes = paths.filter((_, i) => isExport[i]);
  const others = paths.filter((_, i) => !isExport[i]);
  let tape: ExportImport | undefined;
  for (const path of tapes) tape = sum(tape, await importFrom(deps, { path, dry_run }));
  const files: NamedFiles =
    paths.length === 0
      ? { memories: await ownMemoryFiles(deps), others: [] }
      : await namedFiles(deps, others, input.host);
  const isHistory = files.others.length > 0 || paths.length === 0;
  const histories = isHistory ? await importHistory(deps, { ...input, paths: files.others }) : undefined;
  const memories =
    files.memories.length === 0
      ? undefined
      : await importMemories(deps, { files: files.memories, accept, dry_run: dry_run || !isNamed });
  const isRepository = paths.length === 0 && !dry_run;
  const commits = isRepository ? (await importCommits(deps)).added : undefined;
  const documents = isRepository ? await importDocuments(deps) : undefined;
  const reading = dry_run
    ? undefined
    : await readDueSessions(deps, { until: deps.clock.now() + READ_MS_MAX });
  return {
    dry_run,
    added: (tape?.added ?? 0) + (histories?.added ?? 0) + (commits ?? 0) + (documents?.added ?? 0),
    known: (tape?.known ?? 0) + (histories?.known ?? 0),
    ...(tape ? { tape } : {}),
    ...(histories ? { histories } : {}),
    ...(memories ? { memories } : {}),
    ...(commits === undefined ? {} : { commits }),
    ...(documents ? { documents } : {}),
    ...(reading ? { reading } : {}),
    due: reading?.still_due ?? (await dueCount(deps)),
  };
}

/** If the caller names a host, the files are that host's histories. */
async function namedFiles(
  deps: HostDeps,
  paths: readonly string[],
  host: string | undefined,
): Promise<NamedFiles> {
  return host === undefined ? namedMemoryFiles(deps, paths) : { memories: [], others: paths };
}

function sum(before: ExportImport | undefined, more: ExportImport): ExportImport {
  if (!before) return more;
  return {
    dry_run: more.dry_run,
    read: before.read + more.read,
    added: before.added + more.added,
    known: before.known + more.known,
    forgotten: before.forgotten + more.forgotten,
  };
}
