import { parseInstant } from "../../time.ts";
import { ARCHIVE_STATUSES, PRIORITIES } from "../document/sections.ts";
import { type RegistryRow, readRegistry } from "../registry/registry.ts";
import { checkTaskId, sameTaskId } from "../registry/task-id.ts";
import type { LintFinding } from "./lint.ts";

const TEXTS = ["task_id", "title", "category", "status", "archived_at", "file", "summary"] as const;
const SUMMARY_LINES = { min: 3, max: 10 };
const RECIPE_STEPS = { min: 3, max: 6 };

/** Checks the registry of archived contexts. A finding has the line where its entry begins. */
export function lintRegistry(text: string): LintFinding[] {
  const read = readRegistry(text);
  if (read.outcome === "unreadable") return [finding("index.unreadable", "error", read)];
  return read.rows.flatMap((row, i) => [...checkRow(row), ...checkTwins(row, read.rows.slice(0, i))]);
}

type RegistryProblem = { readonly line: number; readonly message: string };

const finding = (
  code: string,
  level: LintFinding["level"],
  { line, message }: RegistryProblem,
): LintFinding => ({
  code,
  level,
  line,
  message,
  fixable: false,
});

function checkRow({ line, texts, lists }: RegistryRow): LintFinding[] {
  const wrong = (code: string, message: string) => finding(code, "error", { line, message });
  const found = TEXTS.filter((name) => !texts[name]).map((name) =>
    wrong("index.field", `${name} is missing.`),
  );
  if (lists.tags === undefined) found.push(wrong("index.field", "tags is missing."));
  const { task_id, status, confidence, file } = texts;
  if (task_id && checkTaskId(task_id))
    found.push(wrong("index.task_id", `"${task_id}" cannot be a task's id.`));
  if (status && !isIn(ARCHIVE_STATUSES, status))
    found.push(
      wrong("index.status", `status is "${status}"; it must be one of ${ARCHIVE_STATUSES.join(", ")}.`),
    );
  if (confidence && !isIn(PRIORITIES, confidence))
    found.push(
      wrong("index.confidence", `confidence is "${confidence}"; it must be one of ${PRIORITIES.join(", ")}.`),
    );
  for (const name of ["archived_at", "last_restored_at"])
    if (texts[name] && parseInstant(texts[name]) === undefined)
      found.push(wrong("index.time", `${name} is "${texts[name]}", which is not an ISO-8601 time.`));
  if (file && /^(?:[/~]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(file))
    found.push(wrong("index.path", `"${file}" is not a path inside the repository.`));
  return [...found, ...checkLengths({ line, texts, lists })];
}

function checkLengths({ line, texts, lists }: RegistryRow): LintFinding[] {
  const bounds = [
    {
      name: "summary",
      count: (texts.summary ?? "").split("\n").filter((each) => each.trim() !== "").length,
      of: SUMMARY_LINES,
      unit: "lines",
    },
    { name: "restore_recipe", count: lists.restore_recipe?.length, of: RECIPE_STEPS, unit: "steps" },
  ];
  return bounds.flatMap(({ name, count, of, unit }): LintFinding[] => {
    if (count === undefined || count === 0) return [];
    const message = `${name} has ${count} ${unit}; ${of.min} to ${of.max} are expected.`;
    if (count > of.max) return [finding(`index.${name}.many`, "error", { line, message })];
    return count < of.min ? [finding(`index.${name}.few`, "note", { line, message })] : [];
  });
}

function checkTwins({ line, texts }: RegistryRow, before: readonly RegistryRow[]): LintFinding[] {
  const id = texts.task_id;
  const isTwin =
    id !== undefined &&
    before.some((other) => other.texts.task_id !== undefined && sameTaskId(other.texts.task_id, id));
  return isTwin ? [finding("index.duplicate", "error", { line, message: `"${id}" is listed twice.` })] : [];
}

const isIn = (values: readonly string[], value: string): boolean => values.includes(value);
