import type { ContextDocument } from "../document/document.ts";
import { groupByTask, hasOwn } from "../document/edit-section.ts";
import { itemsOf, listOf } from "../document/model.ts";
import { currentTaskId, entriesIn, sectionIn, taskIdsIn } from "../document/read.ts";
import { GROUPED, type SectionKey } from "../document/sections.ts";
import { checkTaskId, sameTaskId, type TaskIdProblem } from "../registry/task-id.ts";
import { errorRule, knownSections, noteRule, quoteStart, type Rule, seenFields } from "./rule.ts";

const PROBLEMS: { readonly [Problem in TaskIdProblem]: string } = {
  grammar:
    "may have up to 64 letters, digits, dots, dashes and underscores, and begins with a letter or digit",
  device: "is a name that Windows reserves for a device",
  snapshot: "looks like the name of a dated copy",
};

export const TASKS: readonly Rule[] = [
  ...(["grammar", "device", "snapshot"] as const).map((problem) =>
    errorRule(`task_id.${problem}`, (document) =>
      idsIn(document)
        .filter(({ id }) => checkTaskId(id) === problem)
        .map(({ id, line }) => ({ line, message: `The id ${quoteStart(id)} ${PROBLEMS[problem]}.` })),
    ),
  ),
  errorRule("task_id.collision", (document) =>
    ownIds(document).flatMap(({ id, line }, i, all) =>
      all.slice(0, i).some((other) => sameTaskId(other.id, id))
        ? [{ line, message: `The id ${quoteStart(id)} is taken by another task of this file.` }]
        : [],
    ),
  ),
  errorRule("secondary.blocked_by", (document) =>
    secondary(document)
      .filter(({ entry }) => entry.status === "blocked" && !entry.blocked_by)
      .map(({ line }) => ({ line, message: "The task is blocked, but nothing says by what." })),
  ),
  noteRule("group.missing", (document) => {
    const hasSecond = entriesIn(document, "secondary_tasks").length > 0;
    if (!hasSecond || currentTaskId(document) === undefined) return [];
    return knownSections(document)
      .filter(({ key, groups: [first] }) => isGrouped(key) && first !== undefined && hasOwn(first))
      .map(({ from, title }) => ({
        line: from,
        message: `With several tasks, entries of ${quoteStart(title)} must be under the id of one task.`,
        fix: () => groupByTask(document),
      }));
  }),
  noteRule("group.unknown", (document) => {
    const known = taskIdsIn(document);
    return knownSections(document)
      .filter(({ key }) => isGrouped(key))
      .flatMap(({ groups }) => groups)
      .filter(({ task }) => task !== undefined && !known.includes(task))
      .map(({ from, task }) => ({
        line: from,
        message: `No task of this file has the id ${quoteStart(task ?? "")}.`,
      }));
  }),
  errorRule("related.self", (document) => {
    const current = currentTaskId(document);
    return seenFields(document)
      .filter(({ key, field }) => key === "related_contexts" && listOf(field).some((id) => id === current))
      .map(({ field }) => ({ line: field.from, message: `${field.name} names the task itself.` }));
  }),
];

const isGrouped = (key: SectionKey): boolean => GROUPED.includes(key);

type Id = { readonly id: string; readonly line: number };

/** Ids that must be well formed: those of the file's tasks and those of others it names. */
function idsIn(document: ContextDocument): Id[] {
  return seenFields(document)
    .filter(({ spec }) => spec?.type === "task_id" || spec?.type === "task_ids")
    .flatMap(({ field, spec }) => {
      const ids = spec?.type === "task_id" ? [field.text] : listOf(field);
      return ids.filter((id) => id !== "").map((id) => ({ id, line: field.from }));
    });
}

function ownIds(document: ContextDocument): Id[] {
  return seenFields(document)
    .filter(
      ({ key, field }) => field.name === "task_id" && (key === "current_task" || key === "secondary_tasks"),
    )
    .filter(({ field }) => field.text !== "")
    .map(({ field }) => ({ id: field.text, line: field.from }));
}

function secondary(document: ContextDocument) {
  const entries = entriesIn(document, "secondary_tasks");
  const items = (sectionIn(document, "secondary_tasks")?.groups ?? [])
    .flatMap(itemsOf)
    .filter(({ parts }) => parts.length > 0);
  return items.map(({ from }, i) => ({ line: from, entry: entries[i] ?? {} }));
}
