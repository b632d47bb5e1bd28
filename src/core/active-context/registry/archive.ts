import type { Instant } from "../../tape/event.ts";
import { iso } from "../../time.ts";
import type { ContextDocument } from "../document/document.ts";
import { setField, setFields } from "../document/edit.ts";
import { addSection, removeSection, sectionsInOrder } from "../document/edit-section.ts";
import {
  currentTaskId,
  documentLanguage,
  entriesIn,
  type FieldRef,
  listAt,
  sectionIn,
  taskIdsIn,
  textAt,
} from "../document/read.ts";
import { type ARCHIVE_STATUSES, GROUPED, sectionSpec } from "../document/sections.ts";
import { applyChanges } from "../document/splice.ts";
import { templateOf } from "../document/template.ts";
import type { RegistryEntry } from "./registry.ts";
import { removeResume, resumeOf, resumesIn, setResume } from "./resume.ts";

export type ArchiveStatus = (typeof ARCHIVE_STATUSES)[number];

/** The summary at the top of an archived context. */
export type ArchiveSummary = {
  readonly status: ArchiveStatus;
  readonly archived_at: string;
  readonly state: readonly string[];
  readonly accomplished: readonly string[];
  readonly where_to_resume: readonly string[];
  readonly failing_or_unknown: readonly string[];
  readonly resume_recipe: readonly string[];
};

/** Prepares a file for the archive: adds its summary, and moves Quick Resume to the end. */
export function withArchiveSummary(document: ContextDocument, summary: ArchiveSummary): ContextDocument {
  const bare = removeSection(document, "archive_summary");
  const filled = setFields(addSection(bare, "archive_summary"), { section: "archive_summary" }, summary);
  const current = currentTaskId(filled);
  const isWhole =
    current === undefined || resumesIn(filled).some(({ task }) => task === current || task === "");
  return sectionsInOrder(isWhole ? filled : setResume(filled, resumeOf(filled, current)));
}

/** Turns an archived file back into an active one. */
export const withoutArchiveSummary = (archive: ContextDocument): ContextDocument =>
  removeSection(archive, "archive_summary");

export type ArchiveMoment = { readonly status: ArchiveStatus; readonly now: Instant };

/** Maximum number of steps in a recipe, both in an archive and in the registry. */
const STEPS_MAX = 6;
/** Maximum number of entries that a summary repeats from one list; the file itself has all of them. */
const ENTRIES_MAX = 8;

/** The summary made from the file itself. Callers may add what they know. */
export function summaryOf(document: ContextDocument, { status, now }: ArchiveMoment): ArchiveSummary {
  const list = (section: FieldRef["section"], field?: string) =>
    listAt(document, field === undefined ? { section } : { section, field });
  const text = (section: FieldRef["section"], field: string) => textAt(document, { section, field }) ?? "";
  const isOpen = text("failure_context", "resolution_status") !== "resolved";
  const questions = [
    ...entriesIn(document, "open_questions").map(({ question = "" }) => question),
    ...list("open_questions"),
  ];
  return {
    status,
    archived_at: iso(now),
    state: distinct(
      text("current_task", "current_focus"),
      ...list("progress", "in_progress"),
      text("breadcrumbs", "last_focus"),
    ),
    accomplished: distinct(...list("progress", "done")),
    where_to_resume: distinct(
      ...list("current_task", "active_files"),
      ...list("breadcrumbs", "last_edit_targets"),
      ...list("breadcrumbs", "navigation_queries"),
    ),
    failing_or_unknown: distinct(
      ...list("verification", "failing_tests"),
      isOpen ? text("failure_context", "error_signature") : "",
      ...questions,
    ),
    resume_recipe: recipeOf(document),
  };
}

const distinct = (...texts: readonly string[]): string[] =>
  [...new Set(texts.filter((text) => text !== ""))].slice(0, ENTRIES_MAX);

