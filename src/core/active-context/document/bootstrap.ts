import type { ContextDocument } from "./document.ts";
import { setField } from "./edit.ts";
import { type FieldText, fieldsOf, fieldValue } from "./model.ts";
import { type FieldRef, groupAt, listAt, sectionIn } from "./read.ts";
import { GROUPED } from "./sections.ts";
import { type NewContext, templateOf } from "./template.ts";

/**
 * A new file for a task. It takes over what applies to every task of the project: environment, project-wide guardrails,
 * shared documents and the commands in use. Progress and breadcrumbs are never taken over.
 */
export function bootstrapOf(previous: ContextDocument, task: NewContext): ContextDocument {
  return inheritedParts(previous).reduce(
    (document, { spot, value }) => setField(document, spot, value),
    templateOf(task),
  );
}

type Inherited = { readonly spot: FieldRef; readonly value: FieldText };

function inheritedParts(previous: ContextDocument): Inherited[] {
  const environment = groupAt(previous, { section: "environment_snapshot" });
  const fields = environment ? fieldsOf(environment) : [];
  const lists: readonly (FieldRef & { readonly keeps: (text: string) => boolean })[] = [
    { section: "guardrails", field: "invariants", keeps: isProjectWide },
    { section: "guardrails", field: "scope_guardrails", keeps: isProjectWide },
    { section: "plan_references", field: "related_docs", keeps: isShared },
    { section: "tool_usage", field: "frequently_used_commands", keeps: () => true },
  ];
  return [
    ...fields.map(
      (field): Inherited => ({
        spot: { section: "environment_snapshot", field: field.name },
        value: fieldValue("environment_snapshot", field),
      }),
    ),
    ...lists.flatMap(({ keeps, ...spot }): Inherited[] => {
      const value = [...sharedOf(previous, spot), ...listAt(previous, spot).filter(keeps)];
      return value.length > 0 ? [{ spot, value: [...new Set(value)] }] : [];
    }),
  ];
}

/** If a section has headings for tasks, its content outside those headings is shared by all tasks. */
function sharedOf(previous: ContextDocument, { section, field }: FieldRef): string[] {
  const groups = sectionIn(previous, section)?.groups ?? [];
  const [first] = groups;
  if (!first || !GROUPED.includes(section) || groups.length < 2) return [];
  const own = fieldsOf(first).find(({ name }) => name === field);
  const value = own ? fieldValue(section, own) : [];
  return typeof value === "string" ? [value] : [...value];
}

/** `(project)` or `[project]` marks a guardrail that applies to every task. */
const isProjectWide = (text: string): boolean => /[[(]project(?:-wide)?[\])]/i.test(text);

/** A plan or specification belongs to one task; other documents are shared. */
const isShared = (text: string): boolean => !/(?:plan|spec|ctx|rfc|design)[\w.-]{0,200}\.md\b/i.test(text);
