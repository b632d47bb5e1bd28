import fc from "fast-check";
import type { ContextDocument } from "../../src/core/active-context/document/document.ts";
import { addItem, setField } from "../../src/core/active-context/document/edit.ts";
import type { Sides } from "../../src/core/active-context/document/merge-order.ts";
import type {
  ContextModel,
  FieldText,
  GroupModel,
  ListEntry,
  SectionModel,
} from "../../src/core/active-context/document/model.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { type FieldRef, listAt } from "../../src/core/active-context/document/read.ts";
import {
  type FieldSpec,
  isList,
  SECTIONS,
  type SectionSpec,
} from "../../src/core/active-context/document/sections.ts";
import { tidyText } from "../../src/core/active-context/document/text.ts";
import { titleOf } from "../../src/core/active-context/document/titles.ts";

/** Parts of lines that a parser could take for structure. */
const TRICKY = fc.constantFrom(
  "- ",
  "* x",
  "1. y",
  "## Meta",
  "# Quick Resume — A-1",
  "### A-1",
  "```",
  "```yaml",
  "~~~",
  "\\```",
  "<!-- x -->",
  "<!--",
  "-->",
  "\\<!--",
  "goal: x",
  "**next**: y",
  "question\\: z",
  "task_id: B-2",
  "commands: npm test",
  "[a, b]",
  "[",
  '"quoted"',
  "it's",
  "a # b",
  "a: b",
  "true",
  "007",
  "—",
  "\u2028",
  "\u00a0",
  "é漢字🦀",
  "\\",
  "  indented",
  "\ttabbed",
  "---",
);
const WORD = fc.constantFrom("read", "the", "parser", "src/a.ts", "then", "fix", "it", "(again)", "2 files");
const LINE = fc
  .array(fc.oneof({ weight: 3, arbitrary: WORD }, { weight: 2, arbitrary: TRICKY }), { maxLength: 4 })
  .map((parts) => parts.join(" "));

/** A random text in a file, which often looks like something else. */
export const someText: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 4, arbitrary: LINE },
    { weight: 2, arbitrary: fc.array(LINE, { maxLength: 4 }).map((lines) => lines.join("\n")) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  )
  .map(tidyText);

const taskId = fc.constantFrom("A-1", "B-2", "C-3", "ctx.rules_4");

const valueFor = (spec: FieldSpec): fc.Arbitrary<FieldText> =>
  isList(spec) ? fc.array(someText, { maxLength: 4 }) : someText;

const fieldsOf = (specs: readonly FieldSpec[]): fc.Arbitrary<{ [name: string]: FieldText }> =>
  fc
    .subarray([...specs])
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((spec) => [spec.name, valueFor(spec)]))));

function entriesOf({ entry }: SectionSpec): fc.Arbitrary<readonly ListEntry[]> {
  if (!entry) return fc.constant([]);
  const rest = entry.fields.filter(({ name }) => name !== entry.id);
  const one = fc
    .tuple(someText, fieldsOf(rest))
    .map(([id, fields]) => ({ [entry.id]: id, ...fields }) as ListEntry);
  return fc.array(one, { maxLength: 3 });
}

function groupOf(spec: SectionSpec, task: string | undefined): fc.Arbitrary<GroupModel> {
  const items = spec.items ? fc.array(someText, { maxLength: 3 }) : fc.constant([]);
  return fc
    .record({ fields: fieldsOf(spec.fields), items, entries: entriesOf(spec) })
    .map((group) => (task === undefined ? group : { task, ...group }));
}

function sectionOf(spec: SectionSpec): fc.Arbitrary<SectionModel> {
  const isEmpty = ({ fields, items, entries }: GroupModel) =>
    Object.keys(fields).length + items.length + entries.length === 0;
  const plain = groupOf(spec, undefined).map((group) => (isEmpty(group) ? [] : [group]));
  const byTask = fc
    .uniqueArray(taskId, { maxLength: 3 })
    .chain((tasks) => fc.tuple(...tasks.map((task) => groupOf(spec, task))));
  const groups = spec.key === "quick_resume" ? byTask : spec.grouped ? fc.oneof(plain, byTask) : plain;
  return groups.map((each) => ({ key: spec.key, groups: [...each] }));
}

/** A random model with any sections in their order, with any texts. */
export const someModel: fc.Arbitrary<ContextModel> = fc
  .subarray([...SECTIONS])
  .chain((specs) => fc.tuple(...specs.map(sectionOf)))
  .map((sections) => ({ sections: [...sections] }));

