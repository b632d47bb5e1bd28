import { commonPairs } from "../../text/common-pairs.ts";
import type { BulletItem, ContextDocument, Field, Group } from "./document.ts";
import { addSection, withGroup } from "./edit-section.ts";
import { commentAtEnd } from "./heading.ts";
import { type FieldText, inlineList, itemsOf, listOf } from "./model.ts";
import { fieldLines, itemLines, yamlLine, yamlValue } from "./print.ts";
import { currentTaskId, type FieldRef, fieldAt, groupAt, hasSection, listAt } from "./read.ts";
import { fieldSpec, isList, type SectionSpec, sectionSpec } from "./sections.ts";
import { applyChanges, contentEnd, type LineChange } from "./splice.ts";
import { encodeFlowList, encodeText, encodeYaml, flowList, tidyText } from "./text.ts";

/** Sets a field or, without a field, the bullets of a section. Adds the section and field if they are missing. */
export function setField(document: ContextDocument, spot: FieldRef, value: FieldText): ContextDocument {
  const ready = withSection(document, spot);
  const group = groupAt(ready, spot);
  if (!group) return ready;
  if (spot.field === undefined)
    return setItems(ready, group, { spot, values: typeof value === "string" ? [value] : value });
  const field = fieldAt(ready, spot);
  if (!field) return addField(ready, group, { ...spot, field: spot.field, value });
  const spec = fieldSpec(spot.section, spot.field);
  const isMany = spec ? isList(spec) : typeof value !== "string";
  if (isMany) return setList(ready, field, typeof value === "string" ? [value] : value);
  return setText(ready, field, typeof value === "string" ? value : value.join("\n"));
}

/** Sets several fields of one section. */
export const setFields = (
  document: ContextDocument,
  spot: Omit<FieldRef, "field">,
  fields: { readonly [field: string]: FieldText },
): ContextDocument =>
  Object.entries(fields).reduce(
    (changing, [field, value]) => setField(changing, { ...spot, field }, value),
    document,
  );

export function addItem(
  document: ContextDocument,
  spot: FieldRef,
  { text, where = "last" }: { readonly text: string; readonly where?: "first" | "last" },
): ContextDocument {
  const values = listAt(document, spot);
  return setField(document, spot, where === "first" ? [text, ...values] : [...values, text]);
}

/** Removes the first entry with this text. A document without such an entry stays as it is. */
export function removeItem(document: ContextDocument, spot: FieldRef, text: string): ContextDocument {
  const values = listAt(document, spot);
  const at = values.indexOf(tidyText(text));
  return at < 0 ? document : setField(document, spot, values.toSpliced(at, 1));
}

function withSection(document: ContextDocument, { section, task }: FieldRef): ContextDocument {
  const ready = hasSection(document, section) ? document : addSection(document, section);
  return withGroup(ready, section, task ?? currentTaskId(ready));
}

type NewField = FieldRef & { readonly field: string; readonly value: FieldText };

/** Adds a field after the last existing field that precedes it in the table, else before the first field. */
function addField(
  document: ContextDocument,
  group: Group,
  { section, field, value }: NewField,
): ContextDocument {
  const order = sectionSpec(section).fields.map(({ name }) => name);
  const { at, indent, beside } = placeFor(document, group, { order, name: field });
  const isYaml = beside?.yaml ?? (section === "quick_resume" && isInFence(document, group));
  const texts = isYaml ? [yamlLine(field, value)] : writtenAs(fieldLines(field, value), { field, beside });
  const needsBlank = !isYaml && at === group.inner && document.lines[at - 1]?.text.startsWith("#");
  const indented = texts.map((line) => (line === "" ? "" : " ".repeat(indent) + line));
  return applyChanges(document, [{ from: at, to: at, texts: needsBlank ? ["", ...indented] : indented }]);
}

type NewName = { readonly field: string; readonly beside: Field | undefined };

