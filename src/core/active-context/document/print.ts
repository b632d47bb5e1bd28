import type { ContextDocument } from "./document.ts";
import { joinLines } from "./lines.ts";
import type { ContextModel, FieldText, GroupModel, ListEntry, SectionModel } from "./model.ts";
import { readsAsField } from "./parse-group.ts";
import { SECTIONS, type SectionKey, type SectionSpec, sectionSpec } from "./sections.ts";
import { encodeFlowList, encodeText, encodeYaml } from "./text.ts";
import { titleOf } from "./titles.ts";

/** The document's text: the bytes that were read, with the edits made since. */
export const print = ({ lines }: ContextDocument): string => joinLines(lines);

/** A file that says what a model says, in the form in which we write it. */
export function printModel({ sections }: ContextModel): string {
  const parts = sections.map(sectionLines);
  return parts.length === 0 ? "" : `${parts.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** A section from its heading to its last line. */
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

/** Where a bullet stands: how far in, and in which section if it is the section's own. */
export type Bullet = { readonly indent: string; readonly spec?: SectionSpec; readonly mark?: string };

export function itemLines(text: string, { indent, spec, mark = "-" }: Bullet): string[] {
  const readsSo = spec ? { readsAsField: (line: string) => readsAsField(spec, line) } : {};
  const lead = `${indent}${mark} `;
  return indentBelow(encodeText(text, { behindName: false, ...readsSo }), {
    lead,
    indent: " ".repeat(lead.length),
  });
}

/** An entry: its fields in the order of the table, the first behind the bullet. */
export function entryLines(entry: ListEntry, { entry: spec }: SectionSpec): string[] {
  const names = spec?.fields.map(({ name }) => name).filter((name) => Object.hasOwn(entry, name)) ?? [];
  return names.flatMap((name, i) => partLines(name, entry[name] ?? "", i === 0 ? "- " : "  "));
}

export const partLines = (name: string, text: string, lead: string): string[] =>
  indentBelow(encodeText(text, { behindName: true }), { lead: `${lead}${name}: `, indent: "    " });

/** One task's block at the end of the file, as YAML that can be copied as it is. */
export function resumeLines({ task, fields }: GroupModel): string[] {
  const values = Object.entries(fields).map(([name, value]) => yamlLine(name, value));
  return ["```yaml", `# Quick Resume${task === undefined ? "" : ` — ${task}`}`, ...values, "```"];
}

export const yamlLine = (name: string, value: FieldText): string =>
  `${name}: ${typeof value === "string" ? yamlValue(name, value) : encodeFlowList(value)}`.trimEnd();

/** Fields whose value is a boolean or a number to whoever reads the block as YAML. */
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