const heading = fc
  .tuple(fc.constantFrom(...SECTIONS), fc.constantFrom("## ", "# ", "## 3) ", "##"))
  .map(([{ key }, marks]) => marks + titleOf(key));
const fieldLine = fc
  .tuple(
    fc.constantFrom("- ", "  - ", "* ", "", "\t- ", "1. "),
    fc.constantFrom(...SECTIONS.flatMap(({ fields }) => fields.map(({ name }) => name)), "odd_one", "Notes"),
    LINE,
  )
  .map(([lead, name, text]) => `${lead}${name}: ${text}`);
const indented = fc
  .tuple(fc.constantFrom("", "  ", "    ", "\t", "  - ", "- "), LINE)
  .map((parts) => parts.join(""));

/** A random file as somebody might leave it: messy, mixed or truncated. */
export const someFile: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof(
        { weight: 2, arbitrary: heading },
        { weight: 4, arbitrary: fieldLine },
        { weight: 4, arbitrary: indented },
        { weight: 2, arbitrary: fc.constant("") },
        { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
      ),
      fc.constantFrom("\n", "\n", "\n", "\r\n", "\n\n", "\r"),
    ),
    { maxLength: 40 },
  )
  .chain((lines) =>
    fc
      .boolean()
      .map((isCut) =>
        lines.map(([text, end], i) => (isCut && i === lines.length - 1 ? text : text + end)).join(""),
      ),
  );

/** Every field and list to which the generators can write. */
export const SPOTS: readonly { readonly spot: FieldRef; readonly isMany: boolean }[] = SECTIONS.flatMap(
  ({ key, fields, items }) => [
    ...fields.map((spec) => ({ spot: { section: key, field: spec.name }, isMany: isList(spec) })),
    ...(items ? [{ spot: { section: key }, isMany: true }] : []),
  ],
);

export type Rewrite = (text: string) => string;

const stroke = fc.tuple(
  fc.constantFrom("add", "change", "remove"),
  fc.nat(),
  fc.oneof(LINE, fieldLine, heading),
);

/** Random edits of a person: lines added, changed and removed anywhere. */
export const someStrokes: fc.Arbitrary<Rewrite> = fc.array(stroke, { minLength: 1, maxLength: 6 }).map(
  (strokes) => (text: string) =>
    strokes.reduce((now, [kind, place, line]) => {
      const lines = now.split("\n");
      const at = place % lines.length;
      if (kind === "add") return lines.toSpliced(at, 0, line).join("\n");
      return (kind === "change" ? lines.with(at, `${lines[at]} ${line}`) : lines.toSpliced(at, 1)).join("\n");
    }, text),
);

const edit = fc
  .tuple(fc.constantFrom(...SPOTS), someText, fc.constantFrom("set", "add", "remove"))
  .map(([{ spot, isMany }, text, kind]) => (document: ContextDocument): ContextDocument => {
    if (!isMany) return setField(document, spot, text);
    if (kind === "add") return addItem(document, spot, { text });
    return kind === "set"
      ? setField(document, spot, [text])
      : setField(document, spot, listAt(document, spot).slice(1));
  });

/** Random edits of the program: fields set, and entries added and removed. */
export const someEdits: fc.Arbitrary<Rewrite> = fc
  .array(edit, { minLength: 1, maxLength: 4 })
  .map((edits) => (text: string) => print(edits.reduce((document, each) => each(document), parse(text))));

/**
 * Lines that are missing from a merged text although a side wrote them or both sides kept them. Lines that a side
 * removed may be missing.
 */
export function lostLines(sides: Sides<string>, merged: string): string[] {
  const [base, person, program] = [
    lineCounts(sides.base),
    lineCounts(sides.person),
    lineCounts(sides.program),
  ];
  const all = linesOf(merged);
  return [...new Set([...person.keys(), ...program.keys()])].filter((line) => {
    const [was, own, other] = [base, person, program].map((counts) => counts.get(line) ?? 0) as [
      number,
      number,
      number,
    ];
    const bothAdded = own > was && other > was;
    const wanted = bothAdded ? Math.max(own, other) : own + other - was;
    return (
      all.filter((each) => each === line || (each.includes("conflict: ") && each.includes(line))).length <
      wanted
    );
  });
}

/** The lines of a text without the backslashes that keep a fence or comment open, because those do not change a line. */
const linesOf = (text: string): string[] =>
  text.split(/\r?\n/).map((line) => line.replaceAll(/\\+(?=`{3}|~{3}|<!--)/g, "").trim());

/** Counts each line. Blank lines do not count, nor do fences, which two blocks may come to share. */
function lineCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesOf(text))
    if (/[^`~]/.test(line.replace(/yaml$/, ""))) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
