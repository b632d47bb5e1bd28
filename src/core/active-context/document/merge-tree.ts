import type {
  BulletItem,
  ContextDocument,
  ContextSection,
  Field,
  Group,
  LineSpan,
  Node,
} from "./document.ts";
import { isBlank, type Line } from "./lines.ts";
import { sectionSpec } from "./sections.ts";

/** A part of a file for merging: its id, its own lines, and the parts inside it. */
export type MergePart = {
  readonly id: string;
  readonly kind: "file" | "section" | "group" | "field" | "entry" | "item" | "loose";
  /** The lines of the part itself, and the blank lines before its inner parts. */
  readonly lines: readonly Line[];
  readonly yaml: boolean;
  readonly inner: readonly MergePart[];
  /** The closing lines after all inner parts; they are removed only together with the part. */
  readonly tail?: readonly Line[];
};

/** Reads a file as a tree in which every line has exactly one place. */
export function mergeTreeOf(document: ContextDocument): MergePart {
  const source = (range: LineSpan) => document.lines.slice(range.from, range.to);
  const preamble = looseParts(source({ from: 0, to: document.preambleTo }));
  const sections = document.sections.map((section) => sectionPart(document, section));
  return { id: "", kind: "file", lines: [], yaml: false, inner: numberParts([...preamble, ...sections]) };
}

function sectionPart(document: ContextDocument, section: ContextSection): MergePart {
  const { lines } = document;
  const inner = section.groups.flatMap((group, i) => {
    const parts = (nodes: readonly Node[]) => nodes.map((node) => nodePart(lines, node, section));
    if (i === 0) return parts(group.nodes);
    const end = group.nodes.findIndex(({ from }) => closesBlock(document, from));
    const [held, closing, rest] = [group.nodes.slice(0, end), group.nodes[end], group.nodes.slice(end + 1)];
    if (end < 0 || !closing) return [groupPart(lines, group, parts(group.nodes))];
    const tail = lines.slice(closing.from, closing.to);
    return [{ ...groupPart(lines, group, parts(held)), tail }, ...parts(rest)];
  });
  const own = lines.slice(section.from, section.from + 1);
  const id = section.key ?? `own ${section.title}`;
  return { id, kind: "section", lines: own, yaml: false, inner: numberParts(inner) };
}

function closesBlock({ zones }: ContextDocument, at: number): boolean {
  const zone = zones[at];
  return zone?.kind === "fence" && zone.yaml && zone.part === "close";
}

const groupPart = (
  lines: readonly Line[],
  { from, inner, task }: Group,
  parts: readonly MergePart[],
): MergePart => ({
  id: `task ${task ?? ""}`,
  kind: "group",
  lines: lines.slice(from, inner),
  yaml: inner - from > 1,
  inner: numberParts(parts),
});

function nodePart(lines: readonly Line[], node: Node, section: ContextSection): MergePart {
  switch (node.kind) {
    case "loose":
      return loosePart(lines.slice(node.from, node.to));
    case "field":
      return fieldPart(lines, node);
    case "item":
      return itemPart(lines, node, section);
  }
}

const fieldPart = (lines: readonly Line[], field: Field): MergePart => ({
  id: `field ${field.name}`,
  kind: "field",
  lines: lines.slice(field.from, field.headTo),
  yaml: field.yaml,
  inner: numberParts(
    field.nodes.map((node) =>
      node.kind === "loose" ? loosePart(lines.slice(node.from, node.to)) : plainItem(lines, node),
    ),
  ),
});

/** The id of a bullet is its text. The id of an entry is its id field, so that its fields can be merged one by one. */
function itemPart(lines: readonly Line[], item: BulletItem, { key }: ContextSection): MergePart {
  const name = key && sectionSpec(key).entry?.id;
  const [first, ...rest] = item.parts;
  if (!first || first.name !== name) return plainItem(lines, item);
  const { yaml } = item;
  const own = lines.slice(item.from, first.to);
  return {
    id: `entry ${first.text}`,
    kind: "entry",
    lines: own,
    yaml,
    inner: numberParts(rest.map((part) => wholeField(lines, part))),
  };
}

const wholeField = (lines: readonly Line[], field: Field): MergePart => ({
  id: `field ${field.name}`,
  kind: "field",
  lines: lines.slice(field.from, field.to),
  yaml: field.yaml,
  inner: [],
});

const plainItem = (lines: readonly Line[], { from, to, yaml }: BulletItem): MergePart => {
  const own = lines.slice(from, to);
  return { id: `item ${textOf(own).trim()}`, kind: "item", lines: own, yaml, inner: [] };
};

const looseParts = (lines: readonly Line[]): MergePart[] => lines.map((line) => loosePart([line]));

const loosePart = (lines: readonly Line[]): MergePart => ({
  id: `loose ${lines.every(({ text }) => isBlank(text)) ? "" : textOf(lines)}`,
  kind: "loose",
  lines,
  yaml: false,
  inner: [],
});

/** The text of lines without their line breaks. */
export const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text.trimEnd()).join("\n");

/** Separates an id from its number. No line of a file contains this text. */
const AGAIN = "\n#";

/** The name of a part as people know it, without the number that distinguishes it from parts of the same name. */
export const nameOf = ({ id }: MergePart): string =>
  id.replace(/^(?:field|entry|task|item|own|loose) /, "").replace(/\n#\d+$/, "");

/** Numbers the second, third and later parts that share an id. */
function numberParts(parts: readonly MergePart[]): MergePart[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const times = seen.get(part.id) ?? 0;
    seen.set(part.id, times + 1);
    return times === 0 ? part : { ...part, id: `${part.id}${AGAIN}${times}` };
  });
}
