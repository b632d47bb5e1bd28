import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { isNestedTooDeep } from "../../core/yaml-nesting.ts";

export type Path = readonly (string | number)[];

/** People write comments and trailing commas into settings. Anything else that is not JSON is an error. */
const LENIENT = { allowTrailingComma: true, disallowComments: false } as const;

/** The text that was parsed last: one edit reads the same text several times. */
let last: { readonly text: string; readonly tree: Node | undefined } | undefined;

/** The tree of a text that is one JSON object, with or without comments; undefined otherwise. */
export function objectTree(text: string): Node | undefined {
  if (last?.text !== text) last = { text, tree: parsedTree(text) };
  return last.tree;
}

function parsedTree(text: string): Node | undefined {
  if (isNestedTooDeep(text)) return undefined;
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, LENIENT);
  return errors.length === 0 && tree?.type === "object" ? tree : undefined;
}

/**
 * Whether a path is free or has a value of the wanted type, and all values on the way to it are objects without
 * duplicate names: only then is there exactly one place for an entry.
 */
export function isOpenAt(text: string, path: Path, wanted: "object" | "array"): boolean {
  const ways = path.map((_, i) => path.slice(0, i));
  const isPlain = ways.every((way) => hasSort(nodeAt(text, way), "object"));
  return isPlain && hasSort(nodeAt(text, path), wanted);
}

function hasSort(node: Node | undefined, wanted: "object" | "array"): boolean {
  if (node === undefined) return true;
  const names = (node.children ?? []).map((child): unknown => child.children?.[0]?.value);
  const isSingle = node.type !== "object" || new Set(names).size === names.length;
  return node.type === wanted && isSingle;
}

/** The value at a path; undefined if there is none. */
export function valueAt(text: string, path: Path): unknown {
  const node = nodeAt(text, path);
  return node === undefined ? undefined : getNodeValue(node);
}

/** Sets the property at a path. Missing objects on the way are created, an existing value is replaced, and everything else stays byte for byte. */
export function setAt(text: string, path: Path, value: unknown): string {
  const there = nodeAt(text, path);
  if (there) {
    const printed = printedAt(text, value, lineIndent(text, there.offset));
    return spliceText(text, [{ from: there.offset, to: there.offset + there.length, put: printed }]);
  }
  const parent = nodeAt(text, path.slice(0, -1));
  const key = path.at(-1) ?? "";
  if (parent) return addChild(text, parent, { key: String(key), value });
  return setAt(text, path.slice(0, -1), { [key]: value });
}

/** Adds an element at the end of the list at a path, which must exist. */
export function appendAt(text: string, path: Path, value: unknown): string {
  const list = nodeAt(text, path);
  return list ? addChild(text, list, { value }) : text;
}

/** Removes the property or element at a path, and the comma that separated it. Comments stay. */
export function removeAt(text: string, path: Path): string {
  const value = nodeAt(text, path);
  const child = value?.parent?.type === "property" ? value.parent : value;
  const container = child?.parent;
  if (!child || !container) return text;
  const others = container.children ?? [];
  const at = others.indexOf(child);
  const end = child.offset + child.length;
  const before = gapAfter(text, container, at - 1);
  const after = gapAfter(text, container, at);
  const cuts: Cut[] = [{ from: before.lastEnd, to: end, put: "" }];
  if (after.comma !== undefined) cuts.push({ from: after.comma, to: after.comma + 1, put: "" });
  else if (before.comma !== undefined) cuts.push({ from: before.comma, to: before.comma + 1, put: "" });
  const isAlone = others.length === 1 && !before.hasComment && !after.hasComment;
  if (isAlone)
    cuts.push({ from: after.comma === undefined ? end : after.comma + 1, to: closeOf(container), put: "" });
  return spliceText(text, cuts);
}

const nodeAt = (text: string, path: Path): Node | undefined => {
  const tree = objectTree(text);
  return tree && findNodeAtLocation(tree, [...path]);
};

type Cut = { readonly from: number; readonly to: number; readonly put: string };

