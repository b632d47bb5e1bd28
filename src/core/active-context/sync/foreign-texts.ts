import { isOrder, needsPerson } from "../../items/instruction-like.ts";
import type { ContextDocument } from "../document/document.ts";
import { currentTaskId, documentLanguage, entriesIn, textAt } from "../document/read.ts";
import { templateOf } from "../document/template.ts";
import { type Resume, resumeOf, resumesIn } from "../registry/resume.ts";
import { questionsIn } from "./edits.ts";
import { listsIn } from "./steps.ts";

/** Texts of an active context that the tape does not know: anybody could have written them. */
export type ForeignTexts = {
  /** Goal, focus, steps, files, and the goals of tasks without a plan. */
  readonly texts: readonly string[];
  readonly commands: readonly string[];
  readonly questions: readonly string[];
};

export type KnownTexts = {
  readonly texts: readonly string[];
  /** Secondary tasks that have a plan: their goals come from the plan, not from the file. */
  readonly planned: readonly string[];
};

export function foreignTexts(document: ContextDocument, known: KnownTexts): ForeignTexts {
  const fresh = templateOf({ taskId: "x", goal: "x", language: documentLanguage(document), now: 0 });
  const own = toldBy(document);
  const seen = new Set([...known.texts, ...allTexts(fresh)]);
  const unknown = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text && !seen.has(text));
  const goals = entriesIn(document, "secondary_tasks").flatMap(({ task_id = "", goal = "" }) =>
    known.planned.includes(task_id) ? [] : [goal],
  );
  return {
    texts: unknown([...own.texts, ...goals]),
    commands: unknown(own.commands),
    questions: unknown(questionsIn(document)),
  };
}

/** Every text of a file that would be foreign if the tape did not know it. */
export function allTexts(document: ContextDocument): string[] {
  const { texts, commands } = toldBy(document);
  return [...texts, ...commands, ...questionsIn(document)];
}

function toldBy(document: ContextDocument): { readonly texts: string[]; readonly commands: string[] } {
  const task = currentTaskId(document) ?? "";
  const resumes = [resumeOf(document, task), ...resumesIn(document).filter((each) => each.task === task)];
  const { done, in_progress, next } = listsIn(document);
  const goal = textAt(document, { section: "current_task", field: "goal" }) ?? "";
  return {
    texts: [goal, ...done, ...in_progress, ...next, ...resumes.flatMap(statements)],
    commands: resumes.map(({ verify_cmd }) => verify_cmd),
  };
}

const statements = ({ goal, focus_now, next_action, key_files, last_result }: Resume): string[] => [
  ...[goal, focus_now, next_action, last_result],
  ...key_files,
];

/** Hostile texts, which no honest note contains: only a person who has read them may accept them. */
export const hostileTextsIn = ({ texts, commands, questions }: ForeignTexts): string[] =>
  [...texts, ...commands, ...questions].filter(needsPerson);

/** Texts that are never accepted automatically: hostile texts, claims of consent, orders and commands. */
export const textsForReview = (foreign: ForeignTexts): string[] => [
  ...new Set([...hostileTextsIn(foreign), ...foreign.texts.filter(isOrder), ...foreign.commands]),
];
