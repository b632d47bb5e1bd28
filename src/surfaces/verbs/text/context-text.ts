import type { ContextArchived } from "../../../app/active-context/archive.ts";
import type { ContextCheck } from "../../../app/active-context/check.ts";
import type { ContextCompleted } from "../../../app/active-context/complete.ts";
import type { ListedContexts } from "../../../app/active-context/list.ts";
import type { ContextRefreshed } from "../../../app/active-context/refresh.ts";
import type { SessionFileShown } from "../../../app/active-context/session-file.ts";
import type { ContextSwitched } from "../../../app/active-context/switch.ts";
import type { ContextSynced } from "../../../app/active-context/sync.ts";
import type { ValidationResult } from "../../../app/active-context/validate.ts";
import { doubtText } from "../../../core/active-context/registry/doubt.ts";
import type { Resume } from "../../../core/active-context/registry/resume.ts";
import { oneLine, type Paint } from "./paint.ts";

const countOf = (count: number, one: string, more = `${one}s`): string =>
  `${count} ${count === 1 ? one : more}`;

/** The state of the task, for the next agent. */
function resumeLines(resume: Omit<Resume, "task">, paint: Paint): string[] {
  const rows = [
    ["goal", resume.goal],
    ["now", resume.focus_now],
    ["next", resume.next_action],
    ["files", resume.key_files.join(", ")],
    ["verify", resume.verify_cmd && `${resume.verify_cmd} (last: ${resume.last_result})`],
  ];
  return rows
    .filter(([, value]) => value)
    .map(([name = "", value = ""]) => `  ${paint.faint(name.padEnd(7))}${oneLine(value)}`);
}

export function syncedText(done: ContextSynced, paint: Paint): string {
  const head = `${paint.strong(done.task_id)} is up to date: ${done.file}, ${done.plan} (${done.steps_done} of ${countOf(done.steps, "step")} done)`;
  return [head, ...resumeLines(done.resume, paint), ...newsLines(done, paint)].join("\n");
}

/** Other effects of a sync, apart from the updated file. */
function newsLines(done: ContextSynced, paint: Paint): string[] {
  const { stated, proposed, asked, settled } = done.from_file;
  const lines = [
    done.reconstructed &&
      `The file was empty and was rebuilt from ${done.reconstructed === "copy" ? "its last copy" : "the tape"}; the risk is noted in it.`,
    done.moved_out.length > 0 &&
      `Moved ${countOf(done.moved_out.length, "finished step")} to ${done.session_file}.`,
    done.archived.length > 0 && `Archived: ${done.archived.join(", ")}.`,
    stated > 0 && `${countOf(stated, "statement")} from the file ${stated === 1 ? "holds" : "hold"} now.`,
    proposed > 0 &&
      `${countOf(proposed, "statement")} from the file ${proposed === 1 ? "waits" : "wait"} for review: tidemark review`,
    asked + settled > 0 && `Questions from the file: ${asked} asked, ${settled} settled.`,
  ];
  return [
    ...lines.filter((line) => typeof line === "string").map(oneLine),
    ...done.conflicts.map(({ place }) =>
      paint.bad(
        `You and the program both changed ${oneLine(place.join(" › "))}. The file has both versions: delete one.`,
      ),
    ),
    ...done.errors.map(({ line, message }) => paint.bad(`line ${line}: ${oneLine(message)}`)),
  ];
}

export function switchedText(done: ContextSwitched, paint: Paint): string {
  const from = done.from === undefined ? "" : ` (was ${done.from})`;
  const how = {
    started: `Began ${done.file} for ${paint.strong(done.task_id)}, ${done.plan}`,
    switched: `Switched to ${paint.strong(done.task_id)}${from}, ${done.plan}`,
    kept: `${paint.strong(done.task_id)} is already the current task: ${done.file}, ${done.plan}`,
  }[done.outcome];
  const { branch } = done;
  const lines = [
    done.restored_from && `Restored from ${done.restored_from}${matchedBy(done)}.`,
    done.archived.length > 0 &&
      `Archived: ${done.archived.map(({ task_id, status }) => `${task_id} (${status})`).join(", ")}.`,
    branch && branchText(branch),
    done.doubts.length > 0 && `Doubtful: ${done.doubts.join("; ")}.`,
    done.refresh === "full" && "Refresh it before you continue: tidemark context refresh --full",
  ];
  return [
    how,
    ...resumeLines(done.resume, paint),
    ...lines.filter((line) => typeof line === "string" && line !== "").map((line) => oneLine(String(line))),
    ...(done.synced ? newsLines(done.synced, paint) : []),
  ].join("\n");
}

