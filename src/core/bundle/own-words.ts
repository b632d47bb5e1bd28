import type { Payload } from "../tape/event.ts";

/** The first and the last line of every text for agents. Everything between them is ours. No host escapes their characters. */
export const OWN_BEGIN = "# What this project remembers (tidemark)";
export const OWN_END = "(end of tidemark)";

/**
 * Removes Tidemark's own output from a turn. Otherwise text that a host sends back, or that an agent reads from us, would be recorded as if
 * somebody had said it, and a memory that reads itself confirms its own errors. Other words in the turn stay. A turn with nothing else is
 * kept and marked as our own.
 */
export function withoutOwn(line: Payload): Payload {
  if (line.type !== "turn" && line.type !== "turn.recorded") return line;
  if (isOwnTool(line)) return { ...line, own: true };
  const [text, input] = [textOf(line.text), textOf(line.tool_input)];
  const [rest, restOfInput] = [strip(text), strip(input)];
  if (rest === text && restOfInput === input) return line;
  if (rest === "" && text !== "") return { ...line, own: true };
  return { ...line, text: rest, ...(input === "" ? {} : { tool_input: restOfInput }) };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Whether a turn is a call of one of our own tools, under whatever name a host gives it, or of our command in a shell. */
function isOwnTool(line: Payload): boolean {
  if (line.role !== "tool") return false;
  return (
    /(?:^|[^a-z0-9])tidemark(?:[^a-z0-9]|$)/i.test(textOf(line.tool)) || isOwnCommand(textOf(line.tool_input))
  );
}

type OwnSpan = { readonly from: number; readonly to: number };

function strip(text: string): string {
  if (!text.includes(OWN_BEGIN) && !text.includes(OWN_END)) return text;
  const spans = ownSpans(text);
  if (spans.length === 0) return text;
  let kept = "";
  let at = 0;
  for (const { from, to } of spans) {
    kept += text.slice(at, Math.max(at, from));
    at = Math.max(at, to);
  }
  return (kept + text.slice(at)).trim();
}

/** Every range of a text that is ours: from a first line to its last line, or to the place where a host cut it. */
function ownSpans(text: string): OwnSpan[] {
  const begins = linesOf(text, OWN_BEGIN, BEFORE_BEGIN).filter(({ to }) =>
    BREAK.test(text.slice(to, to + 40)),
  );
  const ends = linesOf(text, OWN_END, BEFORE_END);
  const spans: OwnSpan[] = [];
  let at = 0;
  for (const [i, begin] of begins.entries()) {
    const next = begins[i + 1]?.from ?? text.length;
    const isInJson = text.startsWith("\\n", begin.to);
    let end: QuotedLine | undefined;
    for (; end === undefined && (ends[at]?.from ?? next) < next; at++) {
      const one = ends[at];
      if (one === undefined) break;
      if (one.from < begin.from) spans.push(...headless(text, one, spans.at(-1)?.to ?? 0));
      else if (one.isInJson === isInJson) end = one;
    }
    spans.push(includeTags(text, { from: begin.from, to: end?.to, isInJson }, next));
  }
  for (const end of ends.slice(at)) spans.push(...headless(text, end, spans.at(-1)?.to ?? 0));
  return spans;
}

/** The end of a line, also inside JSON or before a closing tag. */
const BREAK = /^[ \t]*(?:\r?\n|\\n|<\/|&lt;\/|$)/;
/** Text that may precede our first line: nothing, a tag, a label, or a border that a terminal draws. */
const BEFORE_BEGIN = /(?:^|\n|\\n|[>":])[ \t│|>]*$/;
/** The last line must be alone on its line, so that no remembered text can imitate it. */
const BEFORE_END = /(?:^|\n|(?<!\\)\\n)[ \t│|>]*$/;
const BEFORE_MAX = 200;
/** The prefix of a line: everything at its edge, or the label that a host gives to hook output. */
const EDGE = /(?:^|\n|\\n)([ \t│|>]+|[ \t]*\w+ hook (?:additional )?context:[ \t]*)$/;

type QuotedLine = OwnSpan & { readonly isInJson: boolean };

/** The places where a line of the text begins with these words, after the prefix of the line. */
function linesOf(text: string, words: string, before: RegExp): QuotedLine[] {
  const found: QuotedLine[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) {
    const start = Math.max(0, at - BEFORE_MAX);
    // The part above is cut off, so a marker character shows that it is not the start of the text.
    const above = (start === 0 ? "" : ".") + text.slice(start, at);
    if (!before.test(above)) continue;
    const edge = EDGE.exec(above)?.[1]?.length ?? 0;
    const isInJson = text.startsWith("\\n", at - edge - 2);
    const ending = isInJson
      ? (/^(?:\\n)*/.exec(text.slice(at + words.length, at + words.length + 40))?.[0].length ?? 0)
      : 0;
    found.push({ from: at - edge, to: at + words.length + ending, isInJson });
  }
  return found;
}

/** Tags that hosts put around injected text. They are meaningless without it. */
const OPENING =
  /(<|&lt;)(hook_context|system[-_]reminder|untrusted_context|qwen:[a-z-]*context)\b[^<>\n]{0,200}?(?:>|&gt;)\s*(?:[^\n<>]{0,120}:\s*)?$/;
const OPENING_MAX = 600;

/** A range of our own text. Its end is unknown if its last line is missing. */
type OpenStretch = { readonly from: number; readonly to: number | undefined; readonly isInJson: boolean };

/** Extends a range by the tags around it, if they contain nothing else. */
function includeTags(text: string, own: OpenStretch, next: number): OwnSpan {
  const before = text.slice(Math.max(0, own.from - OPENING_MAX), own.from);
  const opening = OPENING.exec(before);
  const from = opening === null ? own.from : own.from - (before.length - opening.index);
  const [, bracket = "", name = ""] = opening ?? [];
  const closing = `${bracket}/${name}`;
  const inside =
    opening === null || own.to !== undefined ? -1 : text.slice(0, next).indexOf(closing, own.from);
  const to = own.to ?? (inside >= 0 ? inside : endOfCut(text, own, next));
  if (opening === null) return { from: own.from, to };
  const after = text.slice(to, to + OPENING_MAX);
  if (after.trim() === "") return { from, to: to + after.length };
  const gap = after.length - after.trimStart().length;
  if (!after.startsWith(closing, gap)) return { from: own.from, to };
  const rest = /^\s*(?:>|&gt;)/.exec(after.slice(gap + closing.length))?.[0].length ?? 0;
  return { from, to: to + gap + closing.length + rest };
}

/** A complete line of ours. */
const WHOLE =
  /^(?:|## .*|- .*\[(?:[a-z]{2,5}#\d+|(?:turn|commit)@\d+|(?:crystal|document|commit|file|cursor):[^\],]*), .*\]|Left out for space: .*)$/;
/** The note that a host writes in place of removed text. */
const CUT_NOTE = /^(?:\.\.\.|…|\[|<|\().{0,100}\b(?:truncated|omitted|left out|more)\b/i;

/** The end of a range whose last line is missing: after the lines that look like ours, and the incomplete line. */
function endOfCut(text: string, { from, isInJson }: OpenStretch, next: number): number {
  let at = from;
  let heads = 2;
  let isTorn = false;
  for (const { line, length } of linesIn(text.slice(from, next), isInJson)) {
    const isOurs = !isTorn && (heads-- > 0 || isWhole(line));
    if (!isOurs && !CUT_NOTE.test(line)) {
      if (isTorn || !mayBeTorn(line)) return at;
      isTorn = true;
    }
    at += length;
  }
  return next;
}

/** Whether a line can be the beginning of one of our lines. */
const mayBeTorn = (line: string): boolean =>
  /^[-#]/.test(line) || [OWN_END, "Left out for space: "].some((words) => words.startsWith(line));

/** Our text above a last line whose first line is missing. If no line there looks like ours, the text is somebody else's. */
function headless(text: string, end: QuotedLine, after: number): OwnSpan[] {
  let from = end.from;
  let found = 0;
  while (from > after) {
    const start = lineStart(text, from, { least: Math.max(after, from - LINE_MAX), isInJson: end.isInJson });
    const line = bareLine(text.slice(start, from), end.isInJson);
    if (!isWhole(line)) break;
    if (line !== "") found++;
    from = start;
  }
  return found === 0 ? [] : [{ from, to: end.to }];
}

/** Longer than any of our lines, even with escapes. */
const LINE_MAX = 2000;

const isWhole = (line: string): boolean => line.length <= LINE_MAX && WHOLE.test(line);

/** The start of the line that ends at `end`, line break included. Only that line is checked. */
function lineStart(
  text: string,
  end: number,
  { least, isInJson }: { least: number; isInJson: boolean },
): number {
  let at = end - 1;
  while (at > least && !(isInJson ? isAfterEscapedBreak(text, at) : text[at - 1] === "\n")) at--;
  return Math.max(at, least);
}

const isAfterEscapedBreak = (text: string, at: number): boolean =>
  text[at - 1] === "n" && text[at - 2] === "\\" && text[at - 3] !== "\\";

/** The lines of a text without their prefixes, and their full lengths. */
function linesIn(text: string, isInJson: boolean): { line: string; length: number }[] {
  const pieces = text.split(isInJson ? /(?<=(?<!\\)\\n)/ : /(?<=\n)/);
  return pieces.map((piece) => ({ line: bareLine(piece, isInJson), length: piece.length }));
}

/** A line without its line break and without its prefix and suffix, each read once. */
function bareLine(piece: string, isInJson: boolean): string {
  let to = piece.length;
  if (isInJson && piece.endsWith("\\n")) to -= 2;
  else if (!isInJson && piece.endsWith("\n")) to -= piece.endsWith("\r\n") ? 2 : 1;
  while (to > 0 && isBlank(piece[to - 1])) to--;
  let from = 0;
  while (from < to && (isBlank(piece[from]) || isBorder(piece[from]))) from++;
  return piece.slice(from, to);
}

const isBlank = (letter: string | undefined): boolean => letter === " " || letter === "\t";
const isBorder = (letter: string | undefined): boolean => letter === "│" || letter === "|" || letter === ">";

/** Number of characters of a command that are checked: the program is at its beginning. */
const COMMAND_MAX = 4000;

/** A shell that gets its command as an argument. */
const SHELL = /^\s*(?:\S*[\\/])?(?:ba|da|z|fi)?sh\s+-\w*c\s+/;
/** Commands that print nothing and only set where or how the next command runs. */
const SILENT = /^(?:cd|pushd|popd|export|set|unset|true|sleep|wait|clear)\b|^\w+=\S*$/;
/** Our program, by its name, its path, or through a package runner. */
const OURS =
  /^(?:\w+=\S*\s+)*(?:(?:sudo|time|exec|command)\s+)*(?:(?:npx|bunx|npm|pnpm|yarn)\s+(?:(?:exec|dlx|run|x|-[\w-]+)\s+)*|node\s+(?:-\S+\s+)*)?["']?(?:\S*[\\/])?tidemark(?:\.cjs|\.cmd|\.exe|@\S+)?["']?(?:\s|$)/;

/** True if everything that a shell command prints comes from Tidemark, so that its output contains nothing new. */
export function isOwnCommand(command: string): boolean {
  if (!command.includes("tidemark") || command.trimStart().startsWith("{")) return false;
  const pipelines = unwrapShell(command.slice(0, COMMAND_MAX))
    // Text after these operators is input for the command and is not run.
    .replace(/<<[\s\S]*$/, "")
    // Separators inside quotes do not separate commands.
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (quoted) => quoted.replace(/[;&|\n]/g, "_"))
    .replace(/\d?>&\d/g, "")
    .split(/&&|\|\||[;\n&]/)
    .map((part) => part.replace(/^[\s(]+|(?<![\s)])[\s)]+$/g, ""))
    .filter((part) => part !== "" && !SILENT.test(part));
  return pipelines.length > 0 && pipelines.every(isOwnPipeline);
}

const isOwnPipeline = (pipeline: string): boolean =>
  pipeline.split("|").some((program) => OURS.test(program.trim()));

function unwrapShell(command: string): string {
  if (!SHELL.test(command)) return command;
  const given = command.replace(SHELL, "").trim();
  return /^(["'])[\s\S]*\1$/.test(given) ? given.slice(1, -1) : given;
}
