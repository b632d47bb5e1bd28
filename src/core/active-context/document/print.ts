import type { ContextDocument } from "./document.ts";
import { joinLines } from "./lines.ts";
import type { ContextModel, FieldText, GroupModel, ListEntry, SectionModel } from "./model.ts";
import { readsAsField } from "./parse-group.ts";
import { SECTIONS, type SectionKey, type SectionSpec, sectionSpec } from "./sections.ts";
import { encodeFlowList, encodeText, encodeYaml } from "./text.ts";
import { titleOf } from "./titles.ts";

/** The text of a document: the bytes that were read, with the edits made since. */
export const print = ({ lines }: ContextDocument): string => joinLines(lines);

/** Formats a model as a file in our own layout. */
export function printModel({ sections }: ContextModel): string {
  const parts = sections.map(sectionLines);
  return parts.length === 0 ? "" : `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The lines of a section, heading included. */
export function sectionLines({ key, groups }: SectionModel): string[] {
  const bodies = groups.map((group) =>
    key === "quick_resume" ? resumeLines(group) : groupLines(key, group),
  );
  return [`## ${titleOf(key)}`, ...bodies.flatMap((body) => ["", ...body])];
}

export const groupHeading = (task: string): string => `### ${task}`;

function groupLines(key: SectionKey, { task, fields, items, entries }: GroupModel): string[] {
  const spec = sectionSpec(key);
  const body = [
    ...Object.entries(fields).flatMap(([name, value]) => fieldLines(name, value)),
    ...items.flatMap((item) => itemLines(item, { indent: "", spec })),
    ...entries.flatMap((entry) => entryLines(entry, spec)),
  ];
  return task === undefined ? body : [groupHeading(task), ...(body.length > 0 ? ["", ...body] : [])];
}

export function fieldLines(name: string, value: FieldText): string[] {
  if (typeof value !== "string")
    return [`- ${name}:`, ...value.flatMap((item) => itemLines(item, { indent: "  " }))];
  return indentBelow(encodeText(value, { behindName: true }), { lead: `- ${name}: `, indent: "  " });
}

/** The indentation of a bullet and, for a bullet of the section itself, its section. */
export type Bullet = { readonly indent: string; readonly spec?: SectionSpec; readonly mark?: string };

export function itemLines(text: string, { indent, spec, mark = "-" }: Bullet): string[] {
  const readsSo = spec ? { readsAsField: (line: string) => readsAsField(spec, line) } : {};
  const lead = `${indent}${mark} `;
  return indentBelow(encodeText(text, { behindName: false, ...readsSo }), {
    lead,
    indent: " ".repeat(lead.length),
  });
}

/** The lines of an entry: its fields in the order of the table, the first one on the bullet's line. */
export function entryLines(entry: ListEntry, { entry: spec }: SectionSpec): string[] {
  const names = spec?.fields.map(({ name }) => name).filter((name) => Object.hasOwn(entry, name)) ?? [];
  return names.flatMap((name, i) => partLines(name, entry[name] ?? "", i === 0 ? "- " : "  "));
}

export const partLines = (name: string, text: string, lead: string): string[] =>
  indentBelow(encodeText(text, { behindName: true }), { lead: `${lead}${name}: `, indent: "    " });

/** The block of one task in Quick Resume, as valid YAML. */
export function resumeLines({ task, fields }: GroupModel): string[] {
  const values = Object.entries(fields).map(([name, value]) => yamlLine(name, value));
  return ["```yaml", `# Quick Resume${task === undefined ? "" : ` — ${task}`}`, ...values, "```"];
}

export const yamlLine = (name: string, value: FieldText): string =>
  `${name}: ${typeof value === "string" ? yamlValue(name, value) : encodeFlowList(value)}`.trimEnd();

/** Fields whose YAML value is a boolean or a number. */
const TYPED: ReadonlySet<string> = new Set(
  SECTIONS.flatMap(({ fields, entry }) => [...fields, ...(entry?.fields ?? [])])
    .filter(({ type }) => type === "true_false" || type === "yes_no" || type === "count")
    .map(({ name }) => name),
);

export const yamlValue = (name: string, text: string): string =>
  TYPED.has(name) && /^(?:true|false|yes|no|\d+)$/.test(text) ? text : encodeYaml(text, false);

type Layout = { readonly lead: string; readonly indent: string };

const indentBelow = (lines: readonly string[], { lead, indent }: Layout): string[] =>
  lines.map((line, i) => (i === 0 ? lead + line : line === "" ? "" : indent + line).trimEnd());
