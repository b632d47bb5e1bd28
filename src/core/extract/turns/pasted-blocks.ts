import { isListed, isPrintHead, isRow, LINE_MAX } from "./pasted-lines.ts";
import { isBlank, isOwn, nextText, paragraphEnd, raise, raiseAll, type TurnLine } from "./turn-lines.ts";

const SECTION = /^\s*\[{1,2}[\w.:" -]{1,60}\]{1,2}\s*$/;
const SETTING = /^\s*[\w.-]{1,60}\s*=\s*\S/;
const KEY = /^\s*(?:- )?[a-z][\w.-]{0,40}:(?:\s|$)/;

/** Marks paragraphs of settings: several names with values, below a section heading or with an indented one among them. */
export function markSettings(lines: readonly TurnLine[]): void {
  let isSection = false;
  for (let i = nextText(lines, 0); i < lines.length; ) {
    const end = paragraphEnd(lines, i);
    const part = lines.slice(i, end).map(({ text }) => text.slice(0, LINE_MAX));
    isSection ||= part.some((line) => SECTION.test(line));
    const settings = part.filter((line) => SETTING.test(line)).length;
    const keys = part.filter((line) => KEY.test(line)).length;
    const isNested = part.some((line) => /^\s{2,}\S/.test(line));
    const isYaml = keys >= 2 && isNested && part.every((line) => KEY.test(line) || /^\s+\S|^- /.test(line));
    const isMake = keys > 0 && part.some((line) => /^\t\S/.test(line));
    if (isYaml || isMake || settings >= 2 || (isSection && settings > 0)) raiseAll(lines, [i, end], "quoted");
    const isIndented = part.length > 1 && part.every((line) => /^(?:\s{2}|\t)/.test(line));
    if (isIndented && !isListed(part[0] ?? "")) raiseAll(lines, [i, end], "uncertain");
    i = nextText(lines, end);
  }
}

/** Marks the text below a command, up to a blank line. */
export function markPrinted(lines: readonly TurnLine[]): void {
  let isPrinted = false;
  for (const line of lines) {
    if (isBlank(line)) isPrinted = false;
    if (isPrinted) raise(line, "uncertain");
    isPrinted ||= isOwn(line) && isPrintHead(line.text);
  }
}

/** Minimum number of short lines, each above a text, that count as names in a chat or headings of a page. */
const BLOCK_HEADS_MIN = 2;
const isBlockHead = (line: string): boolean =>
  /^\p{L}[\p{L}\p{N}._-]{0,24}(?: \p{L}[\p{L}\p{N}._-]{0,24})?$/u.test(line);
const PROGRAM_HELP = /^\s*(?:usage|options|synopsis): |^FAIL\s/i;

/** Marks paragraphs with names or headings on lines of their own, and output about the program itself. */
export function markNamedBlocks(lines: readonly TurnLine[]): void {
  for (let i = nextText(lines, 0); i < lines.length; ) {
    const end = paragraphEnd(lines, i);
    const part = lines.slice(i, end);
    const heads = part.filter(
      ({ text }, n) => n + 1 < part.length && isBlockHead(text) && !isBlockHead(part[n + 1]?.text ?? ""),
    );
    const isBlocks = heads.length >= BLOCK_HEADS_MIN && part[0] !== undefined && isBlockHead(part[0].text);
    if (isBlocks || part.some(({ text }) => PROGRAM_HELP.test(text.slice(0, LINE_MAX))))
      raiseAll(lines, [i, end], "uncertain");
    i = nextText(lines, end);
  }
}

/** Marks two or more consecutive rows of values. */
export function markRows(lines: readonly TurnLine[]): void {
  for (const [i, line] of lines.entries()) {
    const isPair = i > 0 && isRow(line.text) && isRow(lines[i - 1]?.text ?? "");
    if (isPair) raiseAll(lines, [i - 1, i + 1], "quoted");
  }
}
