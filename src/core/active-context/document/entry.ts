import type { BulletItem, ContextDocument, Field, Group } from "./document.ts";
import { addSection } from "./edit-section.ts";
import { itemsOf, type ListEntry } from "./model.ts";
import { entryLines, partLines, yamlValue } from "./print.ts";
import { hasSection, sectionIn } from "./read.ts";
import { type SectionKey, sectionSpec } from "./sections.ts";
import { applyChanges, contentEnd, type LineChange } from "./splice.ts";
import { tidyText } from "./text.ts";

/** Sets fields of the entry with the same id, or adds the entry. An empty text removes a field. */
export function setEntry(document: ContextDocument, key: SectionKey, entry: ListEntry): ContextDocument {
  const ready = hasSection(document, key) ? document : addSection(document, key);
  const spec = sectionSpec(key);
  const found = entryItem(ready, key, entry[spec.entry?.id ?? ""] ?? "");
  if (found) return applyChanges(ready, partChanges(ready, found, { entry, key }));
  const group = sectionIn(ready, key)?.groups[0];
  return group ? addEntry(ready, group, { entry, key }) : ready;
}

export function removeEntry(document: ContextDocument, key: SectionKey, id: string): ContextDocument {
  const found = entryItem(document, key, id);
  return found ? applyChanges(document, [{ from: found.from, to: found.to, texts: [] }]) : document;
}

export function entryItem(document: ContextDocument, key: SectionKey, id: string): BulletItem | undefined {
  const name = sectionSpec(key).entry?.id;
  const groups = sectionIn(document, key)?.groups ?? [];
  return groups
    .flatMap(itemsOf)
    .find(({ parts }) => parts.some((part) => part.name === name && part.text === tidyText(id)));
}

type EntrySection = { readonly entry: ListEntry; readonly key: SectionKey };

function addEntry(document: ContextDocument, group: Group, { entry, key }: EntrySection): ContextDocument {
  const last = itemsOf(group).at(-1);
  const lines = entryLines(entry, sectionSpec(key));
  if (last) {
    const indent = " ".repeat(last.indent);
    const texts = last.yaml ? yamlEntry(entry, key) : lines;
    return applyChanges(document, [
      { from: last.to, to: last.to, texts: texts.map((line) => line && indent + line) },
    ]);
  }
  const at = contentEnd(document, { from: group.inner, to: group.to });
  const isTight = at === group.inner;
  return applyChanges(document, [{ from: at, to: at, texts: isTight ? ["", ...lines] : lines }]);
}

function yamlEntry(entry: ListEntry, key: SectionKey): string[] {
  const names = sectionSpec(key).entry?.fields.map(({ name }) => name) ?? [];
  return names
    .filter((name) => Object.hasOwn(entry, name))
    .map((name, i) => `${i === 0 ? "- " : "  "}${name}: ${yamlValue(name, entry[name] ?? "")}`.trimEnd());
}

function partChanges(
  document: ContextDocument,
  item: BulletItem,
  { entry, key }: EntrySection,
): LineChange[] {
  const order = sectionSpec(key).entry?.fields.map(({ name }) => name) ?? [];
  return order.flatMap((name): LineChange[] => {
    const text = entry[name];
    if (text === undefined) return [];
    const part = item.parts.find((each) => each.name === name);
    if (part) return part.text === tidyText(text) ? [] : [partChange(document, part, { text, item })];
    if (text === "") return [];
    const before = item.parts.findLast((each) => order.indexOf(each.name) < order.indexOf(name));
    const at = before?.headTo ?? item.to;
    return [{ from: at, to: at, texts: newPart(name, text, item) }];
  });
}

function partChange(
  document: ContextDocument,
  part: Field,
  { text, item }: { readonly text: string; readonly item: BulletItem },
): LineChange {
  const range = { from: part.from, to: part.headTo };
  const isFirst = part.from === item.from;
  if (text === "" && !isFirst) return { ...range, texts: [] };
  const own = (document.lines[part.from]?.text ?? "").slice(
    0,
    part.lead.length - part.lead.trimStart().length,
  );
  const lead = isFirst ? `${own}${item.bullet} ` : own;
  if (item.yaml) return { ...range, texts: [`${lead}${part.name}: ${yamlValue(part.name, text)}`.trimEnd()] };
  return { ...range, texts: partLines(part.name, text, lead) };
}

function newPart(name: string, text: string, item: BulletItem): string[] {
  const lead = " ".repeat(item.inner);
  return item.yaml ? [`${lead}${name}: ${yamlValue(name, text)}`] : partLines(name, text, lead);
}
