import { nearest } from "../../text/nearest.ts";
import { iso, parseInstant } from "../../time.ts";
import type { ContextDocument, Field, Group } from "../document/document.ts";
import { setField, setList, setText } from "../document/edit.ts";
import { inlineList, itemsOf, listOf } from "../document/model.ts";
import { type FieldSpec, isList, type SectionKey, sectionSpec } from "../document/sections.ts";
import { applyChanges } from "../document/splice.ts";
import { resumeGroups } from "../registry/resume.ts";
import {
  errorRule,
  type Facts,
  knownSections,
  noteRule,
  quoteStart,
  type Rule,
  type RuleFinding,
  type SeenField,
  seenFields,
  seenItems,
  seenOf,
} from "./rule.ts";

export const FIELDS: readonly Rule[] = [
  errorRule("field.missing", (document, facts) =>
    missingFields(document, "mandatory").map(({ key, spec, line }) => {
      const given = fallback(spec.name, facts);
      const message = `${spec.name} is missing.`;
      if (given === undefined || key !== "meta") return { line, message };
      return { line, message, fix: () => setField(document, { section: key, field: spec.name }, given) };
    }),
  ),
  noteRule("field.recommended", (document) => [
    ...missingFields(document, "recommended").map(({ spec, line }) => ({
      line,
      message: `${spec.name} is not given.`,
    })),
    ...seenFields(document)
      .filter(({ spec, field }) => spec?.need === "recommended" && isEmpty(spec, field))
      .map(({ field }) => ({ line: field.from, message: `${field.name} is empty.` })),
  ]),
  errorRule("field.empty", (document, facts) =>
    seenFields(document)
      .filter(({ spec, field }) => spec?.need === "mandatory" && !isList(spec) && isEmpty(spec, field))
      .map(({ key, field }) => {
        const given = key === "meta" ? fallback(field.name, facts) : undefined;
        const message = `${field.name} is empty.`;
        return given === undefined
          ? { line: field.from, message }
          : { line: field.from, message, fix: () => setText(document, field, given) };
      }),
  ),
  noteRule("field.unknown", (document) => {
    const free = new Map<Group, readonly string[]>();
    return seenFields(document)
      .filter(({ spec }) => !spec)
      .map((seen) => {
        const names = free.get(seen.group) ?? freeNames(seen);
        free.set(seen.group, names);
        return unknown(document, seen, names);
      });
  }),
  errorRule("field.duplicate", duplicates),
  errorRule("field.choice", (document) =>
    checkTypes(document, "choice", ({ spec, field }) => {
      const values = spec?.values ?? [];
      const meant = values.find((value) => plainValue(value) === plainValue(field.text));
      const message = `${field.name} is ${quoteStart(field.text)}; it must be one of ${values.join(", ")}.`;
      if (values.includes(field.text)) return undefined;
      return { line: field.from, message, ...(meant ? { fix: () => setText(document, field, meant) } : {}) };
    }),
  ),
  errorRule("field.time", (document) =>
    checkTypes(document, "time", ({ field }) =>
      parseInstant(field.text) === undefined
        ? {
            line: field.from,
            message: `${field.name} is ${quoteStart(field.text)}, which is not an ISO-8601 time.`,
          }
        : undefined,
    ),
  ),
  errorRule("field.count", (document) =>
    checkTypes(document, "count", ({ field }) =>
      /^\d+\b/.test(field.text)
        ? undefined
        : { line: field.from, message: `${field.name} is ${quoteStart(field.text)}, which is not a number.` },
    ),
  ),
  errorRule("field.yes_no", (document) =>
    checkTypes(document, "yes_no", (seen) => oneOf(document, seen, ["yes", "no"])),
  ),
  errorRule("field.true_false", (document) =>
    checkTypes(document, "true_false", (seen) => oneOf(document, seen, ["true", "false"])),
  ),
  errorRule("field.placeholder", (document) =>
    seenFields(document).flatMap(({ field }) =>
      seenItems(field, [field.text])
        .filter(({ text }) => PLACEHOLDER.test(text))
        .map(({ line, text }) => ({ line, message: `${quoteStart(text)} is a placeholder.` })),
    ),
  ),
  noteRule("list.duplicate", (document) =>
    inLists(
      document,
      ({ text }, i, all) => text !== "" && all.findIndex((each) => each.text === text) < i,
      ({ text }) => `${quoteStart(text)} is in this list twice.`,
    ),
  ),
  noteRule("tags.few", (document) =>
    seenOf(document, "current_task", "tags")
      .filter(({ field }) => listOf(field).length === 1)
      .map(({ field }) => ({
        line: field.from,
        message: "One tag is not enough: tasks are matched by two tags.",
      })),
  ),
];

/** A text in angle brackets, or a usual placeholder. */
const PLACEHOLDER = /^(?:<[^<>@/]+>|\?{2,}|\.{3}|…|tbd|tba|xxx|n\/a yet)$/i;

const fallback = (name: string, { now }: Facts): string | undefined =>
  ({ last_updated: iso(now), project_root: ".", language: "en" })[name];

const isEmpty = (spec: FieldSpec, field: Field): boolean =>
  isList(spec) ? listOf(field).length === 0 : field.text === "";

type MissingField = { readonly key: SectionKey; readonly spec: FieldSpec; readonly line: number };

