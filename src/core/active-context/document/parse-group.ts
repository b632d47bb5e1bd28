import type { BulletItem, Field, Group, LineSpan, LooseLines, Node } from "./document.ts";
import { indentOf, isBlank } from "./lines.ts";
import type { Source } from "./parse.ts";
import { type FieldSpec, isList, type SectionSpec } from "./sections.ts";
import { decodeText, decodeYaml, escapeFieldColon, NAME, removeIndentBelow } from "./text.ts";

/** The group of a section that is not in the table: loose lines, with each comment and fenced block in one piece. */
export function looseGroup(source: Source, range: LineSpan): Group {
  return { ...range, inner: range.from, task: undefined, nodes: looseNodes(source, range) };
}

/** Divides the lines of a group into fields, bullets and loose lines. Every line is in one of them. */
export function readGroup(source: Source, range: LineSpan, spec: SectionSpec): Node[] {
  const reader: Reader = { source, spec, nodes: [], pending: range.from, inCode: false };
  for (let at = range.from; at < range.to; at++) readLine(reader, shapeOf(source, at));
  closeNode(reader);
  flush(reader, range.to);
  return reader.nodes;
}

/** A line with the properties that decide which part of a list it is. */
type LineShape = {
  readonly at: number;
  readonly indent: number;
  readonly bullet: string;
  /** The column where the text after the bullet begins. */
  readonly inner: number;
  readonly lead: string;
  readonly content: string;
  readonly zone: "text" | "yaml" | "code" | "mark" | "nothing";
};

function shapeOf({ texts, zones }: Source, at: number): LineShape {
  const text = texts[at] ?? "";
  const zone = zones[at];
  const [, lead = "", bullet = "", content = ""] =
    /^(\s*(?:([-*+]|\d{1,9}[.)])(?:\s+|$))?)(.*)$/su.exec(text) ?? [];
  const indent = indentOf(text);
  return { at, indent, bullet, inner: bullet ? columnAfter(lead) : indent, lead, content, zone: zoneOf() };

  function zoneOf(): LineShape["zone"] {
    if (isBlank(text) || zone?.kind === "comment") return "nothing";
    if (zone?.kind !== "fence") return "text";
    if (!zone.yaml) return "code";
    if (zone.part !== "in") return "mark";
    return /^\s*#/.test(text) ? "nothing" : "yaml";
  }
}

const columnAfter = (lead: string): number => indentOf(lead.replace(/[^\s]/gu, " "));

type OpenItem = { readonly shape: LineShape; to: number; readonly parts: OpenField[] };
type OpenField = {
  readonly name: string;
  readonly spec: FieldSpec | undefined;
  readonly shape: LineShape;
  readonly lead: string;
  headTo: number;
  to: number;
  readonly items: OpenItem[];
};
type Reader = {
  readonly source: Source;
  readonly spec: SectionSpec;
  readonly nodes: Node[];
  /** The first line that belongs to no node yet. */
  pending: number;
  field?: OpenField | undefined;
  item?: OpenItem | undefined;
  /** Whether the line is inside a fenced block of the open field or bullet. */
  inCode: boolean;
};

/** Blank lines and comments are assigned when the following line shows where they belong. */
function readLine(reader: Reader, shape: LineShape): void {
  const { field, item } = reader;
  const zone = reader.source.zones[shape.at];
  if (reader.inCode) {
    goesOn(reader, shape.at + 1);
    reader.inCode = !(zone?.kind === "fence" && zone.part === "close");
    return;
  }
  if (shape.zone === "nothing") return;
  const opensCode = zone?.kind === "fence" && zone.part === "open";
  const isDeeper = shape.indent > ((field ?? item)?.shape.indent ?? shape.indent);
  reader.inCode = opensCode && (isDeeper || shape.bullet !== "");
  const isMark = shape.zone === "mark" && !reader.inCode;
  if (!isMark && field && goesOnField(reader, field, shape)) return;
  if (!isMark && item && shape.indent > item.shape.indent) goesOnEntry(reader, item, shape);
  else {
    closeNode(reader);
    if (!isMark && (shape.zone !== "code" || shape.bullet)) openNode(reader, shape);
  }
}

