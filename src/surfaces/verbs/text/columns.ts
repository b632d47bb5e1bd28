import { flow, oneLine, type Paint } from "./paint.ts";

/** As wide as a label, so that rows stand under the items they belong to. */
const COLUMN = 8;

/** A short name and what it says, under an entry of a list. The text is printed as it is, fitted to the screen. */
export function row(name: string, text: string, paint: Paint): string {
  const indent = " ".repeat(COLUMN);
  const label = `  ${name.padEnd(COLUMN - 3)} `;
  return flow({ text: paint.faint(label), width: label.length }, text, { indent, width: paint.width });
}

/** Text with nothing in front of it, in the column of `row`. */
export function indentText(text: string, paint: Paint): string {
  const indent = " ".repeat(COLUMN);
  return flow({ text: indent, width: COLUMN }, oneLine(text), { indent, width: paint.width });
}

/** The first line of an entry: what to call it and what it is, the latter going on below itself. */
export function entryTitle(name: string, about: string, paint: Paint): string {
  const label = `${oneLine(name).padEnd(COLUMN - 1)} `;
  const indent = " ".repeat(COLUMN);
  const told = flow({ text: "", width: label.length }, about, { indent, width: paint.width });
  const [first = "", ...rest] = told.split("\n");
  const below = rest.map((line) => `${indent}${paint.faint(line.trimStart())}`);
  return [`${paint.strong(label)}${paint.faint(first)}`, ...below].join("\n");
}

/** A text that stays within the width of the screen. */
export const fitted = (text: string, paint: Paint): string =>
  flow({ text: "", width: 0 }, text, { indent: "", width: paint.width });

type ListPage = { readonly total: number; readonly has_more: boolean };

/** The line below a list that does not show everything. */
export const moreLine = (shown: number, { total, has_more }: ListPage, paint: Paint): string[] =>
  has_more ? [paint.faint(`${shown} of ${total}; more with --offset or --limit`)] : [];

/** A day, as lists show it. */
export const day = (iso: string): string => iso.slice(0, 10);

/** Said of an event that something rests on and that nobody can show. */
export const NOT_HERE = "not on this tape";
