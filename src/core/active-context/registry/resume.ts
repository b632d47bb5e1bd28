import type { ContextDocument, Group } from "../document/document.ts";
import { setFields } from "../document/edit.ts";
import { addSection, withBlock } from "../document/edit-section.ts";
import { fieldsOf, listOf } from "../document/model.ts";
import { currentTaskId, entriesIn, hasSection, listAt, sectionIn, textAt } from "../document/read.ts";
import { applyChanges, reorderBlocks } from "../document/splice.ts";

/** What an agent needs to continue a task: one block for each task, at the end of the file. */
export type Resume = {
  readonly task: string;
  readonly goal: string;
  readonly focus_now: string;
  readonly next_action: string;
  readonly key_files: readonly string[];
  readonly verify_cmd: string;
  readonly last_result: string;
};

/** The block of a file that names no task. */
export const NO_RESUME: Resume = {
  task: "",
  goal: "",
  focus_now: "",
  next_action: "",
  key_files: [],
  verify_cmd: "",
  last_result: "",
};

export function resumesIn(document: ContextDocument): Resume[] {
  return resumeGroups(document).map((group) => {
    const field = (name: string) => fieldsOf(group).find((each) => each.name === name);
    const text = (name: string) => field(name)?.text ?? "";
    const files = field("key_files");
    return {
      task: group.task ?? "",
      goal: text("goal"),
      focus_now: text("focus_now"),
      next_action: text("next_action"),
      key_files: files ? listOf(files) : [],
      verify_cmd: text("verify_cmd"),
      last_result: text("last_result"),
    };
  });
}

/** The blocks of all Quick Resume sections, whether or not they name their task. */
export const resumeGroups = ({ sections }: ContextDocument): Group[] =>
  sections
    .filter(({ key }) => key === "quick_resume")
    .flatMap(({ groups }) => groups.filter((group) => group.nodes.some(({ kind }) => kind === "field")));

/** Replaces a task's block or adds it. A new block of the current task goes before the others. */
export function setResume(document: ContextDocument, { task, ...fields }: Resume): ContextDocument {
  const ready = hasSection(document, "quick_resume") ? document : addSection(document, "quick_resume");
  if (resumeGroups(ready).some((group) => group.task === task))
    return setFields(ready, { section: "quick_resume", task }, fields);
  return resumesInOrder(withBlock(ready, { task, fields }));
}

export function removeResume(document: ContextDocument, task: string): ContextDocument {
  const gone = resumeGroups(document).filter((group) => group.task === task);
  return applyChanges(
    document,
    gone.map(({ from, to }) => ({ from, to, texts: [] })),
  );
}

/** Moves the current task's block before the others. */
export function resumesInOrder(document: ContextDocument): ContextDocument {
  const section = sectionIn(document, "quick_resume");
  const current = currentTaskId(document);
  const blocks = section?.groups.slice(1) ?? [];
  const own = blocks.findIndex(({ task }) => task === current);
  if (!section || own <= 0) return document;
  const [first] = blocks;
  const sorted = [blocks[own], ...blocks.toSpliced(own, 1)].filter((block) => block !== undefined);
  const rest = { from: section.to, to: document.lines.length };
  const before = { from: 0, to: first?.from ?? section.to };
  return reorderBlocks(document, rest.from < rest.to ? [before, ...sorted, rest] : [before, ...sorted]);
}

/** The Quick Resume of a task, made from the rest of the file. */
export function resumeOf(document: ContextDocument, task: string): Resume {
  const of = (section: "progress" | "plan_references" | "breadcrumbs", field: string) => ({
    section,
    task,
    field,
  });
  const isCurrent = task === currentTaskId(document);
  const entry = entriesIn(document, "secondary_tasks").find(({ task_id }) => task_id === task);
  const current = (field: string) =>
    isCurrent ? textAt(document, { section: "current_task", field }) : undefined;
  const [next = entry?.next ?? ""] = listAt(document, of("progress", "next"));
  const [doing] = listAt(document, of("progress", "in_progress"));
  const goal = firstSentence(current("goal") ?? entry?.goal ?? "");
  const files = [
    ...(isCurrent ? listAt(document, { section: "current_task", field: "active_files" }) : []),
    ...listAt(document, of("plan_references", "related_code")),
  ];
  const commands = isCurrent ? listAt(document, { section: "verification", field: "commands" }) : [];
  return {
    task,
    goal,
    focus_now: current("current_focus") || doing || textAt(document, of("breadcrumbs", "last_focus")) || goal,
    next_action: next || doing || goal,
    key_files: [...new Set(files)].slice(0, KEY_FILES_MAX),
    verify_cmd: commands[0] ?? "",
    last_result: "pending",
  };
}

const KEY_FILES_MAX = 5;

const firstSentence = (text: string): string =>
  /^.*?(?:[.!?](?=\s+[\p{Lu}\p{Lo}])|[。！？]|$)/su.exec(text)?.[0]?.replaceAll("\n", " ").trim() ?? text;
