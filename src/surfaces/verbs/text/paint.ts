import { printable } from "../../../core/text/printable.ts";

/** Colours for a terminal; plain text everywhere else. */
export type Paint = {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  /** Columns of the screen; infinite if the output is no terminal, which breaks long lines itself. */
  readonly width: number;
};

const same = (text: string): string => text;

export const PLAIN: Paint = {
  strong: same,
  faint: same,
  good: same,
  bad: same,
  width: Number.POSITIVE_INFINITY,
};

/** Printable text on one line. */
export function oneLine(text: string): string {
  return printable(text.replace(/\s+/gu, " ").trim());
}
