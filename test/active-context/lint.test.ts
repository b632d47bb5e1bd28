import { describe, expect, test } from "vitest";
import { addItem } from "../../src/core/active-context/document/edit.ts";
import { removeSection } from "../../src/core/active-context/document/edit-section.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { templateOf } from "../../src/core/active-context/document/template.ts";
import { LANGUAGES } from "../../src/core/active-context/document/titles.ts";
import { fixAll, lint, RULES } from "../../src/core/active-context/lint/lint.ts";
import { scenario } from "../scenarios/scenario.ts";
import { CLEAN, NOW } from "../support/clean-context.ts";
import type { Fault } from "../support/context-fault.ts";
import { FAULTS } from "../support/context-faults.ts";

const factsOf = ({ facts = {} }: Pick<Fault, "facts">) => ({
  now: NOW,
  root: "/r",
  branch: "feature/lossless",
  ...facts,
});
const findings = (fault: Pick<Fault, "text" | "facts">) => lint(parse(fault.text), factsOf(fault));

/** The line number of a fault, counted from 1. */
function lineOf({ text, at, which }: Fault): number {
  if (typeof at === "number") return at;
  const lines = text.split("\n");
  const has = (line: string) => line.includes(at);
  return (which === "last" ? lines.findLastIndex(has) : lines.findIndex(has)) + 1;
}

scenario("context.lint.rules", () => {
  expect(findings({ text: CLEAN })).toEqual([]);
  expect(RULES.length).toBeGreaterThanOrEqual(40);
  expect(FAULTS.map(({ code }) => code).sort()).toEqual(RULES.map(({ code }) => code).sort());
});

describe("a seeded fault is found on its line", () => {
  test.each(FAULTS.map((fault) => [fault.code, fault] as const))("%s", (code, fault) => {
    const found = findings(fault).filter((finding) => finding.code === code);
    const level = RULES.find((rule) => rule.code === code)?.level;
    expect(found).toMatchObject([{ level, line: lineOf(fault), fixable: fault.fixed !== undefined }]);
  });
});

const REPAIRS = FAULTS.filter(({ fixed }) => fixed !== undefined);

scenario("context.lint.fix", () => {
  for (const fault of REPAIRS) {
    const rule = RULES.find(({ code }) => code === fault.code);
    const fix = rule?.find(parse(fault.text), factsOf(fault))[0]?.fix;
    expect(fix && print(fix()), fault.code).toBe(fault.fixed);
  }
});

describe("all repairs together", () => {
  test.each(REPAIRS.map((fault) => [fault.code, fault] as const))("repair %s", (code, fault) => {
    const { document, fixed, left } = fixAll(parse(fault.text), factsOf(fault));
    expect(fixed.map((finding) => finding.code)).toContain(code);
    expect(left.filter(({ fixable }) => fixable)).toEqual([]);
    expect(fixAll(document, factsOf(fault))).toEqual({ document, fixed: [], left });
  });
  test("change nothing in a clean file", () => {
    const { document, fixed, left } = fixAll(parse(CLEAN), factsOf({}));
    expect({ text: print(document), fixed, left }).toEqual({ text: CLEAN, fixed: [], left: [] });
  });
});

scenario("context.lint.template", () => {
  for (const language of LANGUAGES) {
    const document = templateOf({ taskId: "NEW-1", goal: "Make it work.", now: NOW, language });
    expect(lint(document, { now: NOW }).filter(({ level }) => level === "error")).toEqual([]);
    const named = { title: "It", category: "feature", tags: ["a", "b"] };
    const notes = lint(templateOf({ taskId: "NEW-1", goal: "Make it work.", now: NOW, language, ...named }), {
      now: NOW,
    });
    expect(
      notes.every(({ code }) => /\.few$|field\.recommended/.test(code)),
      language,
    ).toBe(true);
  }
});

scenario("context.language.text", () => {
  for (const language of ["uk", "tlh", "pt-BR"]) {
    const text = CLEAN.replace("- language: en", `- language: ${language}`);
    expect(findings({ text })).toEqual([]);
    const bare = removeSection(parse(text), "decisions");
    expect(print(addItem(bare, { section: "decisions" }, { text: "x" }))).toContain("## Decisions\n");
  }
  const uk = print(templateOf({ taskId: "A-1", goal: "Мета.", language: "uk", now: NOW }));
  expect(uk.match(/^#+ .*$/gm)).toEqual(
    print(templateOf({ taskId: "A-1", goal: "Goal.", now: NOW })).match(/^#+ .*$/gm),
  );
});