function goesOnField(reader: Reader, field: OpenField, shape: LineShape): boolean {
  const last = field.items.at(-1);
  const isDeeper = shape.indent > field.shape.indent;
  const takesBullets = field.spec === undefined || isList(field.spec);
  const isBelow = !field.shape.bullet && shape.bullet !== "" && shape.indent === field.shape.indent;
  if (!isDeeper && !(isBelow && takesBullets && !namedIn(reader.spec, shape))) return false;
  const isItem = takesBullets && shape.bullet !== "" && !(last && shape.indent > last.shape.indent);
  if (isItem) field.items.push({ shape, to: shape.at + 1, parts: [] });
  goesOn(reader, shape.at + 1);
  return true;
}

/** Extends the open field or bullet to a line, whatever that line looks like. */
function goesOn({ field, item }: Reader, to: number): void {
  if (field) {
    const last = field.items.at(-1);
    if (last) last.to = to;
    else field.headTo = to;
    field.to = to;
  }
  if (item) {
    item.to = to;
    const part = item.parts.at(-1);
    if (part) part.headTo = part.to = to;
  }
}

/** Reads a line below a bullet: another field of an entry, or more of its text. */
function goesOnEntry(reader: Reader, item: OpenItem, shape: LineShape): void {
  const last = item.parts.at(-1);
  const isBeside = last !== undefined && shape.zone !== "code" && shape.indent <= last.shape.inner;
  const named = isBeside ? namedIn(reader.spec, shape, "entry") : undefined;
  if (named) item.parts.push(openField(shape, named));
  goesOn(reader, shape.at + 1);
}

function openNode(reader: Reader, shape: LineShape): void {
  const { spec } = reader;
  const isWrapper = shape.zone === "yaml" && shape.content.trim() === `${spec.key}:`;
  if (isWrapper) return;
  const part = shape.bullet ? namedIn(spec, shape, "entry") : undefined;
  const named = part ? undefined : namedIn(spec, shape);
  if (!named && !shape.bullet) return;
  flush(reader, shape.at);
  if (named) reader.field = openField(shape, named);
  else reader.item = { shape, to: shape.at + 1, parts: part ? [openField(shape, part)] : [] };
}

function openField(shape: LineShape, { name, spec, lead }: NamedField): OpenField {
  return { name, spec, shape, lead, headTo: shape.at + 1, to: shape.at + 1, items: [] };
}

/** Whether a bullet with this text would be read as a field or an entry of the section. */
export function readsAsField(spec: SectionSpec, content: string): boolean {
  const shape: LineShape = { at: 0, indent: 0, bullet: "-", inner: 2, lead: "- ", content, zone: "text" };
  return (namedIn(spec, shape, "entry") ?? namedIn(spec, shape)) !== undefined;
}

type NamedField = { readonly name: string; readonly spec: FieldSpec | undefined; readonly lead: string };
const NAMED = new RegExp(`^(${NAME}[:：](?:\\*\\*|__)?)(?:\\s|$)`, "u");

/** The field that begins on a line. A field that the table lacks counts only if the line can be nothing else. */
function namedIn(
  spec: SectionSpec,
  shape: LineShape,
  of: "section" | "entry" = "section",
): NamedField | undefined {
  // Lines without a colon are skipped first, because a file is read again after every change.
  if (!/[:：]/.test(shape.content)) return undefined;
  const [whole, opening = ""] = NAMED.exec(shape.content) ?? [];
  if (whole === undefined) return undefined;
  const name = opening
    .replaceAll(/[*`:：]|^__|__$/gu, "")
    .trim()
    .toLowerCase()
    .replaceAll(/[ -]+/g, "_");
  const known = of === "entry" ? spec.entry?.fields : spec.fields;
  const found = known?.find((each) => each.name === name);
  const lead = shape.lead + whole;
  if (found) return { name, spec: found, lead };
  const isPlainName = /^[a-z][a-z0-9_]*$/.test(opening.replaceAll(/[*`:：]/gu, "").trim());
  const canBeUnknown = of === "section" && !spec.items && !spec.entry && isPlainName;
  return canBeUnknown && (shape.bullet || shape.zone === "yaml")
    ? { name, spec: undefined, lead }
    : undefined;
}

