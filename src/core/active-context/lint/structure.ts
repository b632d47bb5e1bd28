import { nearest } from "../../text/nearest.ts";
import type { ContextDocument } from "../document/document.ts";
import { misplacedSections, removeSection, sectionsInOrder } from "../document/edit-section.ts";
import { isBlank } from "../document/lines.ts";
import { CONFLICT_MARK } from "../document/merge.ts";
import { hasSection } from "../document/read.ts";
import { SECTIONS } from "../document/sections.ts";
import { applyChanges } from "../document/splice.ts";
import { allTitles, sectionByTitle, titleOf } from "../document/titles.ts";
import { errorRule, knownSections, noteRule, quoteStart, type Rule, type RuleFinding } from "./rule.ts";

/** Characters that change how a line looks but not what it says: they can hide text from the reader. */
const INVISIBLE = /(?!\t)\p{Cc}|\p{Bidi_Control}|[\u200b\u2060-\u2064\ufeff]/gu;

export const STRUCTURE: readonly Rule[] = [
  errorRule("section.missing", (document) =>
    SECTIONS.filter(
      ({ key, need }) => need === "mandatory" && key !== "quick_resume" && !hasSection(document, key),
    ).map(({ key }) => ({
      line: lastLine(document),
      message: `The section ${quoteStart(titleOf(key))} is missing.`,
    })),
  ),
  noteRule("section.recommended", (document) =>
    SECTIONS.filter(({ key, need }) => need === "recommended" && !hasSection(document, key)).map(
      ({ key }) => ({
        line: lastLine(document),
        message: `There is no section ${quoteStart(titleOf(key))}; most tasks need one.`,
      }),
    ),
  ),
  errorRule("section.order", (document) =>
    misplacedSections(document).map(({ from, title }) => ({
      line: from,
      message: `${quoteStart(title)} comes after a section that should follow it.`,
      fix: () => sectionsInOrder(document),
    })),
  ),
  errorRule("section.duplicate", (document) =>
    repeatedSections(document).map(({ from, title }) => ({
      line: from,
      message: `${quoteStart(title)} occurs twice; only the first counts.`,
    })),
  ),
  noteRule("section.unknown", unknownSections),
  noteRule("section.empty", (document) =>
    knownSections(document)
      .filter(({ key }) => SECTIONS.some((spec) => spec.key === key && spec.need === "optional"))
      .filter(({ from, to }) => document.lines.slice(from + 1, to).every(({ text }) => isBlank(text)))
      .map(({ from, key, title }) => ({
        line: from,
        message: `${quoteStart(title)} is empty.`,
        fix: () => removeSection(document, key),
      })),
  ),
  errorRule("resume.last", (document) => {
    const at = document.sections.findIndex(({ key }) => key === "quick_resume");
    const after = document.sections.slice(at + 1).find(({ key }) => key !== "quick_resume");
    if (at < 0 || !after) return [];
    const line = document.sections[at]?.from ?? 0;
    const message = `Quick Resume must be last; ${quoteStart(after.title)} follows it.`;
    return [{ line, message, fix: () => sectionsInOrder(document) }];
  }),
  errorRule("fence.unclosed", (document) => unclosedBlocks(document, /^\s*(?:\S+\s+)?(?:`{3}|~{3})/)),
  errorRule("comment.unclosed", (document) => unclosedBlocks(document, /^\s*<!--/)),
  errorRule("conflict.unresolved", (document) =>
    textLines(document)
      .filter(({ text }) => text.includes(CONFLICT_MARK) || /^(?:<{7}|>{7}|={7})(?: |$)/.test(text))
      .map(({ line }) => ({
        line,
        message: "Two writers changed this line; keep one version and remove the marker.",
      })),
  ),
  errorRule("text.invisible", (document) =>
    textLines(document)
      .filter(({ line, text }) => text.replace(line === 0 ? /^\ufeff/ : "", "").search(INVISIBLE) >= 0)
      .map(({ line, text }) => ({
        line,
        message: "This line contains invisible characters.",
        fix: () =>
          applyChanges(document, [{ from: line, to: line + 1, texts: [text.replaceAll(INVISIBLE, "")] }]),
      })),
  ),
];

const lastLine = ({ lines }: ContextDocument): number => Math.max(0, lines.length - 1);

export const textLines = ({ lines }: ContextDocument): { line: number; text: string }[] =>
  lines.map(({ text }, line) => ({ line, text }));

function repeatedSections(document: ContextDocument) {
  const seen = new Set<string>();
  return knownSections(document).filter(({ key, groups }) => {
    const isAgain = seen.has(key);
    seen.add(key);
    // Quick Resume may have one section for each task, each under its own heading.
    return isAgain && !(key === "quick_resume" && groups.some(({ task }) => task !== undefined));
  });
}

function unknownSections(document: ContextDocument): RuleFinding[] {
  const titles = allTitles();
  return document.sections
    .filter(({ key }) => key === undefined)
    .map(({ from, title }) => {
      const meant = nearest(title, titles);
      const key = meant === undefined ? undefined : sectionByTitle(meant)?.key;
      const isFree = key !== undefined && !hasSection(document, key);
      const message = `${quoteStart(title)} is not a known section${meant && isFree ? `; perhaps ${quoteStart(meant)}` : ""}.`;
      if (!isFree) return { line: from, message };
      return {
        line: from,
        message,
        fix: () => applyChanges(document, [{ from, to: from + 1, texts: [`## ${meant}`] }]),
      };
    });
}

const unclosedBlocks = ({ unclosed: lines, lines: all }: ContextDocument, opening: RegExp): RuleFinding[] =>
  lines
    .filter((line) => opening.test(all[line]?.text ?? ""))
    .map((line) => ({ line, message: "This block is never closed." }));
