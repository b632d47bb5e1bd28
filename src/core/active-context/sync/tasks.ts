import type { ContextDocument } from "../document/document.ts";
import { setField } from "../document/edit.ts";
import { removeSection } from "../document/edit-section.ts";
import { removeEntry, setEntry } from "../document/entry.ts";
import type { ListEntry } from "../document/model.ts";
import {
  currentTaskId,
  entriesIn,
  type FieldRef,
  fieldAt,
  listAt,
  sectionIn,
  textAt,
} from "../document/read.ts";
import { GROUPED, isList, PRIORITIES, SECONDARY_TASKS_MAX, sectionSpec } from "../document/sections.ts";
import { applyChanges } from "../document/splice.ts";
import { removeResume, resumesIn, setResume } from "../registry/resume.ts";

/** A file without one of its secondary tasks: its entry, its parts of the grouped sections, its Quick Resume. */
export function withoutTask(document: ContextDocument, task: string): ContextDocument {
  const gone = GROUPED.flatMap((key) => sectionIn(document, key)?.groups ?? []).filter(
    (group) => group.task === task,
  );
  const bare = applyChanges(
    document,
    gone.map(({ from, to }) => ({ from, to, texts: [] })),
  );
  const alone = removeEntry(removeResume(bare, task), "secondary_tasks", task);
  return entriesIn(alone, "secondary_tasks").length > 0 ? alone : removeSection(alone, "secondary_tasks");
}

/** Secondary tasks that are too many: the least urgent, of equally urgent ones the first listed. */
export function surplusTasks(document: ContextDocument): string[] {
  const entries = entriesIn(document, "secondary_tasks").filter(({ task_id }) => task_id);
  const surplus = Math.max(0, entries.length - SECONDARY_TASKS_MAX);
  return entries
    .toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
    .slice(0, surplus)
    .flatMap(({ task_id }) => task_id ?? []);
}

/** High is 0. What says nothing is as good as low. */
function urgencyOf({ priority = "" }: ListEntry): number {
  const at = PRIORITIES.findIndex((known): boolean => known === priority);
  return at < 0 ? PRIORITIES.length : at;
}

/** A file with a secondary task of another one: its entry, its parts of the grouped sections, its Quick Resume. */
export function withTaskOf(document: ContextDocument, from: ContextDocument, task: string): ContextDocument {
  const entry = entriesIn(from, "secondary_tasks").find(({ task_id }) => task_id === task);
  if (entry === undefined) return document;
  const listed = groupFields(from, task).reduce(
    (changing, spot) => setField(changing, spot, valueAt(from, spot)),
    setEntry(document, "secondary_tasks", entry),
  );
  const resume = resumesIn(from).find((each) => each.task === task);
  return resume === undefined ? listed : setResume(listed, resume);
}

/** What a file says of a secondary task, added to what that task's own file says. */
export function withNewsOf(document: ContextDocument, news: ContextDocument): ContextDocument {
  const task = currentTaskId(news);
  if (task === undefined) return document;
  return groupFields(news, task).reduce((changing, { section, field }) => {
    const spot: FieldRef = { section, ...(field === undefined ? {} : { field }) };
    const more = listAt(news, spot);
    const known = listAt(changing, spot);
    const fresh = more.filter((text) => !known.includes(text));
    const isMany = sectionSpec(section).fields.some((spec) => spec.name === field && isList(spec));
    return !isMany || fresh.length === 0 ? changing : setField(changing, spot, [...fresh, ...known]);
  }, document);
}

const groupFields = (document: ContextDocument, task: string): FieldRef[] =>
  GROUPED.flatMap((section) =>
    sectionSpec(section)
      .fields.map(({ name: field }): FieldRef => ({ section, task, field }))
      .filter((spot) => fieldAt(document, spot) !== undefined),
  );

function valueAt(document: ContextDocument, spot: FieldRef): string | readonly string[] {
  const spec = sectionSpec(spot.section).fields.find(({ name }) => name === spot.field);
  return spec && isList(spec) ? listAt(document, spot) : (textAt(document, spot) ?? "");
}