/** Adds the pending lines before a position as loose nodes. */
function flush(reader: Reader, to: number): void {
  // Not `push(...nodes)`: the lines of a long file are more arguments than the stack can hold.
  for (const node of looseNodes(reader.source, { from: reader.pending, to })) reader.nodes.push(node);
  reader.pending = to;
}

function closeNode(reader: Reader): void {
  const { field, item, source } = reader;
  if (field) reader.nodes.push(fieldOf(source, field, false));
  if (item) reader.nodes.push(itemOf(source, item, reader.spec));
  if (field || item) reader.pending = (field ?? item)?.to ?? reader.pending;
  reader.field = reader.item = undefined;
}

/** Without a spec: a bullet below a field, where no text can be mistaken for another field. */
function itemOf(source: Source, { shape, to, parts }: OpenItem, spec?: SectionSpec): BulletItem {
  const range = { from: shape.at, to };
  const yaml = shape.zone === "yaml";
  const lines = [shape.content, ...source.texts.slice(range.from + 1, to)];
  const text = writtenText(source, { lines, from: range.from, columns: shape.inner, yaml });
  return {
    ...range,
    kind: "item",
    text:
      spec && text.includes("\\")
        ? escapeFieldColon(text, (line) => readsAsField(spec, line), "remove")
        : text,
    indent: shape.indent,
    inner: shape.inner,
    bullet: shape.bullet,
    yaml,
    parts: parts.map((part, i) => ({ ...fieldOf(source, part, true), to: parts[i + 1]?.shape.at ?? to })),
  };
}

function fieldOf(source: Source, open: OpenField, isPart: boolean): Field {
  const { shape, lead, name, spec, headTo, to } = open;
  const yaml = shape.zone === "yaml";
  const first = (source.texts[shape.at] ?? "").slice(lead.length);
  const lines = [first, ...source.texts.slice(shape.at + 1, headTo)];
  const columns = (isPart ? shape.inner : shape.indent) + 2;
  return {
    kind: "field",
    from: shape.at,
    to,
    name,
    known: spec !== undefined,
    headTo,
    indent: isPart ? shape.inner : shape.indent,
    lead,
    text: writtenText(source, { lines, from: shape.at, columns, yaml }),
    yaml,
    nodes: fieldNodes(source, open),
  };
}

function fieldNodes(source: Source, { items, headTo, to }: OpenField): (BulletItem | LooseLines)[] {
  const nodes: (BulletItem | LooseLines)[] = [];
  let at = headTo;
  for (const open of items) {
    for (const loose of looseNodes(source, { from: at, to: open.shape.at })) nodes.push(loose);
    nodes.push(itemOf(source, open));
    at = open.to;
  }
  return [...nodes, ...looseNodes(source, { from: at, to })];
}

type FieldLines = {
  readonly lines: readonly string[];
  readonly from: number;
  readonly columns: number;
  readonly yaml: boolean;
};

function writtenText({ zones }: Source, { lines, from, columns, yaml }: FieldLines): string {
  if (yaml && lines.length === 1) return decodeYaml(lines[0] ?? "");
  const kept = removeIndentBelow(lines, columns)
    .map((text, i) => ({ text, zone: zones[from + i]?.kind }))
    .filter(({ zone }) => zone !== "comment");
  return decodeText(
    kept.map(({ text }) => text),
    (i) => kept[i]?.zone === "fence",
  );
}

/** Each loose line as a node of its own, but a comment or fenced block as one node. */
export function looseNodes({ zones }: Source, { from, to }: LineSpan): LooseLines[] {
  const nodes: LooseLines[] = [];
  let at = from;
  while (at < to) {
    const zone = zones[at];
    let end = at + 1;
    if (zone?.kind === "comment") while (end < to && zones[end]?.kind === "comment") end++;
    if (zone?.kind === "fence" && zone.part === "open") while (end < to && isInside(zones[end - 1])) end++;
    nodes.push({ kind: "loose", from: at, to: end });
    at = end;
  }
  return nodes;
}

const isInside = (zone: Source["zones"][number] | undefined): boolean =>
  zone?.kind === "fence" && zone.part !== "close";
