import type { ContextDocument, ContextSection, Field, Group } from "./document.ts";
import { entryOf, fieldsOf, itemsOf, type ListEntry, listOf } from "./model.ts";
import { type SectionKey, sectionSpec } from "./sections.ts";
import { isLanguage, type Language } from "./titles.ts";

/** A place in a file: a field, or the bullets of a section. Without a task, that of the current task. */
export type FieldRef = { readonly section: SectionKey; readonly task?: string; readonly field?: string };

export const sectionIn = ({ sections }: ContextDocument, key: SectionKey): ContextSection | undefined =>
  sections.find((section) => section.key === key);

export const hasSection = (document: ContextDocument, key: SectionKey): boolean =>
  sectionIn(document, key) !== undefined;

export function fieldAt(document: ContextDocument, spot: FieldRef): Field | undefined {
  const group = groupAt(document, spot);
  return group && fieldsOf(group).find(({ name }) => name === spot.field);
}

/** The part of a section that belongs to a task. Content under no heading belongs to the current task. */
export function groupAt(document: ContextDocument, { section: key, task }: FieldRef): Group | undefined {
  const groups = sectionIn(document, key)?.groups ?? [];
  const isResume = key === "quick_resume";
  if (!sectionSpec(key).grouped && !isResume) return groups[0];
  const current = currentTaskId(document);
  const wanted = task ?? current;
  const own = groups.find((group) => group.task !== undefined && group.task === wanted);
  if (own || wanted !== current) return own;
  const isFilled = (group: Group): boolean => fieldsOf(group).length > 0;
  const needsFields = isResume || (current !== undefined && groups.some((group) => group.task !== undefined));
  return groups.find(
    (group, i) =>
      (group.task === undefined || (isResume && current === undefined)) &&
      (!needsFields || isFilled(group) || (isResume && i > 0)),
  );
}

export const textAt = (document: ContextDocument, spot: FieldRef): string | undefined =>
  fieldAt(document, spot)?.text;

/** The entries of a list field, or the bullets of a section. */
export function listAt(document: ContextDocument, spot: FieldRef): string[] {
  if (spot.field === undefined) {
    const group = groupAt(document, spot);
    return group
      ? itemsOf(group)
          .filter(({ parts }) => parts.length === 0)
          .map(({ text }) => text)
      : [];
  }
  const field = fieldAt(document, spot);
  return field ? listOf(field) : [];
}

export function entriesIn(document: ContextDocument, key: SectionKey): ListEntry[] {
  const groups = sectionIn(document, key)?.groups ?? [];
  return groups.flatMap((group) =>
    itemsOf(group)
      .filter(({ parts }) => parts.length > 0)
      .map(entryOf),
  );
}

export const currentTaskId = (document: ContextDocument): string | undefined => {
  const [group] = sectionIn(document, "current_task")?.groups ?? [];
  const field = group && fieldsOf(group).find(({ name }) => name === "task_id");
  return field?.text || undefined;
};

/** Every task the file mentions, the current one first. */
export function taskIdsIn(document: ContextDocument): string[] {
  const current = currentTaskId(document);
  const others = entriesIn(document, "secondary_tasks").flatMap(({ task_id }) => (task_id ? [task_id] : []));
  return [...(current === undefined ? [] : [current]), ...others];
}

/** The language of the placeholder texts that the program writes into a file. */
export function documentLanguage(document: ContextDocument): Language {
  const code =
    textAt(document, { section: "meta", field: "language" })?.trim().toLowerCase().slice(0, 2) ?? "";
  return isLanguage(code) ? code : "en";
}

/** The branch of the task, as Meta names it. */
export const notedBranch = (document: ContextDocument): string | undefined =>
  /\bbranch\s*[:=]\s*[`"']?([^\s`"',;]+)/i.exec(
    textAt(document, { section: "meta", field: "agent_notes" }) ?? "",
  )?.[1];

/** The branch of a task: the one in Meta, else the one of the last sync. */
export const taskBranch = (document: ContextDocument): string | undefined =>
  notedBranch(document) ?? (textAt(document, { section: "git_state", field: "current_branch" }) || undefined);
