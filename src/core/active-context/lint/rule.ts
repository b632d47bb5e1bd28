import type { Instant } from "../../tape/event.ts";
import type { BulletItem, ContextDocument, ContextSection, Field, Group } from "../document/document.ts";
import { itemsOf } from "../document/model.ts";
import { type FieldSpec, type SectionKey, sectionSpec } from "../document/sections.ts";

export type Level = "error" | "note";

/** What a rule may know beside the file. What is left out is not asked for. */
export type Facts = {
  readonly now: Instant;
  /** The repository's folder, to turn a path inside it into a relative one. */
  readonly root?: string;
  readonly branch?: string;
  /** Whether the file is an archived context and not the active one. */
  readonly archived?: boolean;
};

/** One thing a rule found. A fix gives the document in which this, and nothing else, is corrected. */
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

export const error = (code: string, find: Rule["find"]): Rule => ({ code, level: "error", find });
export const note = (code: string, find: Rule["find"]): Rule => ({ code, level: "note", find });

export type KnownSection = ContextSection & { readonly key: SectionKey };

export const knownSections = ({ sections }: ContextDocument): KnownSection[] =>
  sections.filter((section): section is KnownSection => section.key !== undefined);

/** A field with where it stands. Of an entry's fields, the entry too. */
export type SeenField = {
  readonly key: SectionKey;
  readonly group: Group;
  readonly field: Field;
  readonly spec: FieldSpec | undefined;
  readonly item?: BulletItem;
};

/** Every field of every known section, those of entries too, also where one stands twice. */
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

/** Bullets with the line they stand on; what a list has behind its name stands on the name's line. */
export type SeenItem = { readonly line: number; readonly text: string };

export function seenItems(field: Field, inline: readonly string[]): SeenItem[] {
  const head = inline.map((text) => ({ line: field.from, text }));
  return [...head, ...itemsOf(field).map(({ from, text }) => ({ line: from, text }))];
}

export const quoteStart = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return `"${line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX)}…` : line}"`;
};

/** As much of a value as fits in a message. */
const QUOTED_MAX = 60;