/** The lines of a new field, with its name formatted like a neighbouring field: as a bullet, in backticks or bold. */
function writtenAs([first = "", ...rest]: readonly string[], { field, beside }: NewName): string[] {
  const [, bullet = "-", quote = ""] =
    /^\s*(?:([-*+])\s+|\d+[.)]\s+)?(`|\*\*|__)?/.exec(beside?.lead ?? "- ") ?? [];
  const isBare = beside !== undefined && /^\s*[^\s\d*+-]|^\s*(?:\*\*|__)/.test(beside.lead);
  const name = `${isBare ? "" : `${bullet} `}${quote}${field}${quote}:`;
  return [name + first.slice(`- ${field}:`.length), ...rest];
}

export const isInFence = ({ zones }: ContextDocument, { inner }: Group): boolean => {
  const zone = zones[inner];
  return zone?.kind === "fence" && zone.yaml;
};

type FieldOrder = { readonly order: readonly string[]; readonly name: string };

/** Where a field belongs in a group, and how far the neighbouring fields are indented. */
function placeFor(
  document: ContextDocument,
  group: Group,
  { order, name }: FieldOrder,
): { readonly at: number; readonly indent: number; readonly beside?: Field } {
  const fields = group.nodes.filter((node): node is Field => node.kind === "field");
  const rank = order.indexOf(name);
  const before = fields.findLast((each) => order.indexOf(each.name) < rank);
  if (before) return { at: before.to, indent: before.indent, beside: before };
  if (fields[0]) return { at: fields[0].from, indent: fields[0].indent, beside: fields[0] };
  if (isInFence(document, group)) return { at: group.inner, indent: 0 };
  const at = contentEnd(document, { from: group.inner, to: group.to });
  return { at, indent: itemsOf(group).at(-1)?.indent ?? 0 };
}

/** Sets the text of one field that was found in the document. */
export function setText(document: ContextDocument, field: Field, value: string): ContextDocument {
  if (tidyText(value) === field.text) return document;
  const range = { from: field.from, to: field.headTo };
  const lead = /\s$/.test(field.lead) ? field.lead : `${field.lead} `;
  if (field.yaml)
    return applyChanges(document, [{ ...range, texts: [(lead + yamlValue(field.name, value)).trimEnd()] }]);
  const [first = "", ...rest] = encodeText(value, { behindName: true });
  const remark = commentAtEnd(document.lines[field.from]?.text ?? "");
  const indent = " ".repeat(field.indent + 2);
  const below = rest.map((line) => (line === "" ? "" : indent + line));
  return applyChanges(document, [{ ...range, texts: [(lead + first).trimEnd() + remark, ...below] }]);
}

/** Sets the entries of one list. Changes only the lines of entries that are added or removed. */
export function setList(document: ContextDocument, field: Field, values: readonly string[]): ContextDocument {
  const wanted = values.map(tidyText);
  if (isSame(listOf(field), wanted)) return document;
  const items = itemsOf(field);
  const isFlow = items.length === 0 && (field.yaml || flowList(field.text) !== undefined);
  const lead = field.lead.trimEnd();
  if (isFlow && wanted.every((value) => field.yaml || !/\n|<!--/.test(value))) {
    const remark = field.yaml ? "" : commentAtEnd(document.lines[field.from]?.text ?? "");
    return applyChanges(document, [
      { from: field.from, to: field.headTo, texts: [`${lead} ${encodeFlowList(wanted)}${remark}`] },
    ]);
  }
  const hasInline = inlineList(field).length > 0;
  const head: LineChange[] = hasInline ? [{ from: field.from, to: field.headTo, texts: [lead] }] : [];
  const style = styleOf(items, { indent: field.indent + 2, yaml: field.yaml });
  return applyChanges(document, [...head, ...listChanges(items, wanted, { at: field.headTo, style })]);
}

function setItems(
  document: ContextDocument,
  group: Group,
  { spot, values }: { readonly spot: FieldRef; readonly values: readonly string[] },
): ContextDocument {
  const items = itemsOf(group).filter(({ parts }) => parts.length === 0);
  const style = styleOf(items, { indent: 0, yaml: false, spec: sectionSpec(spot.section) });
  const at = contentEnd(document, { from: group.inner, to: group.to });
  const isTight = at === group.inner && document.lines[at - 1]?.text.startsWith("#") === true;
  const changes = listChanges(items, values.map(tidyText), { at, style });
  const spaced = isTight
    ? changes.map((change) => (change.from === at ? { ...change, texts: ["", ...change.texts] } : change))
    : changes;
  return applyChanges(document, spaced);
}

type Style = {
  readonly indent: number;
  readonly mark: string;
  readonly yaml: boolean;
  readonly spec?: SectionSpec;
};

function styleOf(items: readonly BulletItem[], rest: Omit<Style, "mark">): Style {
  const [first] = items;
  const mark = first && /^[*+-]$/.test(first.bullet) ? first.bullet : "-";
  return { ...rest, mark, ...(first ? { indent: first.indent, yaml: first.yaml } : {}) };
}

type ListPlace = { readonly at: number; readonly style: Style };

/** Kept entries keep their lines; a new entry is added after the entry that precedes it. */
function listChanges(
  items: readonly BulletItem[],
  wanted: readonly string[],
  { at, style }: ListPlace,
): LineChange[] {
  const pairs = commonPairs(
    items.map(({ text }) => text),
    wanted,
  );
  const kept = new Map(pairs.map(([i, j]) => [j, items[i]]));
  const stays = new Set(pairs.map(([i]) => i));
  const changes: LineChange[] = items.flatMap(({ from, to }, i) =>
    stays.has(i) ? [] : [{ from, to, texts: [] }],
  );
  let place = items[0]?.from ?? at;
  wanted.forEach((text, j) => {
    const own = kept.get(j);
    if (own) place = own.to;
    else changes.push({ from: place, to: place, texts: bulletLines(text, style) });
  });
  return changes;
}

function bulletLines(text: string, { indent, mark, yaml, spec }: Style): string[] {
  const columns = " ".repeat(indent);
  if (yaml) return [`${columns}- ${encodeYaml(text, false) || '""'}`];
  return itemLines(text, { indent: columns, mark, ...(spec ? { spec } : {}) });
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((text, i) => text === right[i]);
