import type { Line } from "./lines.ts";
import type { Zone } from "./scan.ts";
import type { SectionKey } from "./sections.ts";

/** Lines from `from` up to and not including `to`, counted from zero. */
export type LineSpan = { readonly from: number; readonly to: number };

/** Lines that are nobody's value: prose, remarks, blank lines, fences. */
export type LooseLines = LineSpan & { readonly kind: "loose" };

/** One bullet with the lines below it that belong to it. An entry is a bullet with fields. */
export type BulletItem = LineSpan & {
  readonly kind: "item";
  readonly text: string;
  /** The columns at which its bullet and its text stand. */
  readonly indent: number;
  readonly inner: number;
  readonly bullet: string;
  readonly yaml: boolean;
  readonly parts: readonly Field[];
};

export type Field = LineSpan & {
  readonly kind: "field";
  readonly name: string;
  /** Whether the section's table has it. */
  readonly known: boolean;
  /** The line after its own text; the following lines are its bullets. */
  readonly headTo: number;
  readonly indent: number;
  /** What stands before its text on its first line: indentation, bullet, name and colon. */
  readonly lead: string;
  readonly text: string;
  readonly yaml: boolean;
  readonly nodes: readonly (BulletItem | LooseLines)[];
};

export type Node = LooseLines | BulletItem | Field;

/** What stands under one task's heading, or before any such heading. */
export type Group = LineSpan & {
  readonly task: string | undefined;
  /** Where its heading ends and its content begins. */
  readonly inner: number;
  readonly nodes: readonly Node[];
};

export type ContextSection = LineSpan & {
  /** Undefined for a section that people added under a title of their own. */
  readonly key: SectionKey | undefined;
  readonly title: string;
  readonly groups: readonly Group[];
};

/** An active-context file, every line of it, with what each means. */
export type ContextDocument = {
  readonly lines: readonly Line[];
  readonly zones: readonly Zone[];
  readonly unclosed: readonly number[];
  /** Where the first section begins. */
  readonly preambleTo: number;
  readonly sections: readonly ContextSection[];
};