function spliceText(text: string, cuts: readonly Cut[]): string {
  const inOrder = [...cuts].sort((one, other) => one.from - other.from || one.to - other.to);
  let result = "";
  let at = 0;
  for (const { from, to, put } of inOrder) {
    result += text.slice(at, Math.max(at, from)) + put;
    at = Math.max(at, to);
  }
  return result + text.slice(at);
}

const closeOf = ({ offset, length }: Node): number => offset + length - 1;

/** Adds a last child to an object or a list, formatted like its neighbours. */
function addChild(
  text: string,
  container: Node,
  child: { readonly key?: string; readonly value: unknown },
): string {
  const children = container.children ?? [];
  const last = children.at(-1);
  const close = closeOf(container);
  const gap = gapAfter(text, container, children.length - 1);
  const base = lineIndent(text, container.offset);
  const isSpread = text.slice(container.offset, close).includes("\n");
  const isOneLine = text.trim() !== "{}" && !text.trimEnd().includes("\n");
  const isFlat = !isSpread && (last !== undefined || isOneLine);
  const indent = spreadIndent(text, children[0]) ?? base + unitOf(text);
  const printed = isFlat ? flatJson(child.value) : printedAt(text, child.value, indent);
  const named = child.key === undefined ? printed : `${JSON.stringify(child.key)}: ${printed}`;
  const comma = last !== undefined && gap.comma === undefined;
  const cuts: Cut[] = comma
    ? [{ from: last.offset + last.length, to: last.offset + last.length, put: "," }]
    : [];
  const ending = isFlat || isSpread ? "" : `${eolOf(text)}${base}`;
  const start = isFlat ? (last === undefined ? "" : " ") : `${eolOf(text)}${indent}`;
  const needsLine = isSpread && !/\n[ \t]*$/.test(text.slice(gap.lastEnd, close));
  const from = gap.lastEnd;
  return spliceText(text, [
    ...cuts,
    { from, to: from, put: `${start}${named}${needsLine ? `${eolOf(text)}${base}` : ending}` },
  ]);
}

type Gap = {
  /** The position of the comma, if there is one. */
  readonly comma: number | undefined;
  /** The end of the last character that is not white space. */
  readonly lastEnd: number;
  readonly hasComment: boolean;
};

/** The text between a child, or the opening bracket, and the next child. */
function gapAfter(text: string, container: Node, at: number): Gap {
  const children = container.children ?? [];
  const child = children[at];
  const from = child ? child.offset + child.length : container.offset + 1;
  return gap(text, from, children[at + 1]?.offset ?? closeOf(container));
}

/** Everything that can stand between two values. */
const BETWEEN = /\s+|,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

function gap(text: string, from: number, to: number): Gap {
  let comma: number | undefined;
  let lastEnd = from;
  let hasComment = false;
  for (const { 0: token, index } of text.slice(from, to).matchAll(BETWEEN)) {
    if (token.trim() === "") continue;
    if (token === ",") comma = from + index;
    else hasComment = true;
    lastEnd = from + index + token.length;
  }
  return { comma, lastEnd, hasComment };
}

/** The white space at the beginning of the line that contains this offset. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** The indent of a child that starts its line. */
function spreadIndent(text: string, child: Node | undefined): string | undefined {
  if (!child) return undefined;
  const start = text.lastIndexOf("\n", child.offset - 1) + 1;
  const before = text.slice(start, child.offset);
  return start > 0 && before.trim() === "" ? before : undefined;
}

/** One level of indentation, as the text already uses it. */
const unitOf = (text: string): string => /\n([ \t]+)["[{]/.exec(text)?.[1] ?? "  ";

/** The line ending that the text uses. */
export const eolOf = (text: string): string => (/\r\n|\r$/.test(text) ? "\r\n" : "\n");

function printedAt(text: string, value: unknown, indent: string): string {
  if (!text.trimEnd().includes("\n") && text.trim() !== "{}") return flatJson(value);
  const lines = JSON.stringify(value, null, unitOf(text)).split("\n");
  return lines.join(`${eolOf(text)}${indent}`);
}

/** JSON on one line, with the spaces that people use. */
function flatJson(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, " ");
}
