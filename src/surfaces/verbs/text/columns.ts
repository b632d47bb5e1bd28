import { oneLine, type Paint } from "./paint.ts";

/** The width of a label, so that rows are aligned with their items. */
const COLUMN = 8;

/** A label and its text, below an entry of a list. The text is printed unchanged. */
export const row = (name: string, text: string, paint: Paint): string =>
  `${paint.faint(`  ${name.padEnd(COLUMN - 3)} `)}${text}`.trimEnd();

/** Text without a label, in the column of `row`. */
export const indentText = (text: string): string => `${" ".repeat(COLUMN)}${oneLine(text)}`.trimEnd();

/** The first line of an entry: its name and what it is. */
export const entryTitle = (name: string, about: string, paint: Paint): string =>
  `${paint.strong(`${oneLine(name).padEnd(COLUMN - 1)} `)}${paint.faint(about)}`;

type ListPage = { readonly total: number; readonly has_more: boolean };

/** The line below a list that does not show everything. */
export const moreLine = (shown: number, { total, has_more }: ListPage, paint: Paint): string[] =>
  has_more ? [paint.faint(`${shown} of ${total}; more with --offset or --limit`)] : [];

/** A day, as lists show it. */
export const day = (iso: string): string => iso.slice(0, 10);

/** Shown for an event that something cites and that this tape lacks. */
export const NOT_HERE = "not on this tape";
