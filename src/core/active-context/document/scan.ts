import { headingIn } from "./heading.ts";
import { sectionByTitle } from "./titles.ts";

/** The kind of a line: text, part of a comment, or part of a fenced block. */
export type Zone =
  | { readonly kind: "text" }
  | { readonly kind: "comment" }
  | { readonly kind: "fence"; readonly part: "open" | "in" | "close"; readonly yaml: boolean };

export type ScannedZones = {
  readonly zones: readonly Zone[];
  /** Lines that open a comment or fenced block which is never closed. They are read as plain text. */
  readonly unclosed: readonly number[];
};

const TEXT: Zone = { kind: "text" };
const COMMENT: Zone = { kind: "comment" };

/**
 * Separates comments and fenced blocks from text. An unclosed opening hides nothing below it, and no fenced block
 * extends beyond the heading of a section: one wrong character must not make half of the file invisible.
 */
export function scan(lines: readonly string[]): ScannedZones {
  const zones: Zone[] = [];
  const unclosed: number[] = [];
  const hopeless = new Map<string, FailedSearch>();
  while (zones.length < lines.length) {
    const at = zones.length;
    const opening = openingIn(lines[at] ?? "");
    if (!opening) {
      zones.push(TEXT);
      continue;
    }
    const known = hopeless.get(opening.sign);
    const isHopeless = known !== undefined && at < known.until && opening.length >= known.length;
    const found = isHopeless ? { stop: known.until } : closingLine(lines, at, opening);
    if ("end" in found) for (const zone of zonesOf(opening, found.end - at + 1)) zones.push(zone);
    else {
      hopeless.set(opening.sign, { length: opening.length, until: found.stop });
      unclosed.push(at);
      zones.push(TEXT);
    }
  }
  return { zones, unclosed };
}

/** A failed search for the end of a block, up to a line: later openings before that line are not searched again. */
type FailedSearch = { readonly length: number; readonly until: number };

/** The opening of a block: a comment, or a fence with its number of characters. */
type Opening = { readonly sign: "`" | "~" | "<"; readonly length: number; readonly yaml: boolean };

/** A fence may follow a bullet, where it opens the code of a list entry. */
function openingIn(line: string): Opening | undefined {
  if (/^\s*<!--/.test(line)) return { sign: "<", length: 0, yaml: false };
  const [, mark, about = ""] = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})(.*)$/su.exec(line) ?? [];
  if (mark === undefined || (mark.startsWith("`") && about.includes("`"))) return undefined;
  return { sign: mark.startsWith("`") ? "`" : "~", length: mark.length, yaml: /^\s*ya?ml\b/i.test(about) };
}

/** The line that closes a block, or the line where the search stopped. */
function closingLine(
  lines: readonly string[],
  at: number,
  { sign, length }: Opening,
): { readonly end: number } | { readonly stop: number } {
  const mark = sign.repeat(length);
  for (let i = sign === "<" ? at : at + 1; i < lines.length; i++) {
    const line = lines[i] ?? "";
    if (sign === "<" ? line.includes("-->") : isFenceEnd(line.trim(), mark)) return { end: i };
    if (sign !== "<" && opensSection(line)) return { stop: i };
  }
  return { stop: lines.length };
}

const isFenceEnd = (line: string, mark: string): boolean =>
  line.startsWith(mark) && line === line.charAt(0).repeat(line.length);

function opensSection(line: string): boolean {
  const heading = headingIn(line);
  return heading?.level === 2 && sectionByTitle(heading.title) !== undefined;
}

function zonesOf({ sign, yaml }: Opening, length: number): Zone[] {
  return Array.from({ length }, (_, i) => {
    if (sign === "<") return COMMENT;
    return { kind: "fence", part: i === 0 ? "open" : i === length - 1 ? "close" : "in", yaml };
  });
}