function recipeOf(document: ContextDocument): string[] {
  const written = listAt(document, { section: "breadcrumbs", field: "resume_recipe" });
  if (written.length > 0) return written.slice(0, STEPS_MAX);
  const verify = resumesIn(document)[0]?.verify_cmd ?? "";
  return distinct(...listAt(document, { section: "progress", field: "next" }), verify).slice(0, STEPS_MAX);
}

/** The registry entry of an archived file. */
export function entryOf(
  document: ContextDocument,
  { file, status, now }: ArchiveMoment & { readonly file: string },
): RegistryEntry {
  const text = (section: FieldRef["section"], field: string) => textAt(document, { section, field }) ?? "";
  const list = (section: FieldRef["section"], field: string) => listAt(document, { section, field });
  const goal = text("current_task", "goal");
  const { accomplished, state, resume_recipe, failing_or_unknown } = summaryOf(document, { status, now });
  const [next = ""] = list("progress", "next");
  const said = { goal, state: state[0], done: accomplished.at(-1), next, open: failing_or_unknown[0] };
  const summary = Object.entries(said).map(([name, value]) => `${name}: ${oneLine(value ?? "") || "-"}`);
  const revision = text("git_state", "repo_revision");
  const paths = distinct(...list("current_task", "active_files"), ...list("plan_references", "related_code"));
  return {
    task_id: currentTaskId(document) ?? "",
    title: text("current_task", "title") || oneLine(goal),
    category: text("current_task", "category"),
    tags: list("current_task", "tags"),
    status,
    archived_at: iso(now),
    file,
    summary: summary.join("\n"),
    related_paths: paths,
    restore_recipe: resume_recipe,
    ...(revision ? { repo_revision: revision } : {}),
  };
}

const oneLine = (text: string): string => text.replaceAll(/(?<!\s)\s*\n\s*/g, " ");

/** Extracts one task of a file as a file of its own, so that each task can be archived under its id. */
export function taskDocument(document: ContextDocument, task: string, now: Instant): ContextDocument {
  return task === currentTaskId(document) ? withoutOthers(document) : secondaryDocument(document, task, now);
}

/** The current task's file without the parts of other tasks. */
function withoutOthers(document: ContextDocument): ContextDocument {
  const [current, ...others] = taskIdsIn(document);
  const gone = GROUPED.flatMap((key) => sectionIn(document, key)?.groups ?? []).filter(
    ({ task }) => task !== undefined && task !== current && others.includes(task),
  );
  const bare = applyChanges(
    document,
    gone.map(({ from, to }) => ({ from, to, texts: [] })),
  );
  const alone = others.filter((task) => task !== current).reduce(removeResume, bare);
  return removeSection(alone, "secondary_tasks");
}

/** The file of a task that is not the current one, from what the shared file says about it. */
function secondaryDocument(document: ContextDocument, task: string, now: Instant): ContextDocument {
  const entry = entriesIn(document, "secondary_tasks").find(({ task_id }) => task_id === task) ?? {};
  const goal = entry.goal || task;
  const fresh = templateOf({ taskId: task, title: task, goal, language: documentLanguage(document), now });
  const withNext = entry.next ? setField(fresh, { section: "progress", field: "next" }, [entry.next]) : fresh;
  const withBlocker = entry.blocked_by
    ? setField(withNext, { section: "external_dependencies", field: "blocked_by" }, [entry.blocked_by])
    : withNext;
  const own = groupedFields(document, task).reduce(
    (changing, { spot, value }) => setField(changing, spot, value),
    withBlocker,
  );
  const resume = resumesIn(document).find((each) => each.task === task);
  return setResume(own, resume ?? { ...resumeOf(own, task), goal });
}

function groupedFields(document: ContextDocument, task: string) {
  return GROUPED.flatMap((section) =>
    sectionSpec(section).fields.flatMap(({ name: field, type }) => {
      const group = sectionIn(document, section)?.groups.find((each) => each.task === task);
      if (!group?.nodes.some((node) => node.kind === "field" && node.name === field)) return [];
      const from = { section, task, field };
      const value = type === "text" ? (textAt(document, from) ?? "") : listAt(document, from);
      return [{ spot: { section, field }, value }];
    }),
  );
}
