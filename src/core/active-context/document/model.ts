import type { BulletItem, Field, Group, Node } from "./document.ts";
import { isList, type SectionKey, sectionSpec } from "./sections.ts";
import { flowList } from "./text.ts";

export type FieldText = string | readonly string[];
/** An entry of a list whose entries have fields: a secondary task, a question, a pattern. */
export type ListEntry = { readonly [field: string]: string };

export type GroupModel = {
  readonly task?: string;
  readonly fields: { readonly [name: string]: FieldText };
  readonly items: readonly string[];
  readonly entries: readonly ListEntry[];
};
export type SectionModel = { readonly key: SectionKey; readonly groups: readonly GroupModel[] };

/** The contents of a file, without their formatting. */
export type ContextModel = { readonly sections: readonly SectionModel[] };

/** The fields of a group. If two have the same name, the first counts. */
export function fieldsOf({ nodes }: Group): Field[] {
  const seen = new Set<string>();
  return nodes.filter((node): node is Field => {
    if (node.kind !== "field" || seen.has(node.name)) return false;
    seen.add(node.name);
    return true;
  });
}

export const itemsOf = ({ nodes }: { readonly nodes: readonly Node[] }): BulletItem[] =>
  nodes.filter((node): node is BulletItem => node.kind === "item");

export function fieldValue(key: SectionKey, field: Field): FieldText {
  const spec = sectionSpec(key).fields.find(({ name }) => name === field.name);
  const isMany = spec ? isList(spec) : itemsOf(field).length > 0;
  return isMany ? listOf(field) : field.text;
}

/** The entries of a list, whether they follow the field's name on its line or on the lines below it. */
export const listOf = (field: Field): string[] => [
  ...inlineList(field),
  ...itemsOf(field).map(({ text }) => text),
];

export const inlineList = ({ text }: Field): string[] => flowList(text) ?? (text === "" ? [] : [text]);

export const entryOf = ({ parts }: BulletItem): ListEntry =>
  Object.fromEntries(parts.toReversed().map(({ name, text }) => [name, text]));
