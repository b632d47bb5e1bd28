import { MemoryError } from "../../failure.ts";
import { isObject } from "../../fields.ts";
import type { Fix } from "../../suggestion.ts";
import { nearest } from "../../text/nearest.ts";
import type { ContextDocument } from "../document/document.ts";
import { setField } from "../document/edit.ts";
import { setEntry } from "../document/entry.ts";
import type { ListEntry } from "../document/model.ts";
import { documentLanguage, type FieldRef, listAt } from "../document/read.ts";
import { fieldSpec, isList, SECTIONS, type SectionSpec } from "../document/sections.ts";
import { templateOf } from "../document/template.ts";
import type { Lists } from "./steps.ts";

/** What an agent or a program adds to a file: by section, and by field in the section. */
export type Patch = { readonly [section: string]: unknown };

type ListChange = {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly isWhole: boolean;
};

/** Values that only a sync sets. */
const KEPT: { readonly [place: string]: Fix } = {
  "current_task.task_id": {
    to: "A sync never changes task_id. To switch to another task",
    verb: "context switch",
    words: ["ID"],
  },
  "meta.last_updated": "A sync sets last_updated itself.",
};
/** Quick Resume is made from the rest of the file; only these fields can be set. */
const RESUME_FIELDS = ["verify_cmd", "last_result"];

/** Applies a patch to a file. Texts are replaced, and lists get new entries; `{set}` and `{remove}` do otherwise. */
export function applyPatch(document: ContextDocument, patch: Patch): ContextDocument {
  return Object.entries(patch).reduce((changing, [name, value]) => {
    const spec = sectionNamed(name);
    if (Array.isArray(value)) return withBullets(changing, spec, value);
    return Object.entries(objectAt(name, value)).reduce(
      (inner, [field, given]) => withField(inner, { spec, field, given }),
      changing,
    );
  }, document);
}

/** Applies a patch of Progress to the lists of steps, because Progress and the plan share their steps. */
export function applyProgressPatch(patch: Patch, lists: Lists): Lists {
  const given = patch.progress === undefined ? {} : objectAt("progress", patch.progress);
  const one = (name: keyof Lists): string[] => {
    const value = given[name];
    if (value === undefined) return [...lists[name]];
    const { add, remove, isWhole } = changeOf(`progress.${name}`, value);
    const kept = isWhole ? [] : lists[name].filter((text) => !remove.includes(text));
    return [...new Set([...kept, ...add])];
  };
  const [done, begun, next] = [one("done"), one("in_progress"), one("next")];
  const fresh = (name: keyof Lists, list: string[]) => list.filter((text) => !lists[name].includes(text));
  const moved = [...fresh("done", done), ...fresh("in_progress", begun), ...fresh("next", next)];
  const own = (name: keyof Lists, list: string[]) =>
    list.filter((text) => !moved.includes(text) || !lists[name].includes(text));
  return { done: own("done", done), in_progress: own("in_progress", begun), next: own("next", next) };
}

function sectionNamed(name: string): SectionSpec {
  const found = SECTIONS.find(({ key }) => key === name && key !== "archive_summary");
  if (found) return found;
  const known = SECTIONS.map(({ key }): string => key);
  const close = nearest(name, known);
  throw invalid(
    `There is no section "${name}".`,
    close ? `Did you mean "${close}"?` : `Sections: ${known.join(", ")}.`,
  );
}

function objectAt(name: string, value: unknown): { readonly [field: string]: unknown } {
  if (isObject(value)) return value;
  throw invalid(`"${name}" must be an object of fields.`, `Like {"${name}": {"field": "text"}}.`);
}

type PatchField = { readonly spec: SectionSpec; readonly field: string; readonly given: unknown };

