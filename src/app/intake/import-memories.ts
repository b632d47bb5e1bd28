import type { Writable } from "../../core/fields.ts";
import { STATEMENT_MAX } from "../../core/items/field.ts";
import { type Act, withConsequences } from "../../core/items/life.ts";
import type { Instant } from "../../core/tape/event.ts";
import { isInvisible } from "../../core/text/printable.ts";
import type { ForeignEntry, ForeignStatement, ImportPlace } from "../../ports/histories.ts";
import { findItem } from "../items/find-item.ts";
import { proposeEdgesLazily } from "../review/propose-edges-lazily.ts";
import { decideAndCommit } from "../runtime/decide-and-commit.ts";
import type { HostDeps, ItemDeps, WriteDeps } from "../runtime/deps.ts";
import { actOfStatement, type KnownStatements, knownStatements } from "./foreign-statement.ts";
import { importPlace, type MemoryFile, ownMemoryFiles } from "./memory-files.ts";

export type ImportMemoriesInput = {
  readonly files: readonly MemoryFile[];
  /** Whether a person accepts the rules as their own, so that they need not be reviewed one by one. */
  readonly accept: boolean;
  /** Only count what would happen to each entry. */
  readonly dry_run: boolean;
};

/** An entry that was not kept, and why. */
export type RefusedEntry = { readonly entry: string; readonly why: string };

/** The result for one file's entries: every entry is in exactly one of the counts. */
export type ImportedFile = {
  readonly tool: string;
  readonly file: string;
  readonly read: number;
  readonly kept: number;
  /** Number of candidates, which wait for review. */
  readonly proposed: number;
  readonly known: number;
  readonly refused: readonly RefusedEntry[];
};

export type ImportedMemories = {
  readonly files: readonly ImportedFile[];
  /** False if the entries were only counted. */
  readonly taken: boolean;
  readonly accepted: boolean;
  /** The command that reverts the import. */
  readonly undo?: string;
};

/** Statements of one import, which one undo reverts. The next import continues with the rest. */
const STATEMENTS_MAX = 2000;

type MemoryTally = Writable<Pick<ImportedFile, "kept" | "proposed" | "known" | "read">> & {
  readonly refused: RefusedEntry[];
};
type ImportState = ImportMemoriesInput & {
  readonly deps: WriteDeps & HostDeps;
  readonly where: ImportPlace;
  readonly now: Instant;
  readonly known: KnownStatements;
  readonly acts: Act[];
};

/** Stores what other tools remember in one commit. The same entry is stored once, however often it is read. */
export async function importMemories(
  deps: ItemDeps & HostDeps,
  input: ImportMemoriesInput,
): Promise<ImportedMemories> {
  const where = await importPlace(deps);
  const now = deps.clock.now();
  let files: ImportedFile[] = [];
  let acts: Act[] = [];
  const sort = async (): Promise<void> => {
    const sorting: ImportState = { ...input, deps, where, now, known: await knownStatements(deps), acts: [] };
    files = [];
    for (const file of input.files) files.push(await sortFile(sorting, file));
    acts = sorting.acts;
  };
  if (input.dry_run) await sort();
  else
    await decideAndCommit(deps, async () => {
      await sort();
      const raised = await proposeEdgesLazily(deps, acts.map(({ payload }) => payload.item).filter(isUnit));
      const [first, ...rest] = [...acts, ...raised];
      return { acts: first === undefined ? [] : withConsequences(first, rest), seen: [] };
    });
  const [first] = input.dry_run ? [] : acts;
  const undo = first && deps.command({ verb: "undo", words: [(await findItem(deps, first.subject)).label] });
  return { files, taken: !input.dry_run, accepted: input.accept, ...(undo === undefined ? {} : { undo }) };
}

/** Number of other tools' files with something to import. */
export async function newMemoryFiles(deps: ItemDeps & HostDeps): Promise<number> {
  const input = { files: await ownMemoryFiles(deps), accept: false, dry_run: true };
  const { files } = await importMemories(deps, input);
  return files.filter(({ kept, proposed }) => kept + proposed > 0).length;
}

const isUnit = ({ kind }: Act["payload"]["item"]): boolean => kind !== "plan" && kind !== "candidate";

async function sortFile(sorting: ImportState, { path, importer }: MemoryFile): Promise<ImportedFile> {
  const { root } = sorting.where;
  const file = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const tally: MemoryTally = { read: 0, kept: 0, proposed: 0, known: 0, refused: [] };
  const { histories } = sorting.deps;
  try {
    for await (const entry of importer.read(histories.source(path), sorting.where)) {
      tally.read++;
      await sortEntry(sorting, { tally, entry, tool: importer.tool, file });
    }
  } catch (error) {
    tally.read++;
    const why = error instanceof Error ? error.message : String(error);
    tally.refused.push({ entry: "the rest of the file", why: `cannot be read: ${why}` });
  }
  return { tool: importer.tool, file, ...tally };
}

type EntryPlace = {
  readonly tally: MemoryTally;
  readonly entry: ForeignEntry;
  readonly tool: string;
  readonly file: string;
};

async function sortEntry(sorting: ImportState, { tally, entry, tool, file }: EntryPlace): Promise<void> {
  const { deps, accept, now, known, acts } = sorting;
  const refuse = (why: string): void => void tally.refused.push({ entry: entry.entry, why });
  if ("refused" in entry) return refuse(entry.refused);
  const why = whyUnfit(entry.statement);
  if (why !== undefined) return refuse(why);
  if (acts.length >= STATEMENTS_MAX) return refuse(`more than ${STATEMENTS_MAX} statements; import again`);
  const source = { tool, file, entry: entry.entry };
  const made = await actOfStatement(deps, entry.statement, { accept, source, now });
  const outcome = await known.meet(made);
  if (outcome === "known") tally.known++;
  else if (outcome !== "new") refuse(`${outcome} here before`);
  else {
    acts.push(made);
    if (made.payload.item.kind === "candidate") tally.proposed++;
    else tally.kept++;
  }
}

function whyUnfit({ text }: ForeignStatement): string | undefined {
  if (isInvisible(text)) return "empty";
  return text.length > STATEMENT_MAX ? `longer than ${STATEMENT_MAX} characters` : undefined;
}
