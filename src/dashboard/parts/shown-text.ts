import { printable } from "../../core/text/printable.ts";
import { shorten } from "../../core/text/shorten.ts";

/** Stored text as the page shows it, as on the command line. */
export const shownText = printable;

/** The same on one line, cut where it would be too long. */
export function shownLine(text: string, max = 240): string {
  const head = text.length > max * 4 ? text.slice(0, max * 4) : text;
  return shorten(shownText(head.replace(/\s+/g, " ").trim()), max);
}
