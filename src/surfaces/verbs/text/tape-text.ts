import type { ImportResult } from "../../../app/intake/import-any.ts";
import type { ReadSessions } from "../../../app/sessions/read-due.ts";
import type { RestoreResult } from "../../../app/upkeep/restore.ts";
import type { VerifyFinding } from "../../../app/upkeep/verify.ts";
import { documentsText } from "./documents-text.ts";
import { oneLine, type Paint } from "./paint.ts";

export const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** A view that is not built is neither equal to a replay nor wrong. */
export function viewsText(notBuilt: readonly string[]): string {
  if (notBuilt.length === 0) return "views equal a replay";
  const verb = notBuilt.length === 1 ? "is" : "are";
  return `built views equal a replay (${count(notBuilt.length, "view")} ${verb} not built yet)`;
}

export function findingText(finding: VerifyFinding, paint: Paint): string {
  return `${paint.bad("wrong:")} ${oneLine(finding.message)}\n  ${oneLine(finding.fix)}`;
}

export function restoreText(result: RestoreResult, paint: Paint): string {
  if (result.salvaged) {
    const { found, lost_count, mended, damaged } = result.salvaged;
    const lost = lost_count === 0 ? "none was lost" : `${lost_count} could not be read`;
    const ids =
      mended === 0
        ? ""
        : ` Of ${mended} the words are whole, and unusable characters in the ids were replaced.`;
    return `${paint.good("Rescued")} ${count(found, "event")}; ${lost}.${ids} The damaged file is kept: ${oneLine(damaged)}`;
  }
  const { events, set_aside, previous } = result.restored;
  const aside = set_aside === 0 ? "" : ` ${count(set_aside, "newer event")} not in the backup.`;
  const where = previous === undefined ? "" : ` What was there is kept: ${oneLine(previous)}`;
  return `${paint.good("Restored")} ${count(events, "event")}.${aside}${where}`;
}

export function importText(result: ImportResult, paint: Paint): string {
  const { dry_run, added, known, tape, histories, documents, reading } = result;
  const lines = [
    `${paint.good(dry_run ? "Would add" : "Added")} ${count(added, "event")}; ${known} known already.`,
  ];
  if (tape && tape.forgotten > 0) lines.push(`${tape.forgotten} forgotten here as they are there.`);
  if (histories) lines.push(...historyLines(histories, paint));
  const repository = documents ? documentsText(documents) : "";
  if (repository !== "") lines.push(repository);
  if (reading) lines.push(readingText(reading, histories?.sessions ?? 0));
  return [...lines, ...(dry_run ? [] : dueLines(result.due))].join("\n");
}

/** What became of the sessions that came in, and the next step. */
function readingText({ read, failed, kept, uncertain }: ReadSessions, sessions: number): string {
  const done = `${count(sessions, "session")} imported, ${read} read, ${count(kept, "item")} kept.`;
  const bad = failed === 0 ? "" : ` ${failed} could not be read: tidemark worker status.`;
  const some = uncertain === 1 ? "1 uncertain one" : `${uncertain} uncertain ones`;
  const next =
    uncertain > 0
      ? ` Run \`tidemark review\` to check ${some}.`
      : kept > 0
        ? " See what an agent is told: tidemark brief"
        : "";
  return `${done}${bad}${next}`;
}

/** What came in is memory once somebody has read it. */
export const dueLines = (due: number): string[] =>
  due === 0 ? [] : [`${count(due, "session")} to read: tidemark worker --once`];

function historyLines(histories: NonNullable<ImportResult["histories"]>, paint: Paint): string[] {
  const { files, sessions, read, left_out, unknown, unreadable, broken, other_projects, too_old } = histories;
  const sum = (counts: { readonly [type: string]: number }) =>
    Object.values(counts).reduce((a, b) => a + b, 0);
  const parts = [
    `${sum(left_out)} are the host's bookkeeping`,
    ...(other_projects > 0 ? [`${other_projects} belong to other projects`] : []),
    ...(too_old > 0 ? [`${too_old} are too old`] : []),
  ];
  const lines = [
    paint.faint(
      `${count(files, "file")}, ${count(sessions, "session")}, ${count(read, "record")}: ${parts.join(", ")}.`,
    ),
  ];
  if (sum(unknown) > 0) {
    lines.push(
      `${sum(unknown)} of types never met before were kept as they stand: ${Object.keys(unknown).map(oneLine).join(", ")}.`,
    );
  }
  for (const { path, why } of broken)
    lines.push(paint.bad(`Not read to its end: ${oneLine(path)}: ${oneLine(why)}`));
  if (unreadable > 0)
    lines.push(
      paint.bad(
        `${count(unreadable, "line")} could not be read (the last line of a file may still be written).`,
      ),
    );
  return lines;
}
