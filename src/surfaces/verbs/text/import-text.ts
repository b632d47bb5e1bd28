import type { ImportResult } from "../../../app/intake/import-any.ts";
import type { DocumentImport } from "../../../app/intake/import-documents.ts";
import type { ImportedFile, ImportedMemories } from "../../../app/intake/import-memories.ts";
import type { ReadSessions } from "../../../app/sessions/read-due.ts";
import { oneLine, type Paint } from "./paint.ts";
import { waitText } from "./review-text.ts";
import { count } from "./tape-text.ts";

export function importText(result: ImportResult, paint: Paint): string {
  const { dry_run, added, known, tape, histories, commits = 0, documents, reading, memories } = result;
  const hasHistory = (histories?.files ?? 0) > 0;
  const fromGit = commits > 0 ? ` (${count(commits, "commit")})` : "";
  const lines = [];
  if (tape === undefined && hasHistory && added === 0)
    lines.push(`Nothing new in ${count(histories?.sessions ?? 0, "session")}.`);
  else if (tape !== undefined || hasHistory || added > 0)
    lines.push(
      `${paint.good(dry_run ? "Would add" : "Added")} ${count(added, "event")}${fromGit}; ${known} already known.`,
    );
  if (tape && tape.forgotten > 0)
    lines.push(`${tape.forgotten} forgotten here, because the export had forgotten them.`);
  if (histories && hasHistory) lines.push(...historyLines(histories, paint));
  const repository = documents ? documentsText(documents) : "";
  if (repository !== "") lines.push(repository);
  if (reading && (reading.read > 0 || (hasHistory && added > 0)))
    lines.push(readingText(reading, histories?.sessions ?? 0));
  if (memories) lines.push(...memoriesLines(memories, { paint, isDryRun: dry_run }));
  if (lines.length === 0) lines.push(NOTHING_FOUND);
  return [...lines, ...(dry_run ? [] : dueLines(result.due))].join("\n");
}

const NOTHING_FOUND =
  "There is nothing new to import: no session of this project, and nothing in rules files or other tools' memories.";

/** What was extracted from the imported sessions, and the next step. */
function readingText({ read, failed, kept, waiting }: ReadSessions, sessions: number): string {
  const done = `${count(sessions, "session")} imported, ${read} read, ${count(kept, "item")} kept.`;
  const bad = failed === 0 ? "" : ` ${failed} could not be read: tidemark worker status.`;
  const next =
    waiting.candidates + waiting.edges + waiting.conflicts > 0
      ? ` For review: ${waitText(waiting)} Run \`tidemark review\`.`
      : kept > 0
        ? " See the brief for the next agent: tidemark brief"
        : "";
  return `${done}${bad}${next}`;
}

/** Imported sessions become memory when they are read. */
export const dueLines = (due: number): string[] =>
  due === 0 ? [] : [`${count(due, "session")} to read: tidemark worker --once`];

function historyLines(histories: NonNullable<ImportResult["histories"]>, paint: Paint): string[] {
  const {
    files,
    sessions,
    read,
    added,
    left_out,
    unknown,
    unreadable,
    broken,
    other_projects,
    too_old,
    while_off,
  } = histories;
  const sum = (counts: { readonly [type: string]: number }) =>
    Object.values(counts).reduce((a, b) => a + b, 0);
  const parts = [
    ...(sum(left_out) > 0 ? [`${sum(left_out)} are the host's bookkeeping`] : []),
    ...(other_projects > 0 ? [`${other_projects} belong to other projects`] : []),
    ...(too_old > 0 ? [`${too_old} are too old`] : []),
  ];
  const seen = `${count(files, "file")}, ${count(sessions, "session")}, ${count(read, "record")}`;
  const lines =
    added === 0 ? [] : [paint.faint(`${seen}${parts.length > 0 ? ": " : ""}${parts.join(", ")}.`)];
  if (while_off > 0)
    lines.push(
      `${count(while_off, "turn")} ${while_off === 1 ? "was" : "were"} skipped because recording was off. To import ${while_off === 1 ? "it" : "them"}: --include-paused`,
    );
  if (sum(unknown) > 0) {
    lines.push(
      `${sum(unknown)} of unknown types were kept unchanged: ${Object.keys(unknown).map(oneLine).join(", ")}.`,
    );
  }
  for (const { path, why } of broken)
    lines.push(paint.bad(`Only partly read: ${oneLine(path)}: ${oneLine(why)}`));
  if (unreadable > 0)
    lines.push(
      paint.bad(
        `${count(unreadable, "line")} could not be read (the last line of a file may still be written).`,
      ),
    );
  return lines;
}

/** Maximum number of refused entries listed for a file. Further ones are counted. */
const REFUSED_SHOWN = 5;

type MemoriesPaint = { readonly paint: Paint; readonly isDryRun: boolean };

/** The result for the entries of each file, and what to do next. */
function memoriesLines(memories: ImportedMemories, { paint, isDryRun }: MemoriesPaint): string[] {
  const { files, taken, accepted, undo } = memories;
  const proposed = files.reduce((sum, file) => sum + file.proposed, 0);
  const told = files.filter((file) => (taken || isDryRun ? file.read : file.kept + file.proposed) > 0);
  const lines = told.flatMap((file) => fileLines(file, { paint, taken }));
  if (!taken && told.length === 0) return [];
  if (!taken) {
    const head = "Memories of other tools about this project, not imported yet:";
    return isDryRun ? lines : [head, ...lines, "Import it: tidemark import --yes"];
  }
  const why = accepted ? "their wording is suspicious" : "nobody has confirmed the file's content";
  if (proposed > 0)
    lines.push(
      `${proposed === 1 ? "1 rule waits" : `${proposed} rules wait`} for review, because ${why}: tidemark review`,
    );
  if (undo !== undefined) lines.push(`Undo the whole import: ${undo}`);
  return lines;
}

/** One line for each file. */
export function fileLines(
  { tool, file, read, kept, proposed, known, refused }: ImportedFile,
  { paint, taken }: { readonly paint: Paint; readonly taken: boolean },
): string[] {
  const counts = [
    ...(kept > 0 ? [`${kept} ${taken ? "kept" : "to keep"}`] : []),
    ...(proposed > 0
      ? [`${proposed} ${taken ? (proposed === 1 ? "waits for review" : "wait for review") : "to review"}`]
      : []),
    ...(known > 0 ? [`${known} already known`] : []),
    ...(refused.length > 0 ? [`${refused.length} not kept`] : []),
  ];
  const entries = `${read} ${read === 1 ? "entry" : "entries"}`;
  const left = refused.length - REFUSED_SHOWN;
  return [
    `${paint.strong(oneLine(file))} ${paint.faint(`(${tool})`)}  ${entries}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}.`,
    ...refused.slice(0, REFUSED_SHOWN).map(({ entry, why }) => `  ${oneLine(entry)}: ${oneLine(why)}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ];
}

/** The result for the documents of the repository; empty if nothing changed. */
export function documentsText({ added, gone, left_out, skipped }: DocumentImport): string {
  const parts = [
    ...(added > 0 ? [`${added} new or changed`] : []),
    ...(gone > 0 ? [`${gone} gone`] : []),
    ...(left_out > 0 ? [`${left_out} left out (the oldest)`] : []),
    ...(skipped > 0 ? [`${skipped} not readable`] : []),
  ];
  return parts.length === 0 ? "" : `Documents: ${parts.join("; ")}.`;
}
