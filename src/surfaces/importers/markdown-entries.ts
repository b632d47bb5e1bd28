import { withoutOwnBlocks } from "../../core/share/own-block.ts";

/** A list item, paragraph, table row or code block of a Markdown text. */
export type MarkdownEntry = {
  /** Counted from 1. */
  readonly line: number;
  readonly headings: readonly string[];
  readonly text: string;
  /** Why the entry contains no statement, if it contains none. */
  readonly refused?: string;
};

type Piece = {
  readonly line: number;
  readonly indent: number;
  readonly is: "item" | "paragraph" | "row" | "code";
  readonly headings: readonly string[];
  text: string;
};

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const ROW_RULE = /^\s*\|[\s|:-]*-[\s|:-]*$/;
const LINK_ONLY = /^(?:(?:see|read|details|more)(?: also)?:?\s+)?\[[^\]]*\]\([^)]*\)/i;
const FILE_REFERENCE =
  /^(?:(?:see|read|details|more)(?: also| in| about)?:?\s+)?`?@[\w~./-]+`?(?: (?:for|about|on) [\w ]{1,40})?$/i;
/** A piece with fewer words says nothing without its heading. */
const WORDS_ALONE = 3;

/** The entries of a Markdown text. Blocks that Tidemark wrote, and comments, are left out. */
export function markdownEntries(lines: readonly string[], begin = 0): MarkdownEntry[] {
  const pieces = piecesOf(withoutOwnBlocks(lines), begin);
  const ancestors: Ancestor[] = [];
  return pieces.flatMap((piece, i) => {
    const last = pieces[i - 1];
    return entryOf(piece, { last, next: pieces[i + 1], above: leadOf(piece, last, ancestors) });
  });
}

type HeadingState = { headings: { level: number; text: string }[]; fence?: string | undefined };

function piecesOf(lines: readonly string[], begin: number): Piece[] {
  const pieces: Piece[] = [];
  const reading: HeadingState = { headings: [] };
  let isOpen = false;
  for (let i = begin; i < lines.length; i++) {
    const line = (lines[i] ?? "").trimEnd();
    if (reading.fence !== undefined) {
      const last = pieces.at(-1);
      if (FENCE.exec(line)?.[1]?.startsWith(reading.fence)) reading.fence = undefined;
      else if (last) last.text += last.text === "" ? line : `\n${line}`;
      continue;
    }
    // The row above the rule of a table only names the columns.
    if (ROW_RULE.test(line) && pieces.at(-1)?.is === "row") pieces.pop();
    const made = line.trim() === "" ? undefined : pieceAt(line, i + 1, reading);
    if (made === "continues" && isOpen) {
      const last = pieces.at(-1);
      if (last) last.text += ` ${line.trim()}`;
      continue;
    }
    const piece = made === "continues" ? paragraph(line, i + 1, reading) : made;
    if (piece) pieces.push(piece);
    isOpen = piece !== undefined && piece.is !== "row";
  }
  return pieces;
}

function pieceAt(line: string, number: number, reading: HeadingState): Piece | "continues" | undefined {
  const heading = HEADING.exec(line);
  if (heading) {
    const level = heading[1]?.length ?? 1;
    reading.headings = [
      ...reading.headings.filter((each) => each.level < level),
      { level, text: heading[2] ?? "" },
    ];
    return undefined;
  }
  const headings = reading.headings.map(({ text }) => text);
  reading.fence = FENCE.exec(line)?.[1];
  if (reading.fence !== undefined) return { line: number, indent: 0, is: "code", headings, text: "" };
  const item = ITEM.exec(line);
  if (item)
    return { line: number, indent: item[1]?.length ?? 0, is: "item", headings, text: item[2]?.trim() ?? "" };
  if (FILE_REFERENCE.test(line.trim())) return paragraph(line, number, reading);
  const row = ROW.exec(line)?.[1];
  if (row === undefined) return "continues";
  if (ROW_RULE.test(line)) return undefined;
  const cells = row.split("|").map((cell) => cell.trim());
  return { line: number, indent: 0, is: "row", headings, text: cells.filter(Boolean).join(": ") };
}

const paragraph = (line: string, number: number, { headings }: HeadingState): Piece => ({
  line: number,
  indent: -1,
  is: "paragraph",
  headings: headings.map(({ text }) => text),
  text: line.trim(),
});

type Neighbours = {
  readonly last: Piece | undefined;
  readonly next: Piece | undefined;
  /** The sentence above a list that introduces its items. */
  readonly above: string | undefined;
};

function entryOf(piece: Piece, { last, next, above }: Neighbours): MarkdownEntry[] {
  const { line, headings } = piece;
  const isLed = last?.text.endsWith(":") === true && isSameSection(last, piece);
  // A sentence that ends with a colon is combined with each line that it introduces.
  if (piece.text.endsWith(":") && next !== undefined && isSameSection(piece, next) && isBelow(next, piece))
    return [];
  if (piece.is === "code" && !isLed)
    return [{ line, headings, text: piece.text, refused: "a code block without a sentence before it" }];
  const lead = piece.is === "code" ? last?.text : above;
  const text = lead === undefined ? plain(piece.text) : `${plain(lead)} ${plain(piece.text)}`;
  const refused = refusalOf(piece.text);
  return [{ line, headings, text: withHeading(text, headings), ...(refused ? { refused } : {}) }];
}

const isSameSection = (a: Piece, b: Piece): boolean => a.headings.join("\n") === b.headings.join("\n");

const isBelow = (next: Piece, piece: Piece): boolean => next.is === "code" || next.indent > piece.indent;

/** A piece above the current one and less indented, with the nearest sentence that ends with a colon. */
type Ancestor = { readonly indent: number; readonly lead: string | undefined };

/** The nearest earlier piece that ends with a colon and is less indented, for an item. */
function leadOf(piece: Piece, last: Piece | undefined, ancestors: Ancestor[]): string | undefined {
  if (last === undefined || last.is === "code" || !isSameSection(last, piece)) ancestors.length = 0;
  for (let top = ancestors.at(-1); top && top.indent >= piece.indent; top = ancestors.at(-1)) ancestors.pop();
  const lead = ancestors.at(-1)?.lead;
  ancestors.push({ indent: piece.indent, lead: piece.text.endsWith(":") ? piece.text : lead });
  return piece.is === "item" ? lead : undefined;
}

function refusalOf(text: string): string | undefined {
  if (text === "") return "empty";
  if (FILE_REFERENCE.test(text.replace(/\.$/, "")))
    return "a reference to another file; import that file by its name";
  if (LINK_ONLY.test(text)) return "a link to another page";
  return undefined;
}

/** Removes Markdown emphasis. */
const plain = (text: string): string => text.replaceAll(/\*\*|__/g, "").trim();

function withHeading(text: string, headings: readonly string[]): string {
  const heading = headings.at(-1);
  const isShort = text.split(/\s+/u).length < WORDS_ALONE && /^[\p{Script=Latin}\P{L}]*$/u.test(text);
  return isShort && heading !== undefined && heading !== "" ? `${plain(heading)}: ${text}` : text;
}
