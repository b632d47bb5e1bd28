import { withoutComments } from "./heading.ts";
import { removeIndent } from "./lines.ts";
import { scan } from "./scan.ts";

/** Control characters except tabs and line breaks; no text of a person needs them. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Normalizes a text for a file: one kind of line break, no control characters, no trailing blanks. */
export function tidyText(text: string): string {
  if (/^[^\p{Cc}]*$/u.test(text)) return text.trim();
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(CONTROLS, "")
    .split("\n")
    .map((line) => line.trimEnd());
  return lines.join("\n").trim();
}

/** What a value could be mistaken for at the place where it is written. */
export type TextPosition = {
  /** The value follows `name:`, where a fenced block cannot begin. */
  readonly behindName: boolean;
  /** Whether a first line would be read as the line of a field. */
  readonly readsAsField?: (line: string) => boolean;
};

/** Encodes a text as Markdown lines that are read back as the same text. Special characters get a backslash. */
export function encodeText(text: string, { behindName, readsAsField }: TextPosition): string[] {
  const lines = tidyText(text).split("\n");
  const { zones, unclosed } = scan(lines);
  const escapesFences = behindName || unclosed.length > 0;
  return lines.map((line, i) => {
    const isCode = zones[i]?.kind === "fence" && !escapesFences;
    const safe = isCode ? line : escapeLine(line);
    return i === 0 && readsAsField ? escapeFieldColon(safe, readsAsField, "add") : safe;
  });
}

/** Decodes lines written by `encodeText` or by hand. `isCode` tells which lines are in a fenced block. */
export function decodeText(lines: readonly string[], isCode: (i: number) => boolean): string {
  const read = lines.map((line, i) =>
    isCode(i) ? line.trimEnd() : unescapeLine(withoutComments(line)).trimEnd(),
  );
  return tidyText(read.join("\n"));
}

/** A bullet that would be read as a field gets a backslash before its colon; reading removes it. */
export function escapeFieldColon(
  line: string,
  readsAsField: (line: string) => boolean,
  change: "add" | "remove",
): string {
  const [whole, name = "", marks = "", colon = ""] = MARKED.exec(line) ?? [];
  if (whole === undefined || !readsAsField(name + colon + line.slice(whole.length))) return line;
  return name + (change === "add" ? `\\${marks}` : marks.slice(1)) + colon + line.slice(whole.length);
}

/** The text of a bullet or field with its continuation lines, whose indentation is removed. */
export const removeIndentBelow = (lines: readonly string[], columns: number): string[] =>
  lines.map((line, i) => (i === 0 ? line : removeIndent(line, columns)));

/** A field name before a colon, with or without asterisks or backticks around it. */
export const NAME = "(?:\\*\\*|__|`)?[A-Za-z][A-Za-z0-9 _-]{0,40}(?:\\*\\*|__|`)?\\s*";
const MARKED = new RegExp(`^(${NAME})(\\\\*)([:：](?:\\*\\*|__)?)(?=\\s|$)`, "u");

const escapeLine = (line: string): string =>
  line
    .replace(/^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)(\\*(?:`{3}|~{3}))/u, "$1\\$2")
    .replaceAll(/(?<!\\)(\\*)<!--/g, "\\$1<!--");

const unescapeLine = (line: string): string =>
  !line.includes("\\")
    ? line
    : line
        .replace(/^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)?)\\(\\*(?:`{3}|~{3}))/u, "$1$2")
        .replaceAll(/(?<!\\)\\(\\*)<!--/g, "$1<!--");

/** Encodes a value as YAML that is read back as the same text. */
export function encodeYaml(text: string, isInList: boolean): string {
  const value = tidyText(text);
  const isPlain =
    /^[\p{L}\p{N}_./][^\n]*$/u.test(value) &&
    !/: |:$| #|\t/.test(value) &&
    !/^(?:[\d.+-][\w.:+-]*|true|false|null|yes|no|on|off)$/i.test(value);
  if (isPlain && !(isInList && /[,[\]{}]/.test(value))) return value;
  return value === "" && !isInList ? "" : JSON.stringify(value);
}

/** The text of a YAML value on one line, as programs and people write it. */
export function decodeYaml(source: string): string {
  const value = source.trim();
  const [, double] = /^("(?:[^"\\]|\\.)*")\s*(?:#.*)?$/su.exec(value) ?? [];
  if (double !== undefined) return fromJson(double);
  const [, single] = /^'((?:[^']|'')*)'\s*(?:#.*)?$/su.exec(value) ?? [];
  if (single !== undefined) return tidyText(single.replaceAll("''", "'"));
  if (flowList(value)) return value;
  return tidyText(value.startsWith("#") ? "" : value.replace(/\s#.*$/su, ""));
}

function fromJson(quoted: string): string {
  try {
    return tidyText(String(JSON.parse(quoted)));
  } catch {
    return tidyText(quoted.slice(1, -1));
  }
}

/** One entry of a list in brackets: quoted, or unquoted up to the next separator. */
const FLOW_ENTRY = /\s*(?:("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?=[,\]])|((?:[^\s,\]][^,\]]*)?))([,\]])/suy;

/** The entries of `[a, "b, c"]`, or undefined for any other text. A comment may follow the list. */
export function flowList(source: string): string[] | undefined {
  const text = source.trim();
  if (!text.startsWith("[")) return undefined;
  const entries: string[] = [];
  for (let at = 1; ; ) {
    FLOW_ENTRY.lastIndex = at;
    const found = FLOW_ENTRY.exec(text);
    if (!found) return undefined;
    const [, quoted, plain = "", end] = found;
    if (quoted !== undefined) entries.push(decodeYaml(quoted));
    else if (plain.trim() !== "") entries.push(tidyText(plain));
    at = FLOW_ENTRY.lastIndex;
    if (end === "]") return /^\s*(?:#.*)?$/su.test(text.slice(at)) ? entries : undefined;
  }
}

export const encodeFlowList = (items: readonly string[]): string =>
  `[${items.map((item) => encodeYaml(item, true)).join(", ")}]`;
