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

/** What a file says, without how it is written. */
export type ContextModel = { readonly sections: readonly SectionModel[] };

/** The fields of a group. Of two with one name the first counts. */
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

/** A list's entries, whether they stand below the field's name or behind it. */
export const listOf = (field: Field): string[] => [
  ...inlineList(field),
  ...itemsOf(field).map(({ text }) => text),
];

export const inlineList = ({ text }: Field): string[] => flowList(text) ?? (text === "" ? [] : [text]);

export const entryOf = ({ parts }: BulletItem): ListEntry =>
  Object.fromEntries(parts.toReversed().map(({ name, text }) => [name, text]));