const matchedBy = ({ matched, shared_tags }: ContextSwitched): string =>
  matched === "tags" ? `, which has the category and the tags ${shared_tags.join(", ")} in common` : "";

function branchText({ wanted, now, checkout }: NonNullable<ContextSwitched["branch"]>): string {
  const other = `The task is for branch ${wanted}, but ${now ?? "no branch"} is checked out`;
  switch (checkout) {
    case "switched":
      return `Checked out ${wanted}.`;
    case "not_clean":
      return `${other}, and not everything is committed: commit or stash, then git switch ${wanted}.`;
    case "refused":
      return `${other}; git would not switch to it.`;
    case "not_asked":
      return `${other}: git switch ${wanted}, or pass --checkout.`;
  }
}

export function archivedText(done: ContextArchived, paint: Paint): string {
  const rest = done.is_current ? "; it stays the current task" : "";
  const head = `Archived ${paint.strong(done.task_id)} (${done.status}) as ${done.file}${rest}.`;
  return [head, ...newsLines(done.synced, paint)].join("\n");
}

export function completedText(done: ContextCompleted, paint: Paint): string {
  return [
    `${paint.strong(done.task_id)} is complete: ${oneLine(done.summary)}`,
    `Verified by ${oneLine(done.verified)}.`,
    `Archived as ${done.archive}; its notes are in ${done.history}.`,
    ...(done.open_steps.length === 0 ? [] : [`Unfinished steps: ${oneLine(done.open_steps.join("; "))}.`]),
    ...newsLines(done.synced, paint),
    "Next task: tidemark context switch ID",
  ].join("\n");
}

export function refreshedText(done: ContextRefreshed, paint: Paint): string {
  const why = done.doubts.length === 0 ? "found nothing outdated" : done.doubts.join("; ");
  return [
    `Refreshed ${paint.strong(done.task_id)} (${done.refresh}): ${oneLine(why)}.`,
    `Verified ${done.verified.join(", ")}; updated ${done.updated.join(", ") || "nothing"}.`,
    ...newsLines(done.synced, paint),
  ].join("\n");
}

export function listedText({ contexts }: ListedContexts, paint: Paint): string {
  if (contexts.length === 0)
    return 'There is no current or archived task. To start one: tidemark context init --task ID --goal "…"';
  return contexts
    .map(({ task_id, title, status, at, next }) => {
      const day = at ? ` ${paint.faint(at.slice(0, 10))}` : "";
      const then = next ? `\n  ${paint.faint("next")} ${oneLine(next)}` : "";
      return `${paint.strong(oneLine(task_id))} ${status}${day} ${oneLine(title)}${then}`;
    })
    .join("\n");
}

export function validatedText({ findings, fixed, files }: ValidationResult, paint: Paint): string {
  const lines = findings.map(
    ({ file, line, level, code, message, fixable }) =>
      `${file}:${line} ${level === "error" ? paint.bad("error") : paint.faint("note")} ${code}: ${oneLine(message)}${fixable ? paint.faint(" (--fix)") : ""}`,
  );
  const repaired = fixed.map(
    ({ file, line, message }) => `${file}:${line} ${paint.good("fixed")}: ${oneLine(message)}`,
  );
  const errors = findings.filter(({ level }) => level === "error").length;
  const end = `${countOf(files, "file")}: ${countOf(errors, "error")}, ${countOf(findings.length - errors, "note")}.`;
  return [...repaired, ...lines, end].join("\n");
}

export function checkText({ file, state, task_id, doubts, refresh }: ContextCheck, paint: Paint): string {
  if (state === "none")
    return `There is no active context (${file}).\n${paint.faint('To create one: tidemark context init --task ID --goal "…"')}`;
  const what = `${file}${task_id === undefined ? "" : `, for ${oneLine(task_id)}`}`;
  if (state === "fresh") return paint.good(`Up to date: ${what}`);
  return [
    paint.bad(`Doubtful: ${what}`),
    ...doubts.map((doubt) => `  ${oneLine(doubtText(doubt))}`),
    paint.faint(`A ${refresh} refresh is due: tidemark context refresh`),
  ].join("\n");
}

export function sessionFileText({ file, text, noted, files }: SessionFileShown, paint: Paint): string {
  if (file === undefined || text === undefined)
    return "There is no session file yet. The first change for the current task creates one.";
  const others = files.filter((other) => other.file !== file);
  return [
    noted ? paint.good(`Noted in ${file}`) : paint.faint(file),
    ...(noted ? [] : ["", text.trimEnd()]),
    ...(others.length === 0 || noted
      ? []
      : ["", paint.faint(`Earlier: ${others.map((other) => other.file).join(", ")}`)]),
  ].join("\n");
}
