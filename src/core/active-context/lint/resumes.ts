import { setText } from "../document/edit.ts";
import { removeSection } from "../document/edit-section.ts";
import { fieldsOf } from "../document/model.ts";
import { currentTaskId, entriesIn, listAt, sectionIn, taskIdsIn } from "../document/read.ts";
import { resumeGroups, resumeOf, resumesInOrder, setResume } from "../registry/resume.ts";
import { errorRule, noteRule, quoteStart, type Rule, type RuleFinding } from "./rule.ts";

export const RESUMES: readonly Rule[] = [
  errorRule("resume.missing", (document) => {
    const current = currentTaskId(document);
    const groups = resumeGroups(document);
    if (current === undefined || groups.some(({ task }) => task === current || task === undefined)) return [];
    const line = sectionIn(document, "quick_resume")?.from ?? Math.max(0, document.lines.length - 1);
    const message = `The task ${quoteStart(current)} has no Quick Resume.`;
    return [{ line, message, fix: () => setResume(document, resumeOf(document, current)) }];
  }),
  noteRule("resume.secondary", (document) => {
    const groups = resumeGroups(document);
    const line = sectionIn(document, "quick_resume")?.from;
    if (line === undefined) return [];
    return entriesIn(document, "secondary_tasks")
      .filter(({ task_id }) => task_id && !groups.some(({ task }) => task === task_id))
      .map(({ task_id }) => ({
        line,
        message: `The task ${quoteStart(task_id ?? "")} has no Quick Resume.`,
      }));
  }),
  noteRule("resume.unknown", (document) => {
    const known = taskIdsIn(document);
    return resumeGroups(document)
      .filter(({ task }) => task === undefined || !known.includes(task))
      .map(({ from, task }) => ({
        line: from,
        message:
          task === undefined
            ? "This Quick Resume names no task."
            : `No task of this file has the id ${quoteStart(task)}.`,
      }));
  }),
  errorRule("resume.duplicate", (document) => {
    const seen = new Set<string>();
    return resumeGroups(document).flatMap(({ from, task }): RuleFinding[] => {
      if (task === undefined) return [];
      if (!seen.has(task)) {
        seen.add(task);
        return [];
      }
      return [
        { line: from, message: `The task ${quoteStart(task)} has two Quick Resumes; only the first counts.` },
      ];
    });
  }),
  errorRule("resume.order", (document) => {
    const current = currentTaskId(document);
    const groups = resumeGroups(document);
    const own = groups.findIndex(({ task }) => task === current);
    const line = groups[own]?.from ?? 0;
    const message = "The current task's Quick Resume must be the first of them.";
    return current !== undefined && own > 0 ? [{ line, message, fix: () => resumesInOrder(document) }] : [];
  }),
  noteRule("resume.next", (document) =>
    resumeGroups(document).flatMap((group): RuleFinding[] => {
      const field = fieldsOf(group).find(({ name }) => name === "next_action");
      const spot = {
        section: "progress",
        ...(group.task === undefined ? {} : { task: group.task }),
      } as const;
      const next = listAt(document, { ...spot, field: "next" });
      const [first] = next;
      const open = [...next, ...listAt(document, { ...spot, field: "in_progress" })];
      if (!field || first === undefined || field.text === "" || open.includes(field.text)) return [];
      const message = `next_action is not among the steps of Progress.`;
      return [{ line: field.from, message, fix: () => setText(document, field, first) }];
    }),
  ),
  errorRule("archive.summary", (document, { archived }) =>
    archived && !sectionIn(document, "archive_summary")
      ? [
          {
            line: Math.max(0, document.lines.length - 1),
            message: "An archived context has no Archive Summary.",
          },
        ]
      : [],
  ),
  noteRule("archive.unexpected", (document, { archived }) => {
    const section = sectionIn(document, "archive_summary");
    if (archived || !section) return [];
    const message = "Only an archived context may have an Archive Summary.";
    return [{ line: section.from, message, fix: () => removeSection(document, "archive_summary") }];
  }),
];