function withField(document: ContextDocument, { spec, field, given }: PatchField): ContextDocument {
  const place = `${spec.key}.${field}`;
  const kept = KEPT[place];
  if (kept !== undefined) throw invalid(`"${place}" cannot be set.`, kept);
  const isDerived = spec.key === "quick_resume" && !RESUME_FIELDS.includes(field);
  if (isDerived)
    throw invalid(`"${place}" is generated from the rest of the file.`, "Give current_task and progress.");
  const known = fieldSpec(spec.key, field);
  if (known === undefined) {
    const names = spec.fields.map(({ name }) => name);
    const close = nearest(field, names);
    throw invalid(
      `"${spec.key}" has no field "${field}".`,
      close ? `Did you mean "${close}"?` : `Fields: ${names.join(", ")}.`,
    );
  }
  if (spec.key === "progress") {
    changeOf(place, given);
    return document;
  }
  const spot: FieldRef = { section: spec.key, field };
  if (isList(known)) return withList(document, spot, changeOf(place, given));
  if (typeof given !== "string") throw invalid(`"${place}" must be a text.`);
  return setField(document, spot, given);
}

function withList(
  document: ContextDocument,
  spot: FieldRef,
  { add, remove, isWhole }: ListChange,
): ContextDocument {
  const fillers = add.length === 0 ? [] : fillersAt(document, spot);
  const gone = [...remove, ...fillers];
  const kept = isWhole ? [] : listAt(document, spot).filter((text) => !gone.includes(text));
  return setField(document, spot, [...new Set([...kept, ...add])]);
}

/** The placeholder texts that a new file has at this place. */
const fillersAt = (document: ContextDocument, spot: FieldRef): string[] =>
  listAt(templateOf({ taskId: "x", goal: "x", language: documentLanguage(document), now: 0 }), spot);

function changeOf(place: string, given: unknown): ListChange {
  if (typeof given === "string") return { add: [given], remove: [], isWhole: false };
  if (Array.isArray(given)) return { add: textsIn(place, given), remove: [], isWhole: false };
  const { set, add = [], remove = [], ...rest } = objectAt(place, given);
  if (Object.keys(rest).length > 0) throw invalid(`"${place}" may have set, add and remove.`);
  const isWhole = set !== undefined;
  return {
    add: [...(isWhole ? textsIn(place, set) : []), ...textsIn(place, add)],
    remove: textsIn(place, remove),
    isWhole,
  };
}

function textsIn(place: string, value: unknown): string[] {
  if (
    Array.isArray(value) &&
    value.every((each): each is string => typeof each === "string" && each.trim() !== "")
  )
    return value;
  throw invalid(`"${place}" must be a list of texts.`);
}

/** Bullets of a section, or entries with fields. */
function withBullets(
  document: ContextDocument,
  spec: SectionSpec,
  values: readonly unknown[],
): ContextDocument {
  return values.reduce((changing: ContextDocument, value) => {
    if (typeof value === "string" && spec.items) {
      const spot: FieldRef = { section: spec.key };
      const known = listAt(changing, spot);
      return known.includes(value) ? changing : setField(changing, spot, [...known, value]);
    }
    return setEntry(changing, spec.key, entryFrom(spec, value));
  }, document);
}

function entryFrom({ key, entry, items }: SectionSpec, value: unknown): ListEntry {
  if (entry === undefined) {
    const wanted = items ? "texts" : "an object of fields, not a list";
    throw invalid(`"${key}" takes ${wanted}.`);
  }
  const given = objectAt(key, value);
  const names = entry.fields.map(({ name }) => name);
  const odd = Object.entries(given).find(([name, text]) => !names.includes(name) || typeof text !== "string");
  if (odd)
    throw invalid(
      `An entry of "${key}" has texts under ${names.join(", ")}; "${odd[0]}" is not one of them.`,
    );
  if (!given[entry.id]) throw invalid(`An entry of "${key}" needs "${entry.id}".`);
  return given as ListEntry;
}

function invalid(message: string, fix?: Fix): MemoryError {
  return new MemoryError("input.invalid", message, { field: "patch", ...(fix === undefined ? {} : { fix }) });
}
