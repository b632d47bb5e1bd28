import type { ContextDocument, Group } from "../../src/core/active-context/document/document.ts";
import {
  type ContextModel,
  entryOf,
  fieldsOf,
  fieldValue,
  type GroupModel,
  itemsOf,
} from "../../src/core/active-context/document/model.ts";
import type { SectionKey } from "../../src/core/active-context/document/sections.ts";

/** The content of a document, without its formatting. */
export function modelOf(document: ContextDocument): ContextModel {
  const sections = document.sections.flatMap(({ key, groups }) => {
    if (key === undefined) return [];
    const models = groups.map((group) => groupModel(key, group));
    return [{ key, groups: models.filter((model) => model.task !== undefined || hasContent(model)) }];
  });
  return { sections };
}

function groupModel(key: SectionKey, group: Group): GroupModel {
  const items = itemsOf(group);
  return {
    ...(group.task === undefined ? {} : { task: group.task }),
    fields: Object.fromEntries(fieldsOf(group).map((field) => [field.name, fieldValue(key, field)])),
    items: items.filter(({ parts }) => parts.length === 0).map(({ text }) => text),
    entries: items.filter(({ parts }) => parts.length > 0).map(entryOf),
  };
}

const hasContent = ({ fields, items, entries }: GroupModel): boolean =>
  Object.keys(fields).length + items.length + entries.length > 0;
