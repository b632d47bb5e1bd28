import type { ContextDocument } from "../document/document.ts";
import { itemsOf, listOf } from "../document/model.ts";
import { type FieldSpec, SECTIONS, type SectionKey } from "../document/sections.ts";
import { errorRule, knownSections, noteRule, type Rule, seenOf } from "./rule.ts";

/** One rule for each bound in the table of sections: too many is an error, too few is a note. */
export const BOUNDS: readonly Rule[] = SECTIONS.flatMap(({ key, fields, entry }) => [
  ...fields.flatMap((spec) => boundsOf(key, spec)),
  ...(entry?.max === undefined ? [] : [tooManyEntries(key, entry.max)]),
]);

function boundsOf(key: SectionKey, spec: FieldSpec): Rule[] {
  const { min, max, sentencesMax, linesMax, name } = spec;
  const code = `${key}.${name}`;
  const rules: Rule[] = [];
  if (max !== undefined)
    rules.push(
      errorRule(`${code}.many`, (document) =>
        checkCount(document, key, { name, isWrong: (count) => count > max, wanted: `at most ${max}` }),
      ),
    );
  if (min !== undefined)
    rules.push(
      noteRule(`${code}.few`, (document) =>
        checkCount(document, key, { name, isWrong: (count) => count < min, wanted: `at least ${min}` }),
      ),
    );
  if (sentencesMax !== undefined)
    rules.push(
      errorRule(`${code}.long`, (document) =>
        checkLength(document, key, { name, max: sentencesMax, measure: sentencesIn, unit: "sentences" }),
      ),
    );
  if (linesMax !== undefined)
    rules.push(
      errorRule(`${code}.long`, (document) =>
        checkLength(document, key, { name, max: linesMax, measure: linesIn, unit: "lines" }),
      ),
    );
  return rules;
}

type Count = { readonly name: string; readonly isWrong: (count: number) => boolean; readonly wanted: string };

const checkCount = (document: ContextDocument, key: SectionKey, { name, isWrong, wanted }: Count) =>
  seenOf(document, key, name)
    .filter(({ field }) => isWrong(listOf(field).length))
    .map(({ field }) => ({
      line: field.from,
      message: `${name} has ${listOf(field).length} entries; expected: ${wanted}.`,
    }));

type Length = {
  readonly name: string;
  readonly max: number;
  readonly measure: (text: string) => number;
  readonly unit: string;
};

const checkLength = (document: ContextDocument, key: SectionKey, { name, max, measure, unit }: Length) =>
  seenOf(document, key, name)
    .filter(({ field }) => measure(field.text) > max)
    .map(({ field }) => ({
      line: field.from,
      message: `${name} has ${measure(field.text)} ${unit}; ${max} are enough.`,
    }));

function tooManyEntries(key: SectionKey, max: number): Rule {
  return errorRule(`${key}.many`, (document) =>
    knownSections(document)
      .filter((section) => section.key === key)
      .flatMap(({ groups }) => groups.flatMap(itemsOf).filter(({ parts }) => parts.length > 0))
      .slice(max, max + 1)
      .map(({ from }) => ({
        line: from,
        message: `There are more than ${max}; move the least important to the archive.`,
      })),
  );
}

/** Counts sentences: a sentence ends at its mark if another one begins after it. A dot inside a name ends nothing. */
const sentencesIn = (text: string): number =>
  text
    .split(/(?<![.!?])[.!?]+["')\]]*\s+(?=\p{Lu}|\p{Lo})|[。！？]/u)
    .filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

const linesIn = (text: string): number => text.split("\n").filter((line) => line.trim() !== "").length;