/** Fields that a section, an entry or a block should have but lacks. */
function missingFields(document: ContextDocument, need: FieldSpec["need"]): MissingField[] {
  const current = knownSections(document).flatMap(({ key, from, groups }): MissingField[] => {
    const wanted = sectionSpec(key).fields.filter((spec) => spec.need === need);
    if (key === "quick_resume" || wanted.length === 0) return [];
    const filled = groups.filter(
      ({ nodes, task }) => task !== undefined || nodes.some(({ kind }) => kind !== "loose"),
    );
    const places = filled.length > 0 ? filled : groups.slice(0, 1);
    return places.flatMap(({ nodes, from: at, task }) =>
      wanted
        .filter(({ name }) => !hasField(nodes, name))
        .map((spec) => ({ key, spec, line: task === undefined ? from : at })),
    );
  });
  const blocks = resumeGroups(document).flatMap(({ nodes, from }): MissingField[] =>
    sectionSpec("quick_resume")
      .fields.filter((spec) => spec.need === need && !hasField(nodes, spec.name))
      .map((spec) => ({ key: "quick_resume", spec, line: from })),
  );
  return [...current, ...blocks, ...lackingParts(document, need)];
}

function lackingParts(document: ContextDocument, need: FieldSpec["need"]): MissingField[] {
  return knownSections(document).flatMap(({ key, groups }) => {
    const wanted = sectionSpec(key).entry?.fields.filter((spec) => spec.need === need) ?? [];
    const entries = groups.flatMap(itemsOf).filter(({ parts }) => parts.length > 0);
    return entries.flatMap(({ parts, from }) =>
      wanted.filter(({ name }) => !hasField(parts, name)).map((spec) => ({ key, spec, line: from })),
    );
  });
}

const hasField = (nodes: readonly { readonly kind: string }[], name: string): boolean =>
  nodes.some((node) => node.kind === "field" && "name" in node && node.name === name);

/** Fields that the section defines and this part of it does not use yet. */
function freeNames({ key, group }: SeenField): string[] {
  const taken = new Set(group.nodes.map((node) => (node.kind === "field" ? node.name : "")));
  return sectionSpec(key)
    .fields.map(({ name }) => name)
    .filter((name) => !taken.has(name));
}

function unknown(document: ContextDocument, { field }: SeenField, free: readonly string[]): RuleFinding {
  const meant = nearest(field.name, free);
  const message = `${field.name} is not a field of this section${meant ? `; perhaps ${meant}` : ""}.`;
  if (meant === undefined) return { line: field.from, message };
  const text = document.lines[field.from]?.text ?? "";
  const renamed = field.lead.replace(/[A-Za-z][A-Za-z0-9 _-]*/, meant) + text.slice(field.lead.length);
  return {
    line: field.from,
    message,
    fix: () => applyChanges(document, [{ from: field.from, to: field.from + 1, texts: [renamed] }]),
  };
}

function duplicates(document: ContextDocument): RuleFinding[] {
  const seen = new Map<string, Field>();
  return seenFields(document).flatMap(({ field, group, item }) => {
    const id = `${group.from} ${item?.from ?? ""} ${field.name}`;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, field);
    if (first === undefined) return [];
    const message = `${field.name} occurs twice; only the first counts.`;
    const isSame = first.text === field.text && listOf(first).join("\n") === listOf(field).join("\n");
    const { from, to } = field;
    return [
      {
        line: from,
        message,
        ...(isSame ? { fix: () => applyChanges(document, [{ from, to, texts: [] }]) } : {}),
      },
    ];
  });
}

function checkTypes(
  document: ContextDocument,
  type: FieldSpec["type"],
  check: (seen: SeenField) => RuleFinding | undefined,
): RuleFinding[] {
  return seenFields(document)
    .filter(({ spec, field }) => spec?.type === type && field.text !== "")
    .map(check)
    .filter((found) => found !== undefined);
}

const plainValue = (value: string): string =>
  value
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_"'`*-]+/g, " ")
    .trim();

const YES: ReadonlySet<string> = new Set(["yes", "true", "on", "1", "y"]);
const NO: ReadonlySet<string> = new Set(["no", "false", "off", "0", "n"]);

function oneOf(
  document: ContextDocument,
  { field }: SeenField,
  [yes, no]: readonly [string, string],
): RuleFinding | undefined {
  if (field.text === yes || field.text === no) return undefined;
  const word = plainValue(field.text);
  const meant = YES.has(word) ? yes : NO.has(word) ? no : undefined;
  const message = `${field.name} is ${quoteStart(field.text)}; it must be ${yes} or ${no}.`;
  return { line: field.from, message, ...(meant ? { fix: () => setText(document, field, meant) } : {}) };
}

type NumberedLine = { readonly line: number; readonly text: string };

function inLists(
  document: ContextDocument,
  isWrong: (entry: NumberedLine, i: number, all: readonly NumberedLine[]) => boolean,
  say: (entry: NumberedLine) => string,
): RuleFinding[] {
  return seenFields(document)
    .filter(({ spec }) => spec && isList(spec))
    .flatMap(({ field }) => {
      const entries = seenItems(field, inlineList(field));
      return entries.flatMap((entry, i) =>
        isWrong(entry, i, entries)
          ? [
              {
                line: entry.line,
                message: say(entry),
                fix: () => setList(document, field, listOf(field).toSpliced(i, 1)),
              },
            ]
          : [],
      );
    });
}
