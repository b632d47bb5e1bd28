import type { Line } from "./lines.ts";
import type { Zone } from "./scan.ts";
import type { SectionKey } from "./sections.ts";

/** Lines from `from` up to but not including `to`, counted from zero. */
export type LineSpan = { readonly from: number; readonly to: number };

/** Lines that belong to no field: prose, comments, blank lines, fenced blocks. */
export type LooseLines = LineSpan & { readonly kind: "loose" };

/** One bullet with the lines below it that belong to it. An entry is a bullet with fields. */
export type BulletItem = LineSpan & {
  readonly kind: "item";
  readonly text: string;
  /** The columns where the bullet and its text begin. */
  readonly indent: number;
  readonly inner: number;
  readonly bullet: string;
  readonly yaml: boolean;
  readonly parts: readonly Field[];
};

export type Field = LineSpan & {
  readonly kind: "field";
  readonly name: string;
  /** Whether the section defines this field. */
  readonly known: boolean;
  /** The line after its own text; the following lines are its bullets. */
  readonly headTo: number;
  readonly indent: number;
  /** The part of its first line before its text: indentation, bullet, name and colon. */
  readonly lead: string;
  readonly text: string;
  readonly yaml: boolean;
  readonly nodes: readonly (BulletItem | LooseLines)[];
};

export type Node = LooseLines | BulletItem | Field;

/** The content under one task's heading, or before the first such heading. */
export type Group = LineSpan & {
  readonly task: string | undefined;
  /** Where its heading ends and its content begins. */
  readonly inner: number;
  readonly nodes: readonly Node[];
};

export type ContextSection = LineSpan & {
  /** Undefined for a section with a title of a person's own. */
  readonly key: SectionKey | undefined;
  readonly title: string;
  readonly groups: readonly Group[];
};

/** An active-context file: every line, and its meaning. */
export type ContextDocument = {
  readonly lines: readonly Line[];
  readonly zones: readonly Zone[];
  readonly unclosed: readonly number[];
  /** Where the first section begins. */
  readonly preambleTo: number;
  readonly sections: readonly ContextSection[];
};
