import { MemoryError } from "../../core/failure.ts";
import type { Item } from "../../core/items/item.ts";
import { kindOf } from "../../core/items/kinds.ts";

/** The ruler between an item's text and its fields: longer than any such line in the text. */
function ruleFor({ text }: Item): string {
  const longest = Math.max(2, ...[...text.matchAll(/^# (-+)/gm)].map(([, dashes = ""]) => dashes.length));
  return `# ${"-".repeat(longest + 1)}`;
}

type FieldTexts = { readonly [name: string]: string | readonly string[] };

/** An item as a person edits it: its text, then its fields, a line each; a list has a line for each entry. */
export function editPage(item: Item, label: string): string {
  const lines = Object.entries(fieldsOf(item)).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}: ${each}`),
  );
  const help = [
    `${ruleFor(item)} Above: the text of ${label}. Below: its fields; an empty value clears a field.`,
    `# Fields of a ${item.kind}: ${Object.keys(editableFields(item)).join(", ")}`,
  ];
  return [item.text, "", ...help, ...lines, ""].join("\n");
}

/** A person's changes on the page, as the input of `update`; undefined if there are none. */
export function changesOnPage(item: Item, edited: string): FieldTexts | undefined {
  const page = edited.replaceAll("\r\n", "\n");
  const rule = ruleFor(item);
  const at = page.indexOf(`\n${rule}`);
  if (at < 0) throw unreadable(`the line that begins with "${rule}" is missing`);
  const text = page.slice(0, at).trim();
  if (text === "") throw unreadable("the text is empty");
  const before = fieldsOf(item);
  const after = fieldsOnPage(page.slice(at));
  const known = editableFields(item);
  const changed: { [name: string]: string | readonly string[] } = text === trimmed(item.text) ? {} : { text };
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (known[name] === undefined) throw unreadable(`a ${item.kind} has no field "${name}"`);
    const given = (after[name] ?? []).filter((value) => value !== "");
    const value = known[name].type === "list" ? given : (given.at(-1) ?? "");
    const old = before[name] ?? (known[name].type === "list" ? [] : "");
    if (JSON.stringify(value) !== JSON.stringify(old)) changed[name] = value;
  }
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/** A text without the changes that an editor makes by itself. */
const trimmed = (text: string): string => text.replaceAll("\r\n", "\n").trim();

/** Steps of a plan have a status each; `update --step` moves them. */
const editableFields = ({ kind }: Item) =>
  Object.fromEntries(Object.entries(kindOf(kind).fields).filter(([, { type }]) => type !== "steps"));

function fieldsOf(item: Item): FieldTexts {
  return Object.fromEntries(
    Object.keys(editableFields(item)).flatMap((name) => {
      const value = item[name];
      if (value === undefined || value === null) return [];
      // A value of several lines would be read as several fields.
      if ([value].flat().some((each) => /[\r\n]/.test(String(each)))) return [];
      return [[name, Array.isArray(value) ? value.map(String) : String(value)]];
    }),
  );
}

function fieldsOnPage(text: string): { readonly [name: string]: readonly string[] } {
  const found: { [name: string]: string[] } = {};
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name, value] = /^([a-z_]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw unreadable(`"${line.slice(0, 60)}" is not a field, such as "topic: build"`);
    found[name] = [...(found[name] ?? []), value];
  }
  return found;
}

const unreadable = (why: string): MemoryError =>
  new MemoryError("input.invalid", `The edited page cannot be read: ${why}. Nothing was changed.`, {
    fix: "Edit it again, or set single fields: tidemark update ID --topic …",
  });
