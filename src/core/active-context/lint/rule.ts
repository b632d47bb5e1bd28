import type { Instant } from "../../tape/event.ts";
import type { BulletItem, ContextDocument, ContextSection, Field, Group } from "../document/document.ts";
import { itemsOf } from "../document/model.ts";
import { type FieldSpec, type SectionKey, sectionSpec } from "../document/sections.ts";

export type Level = "error" | "note";

/** What a rule may know besides the file. A check whose fact is absent is skipped. */
export type Facts = {
  readonly now: Instant;
  /** The repository's folder, to make absolute paths inside it relative. */
  readonly root?: string;
  readonly branch?: string;
  /** Whether the file is an archived context. */
  readonly archived?: boolean;
};

/** One problem that a rule found. A fix returns the document with only this problem corrected. */
export type RuleFinding = {
  readonly line: number;
  readonly message: string;
  readonly fix?: () => ContextDocument;
};

export type Rule = {
  readonly code: string;
  readonly level: Level;
  readonly find: (document: ContextDocument, facts: Facts) => readonly RuleFinding[];
};

export const errorRule = (code: string, find: Rule["find"]): Rule => ({ code, level: "error", find });
export const noteRule = (code: string, find: Rule["find"]): Rule => ({ code, level: "note", find });

export type KnownSection = ContextSection & { readonly key: SectionKey };

export const knownSections = ({ sections }: ContextDocument): KnownSection[] =>
  sections.filter((section): section is KnownSection => section.key !== undefined);

/** A field with its section, group and, for a field of an entry, the entry. */
export type SeenField = {
  readonly key: SectionKey;
  readonly group: Group;
  readonly field: Field;
  readonly spec: FieldSpec | undefined;
  readonly item?: BulletItem;
};

/** Every field of every known section, including fields of entries and duplicates. */
export function seenFields(document: ContextDocument): SeenField[] {
  return knownSections(document).flatMap(({ key, groups }) =>
    groups.flatMap((group) => {
      const { fields, entry } = sectionSpec(key);
      const find = (specs: readonly FieldSpec[] | undefined, name: string) =>
        specs?.find((spec) => spec.name === name);
      const own = group.nodes.flatMap((node): SeenField[] =>
        node.kind === "field" ? [{ key, group, field: node, spec: find(fields, node.name) }] : [],
      );
      const parts = itemsOf(group).flatMap((item): SeenField[] =>
        item.parts.map((field) => ({ key, group, field, item, spec: find(entry?.fields, field.name) })),
      );
      return [...own, ...parts];
    }),
  );
}

export const seenOf = (document: ContextDocument, key: SectionKey, name: string): SeenField[] =>
  seenFields(document).filter((seen) => seen.key === key && seen.field.name === name);

/** Bullets with their line numbers. Entries that follow a list's name have the line number of the name. */
export type SeenItem = { readonly line: number; readonly text: string };

export function seenItems(field: Field, inline: readonly string[]): SeenItem[] {
  const head = inline.map((text) => ({ line: field.from, text }));
  return [...head, ...itemsOf(field).map(({ from, text }) => ({ line: from, text }))];
}

export const quoteStart = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return `"${line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX)}…` : line}"`;
};

/** Maximum length of a value quoted in a message. */
const QUOTED_MAX = 60;
