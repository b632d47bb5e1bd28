import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContextDocument, LineSpan } from "../../src/core/active-context/document/document.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print, printModel } from "../../src/core/active-context/document/print.ts";
import { listAt, textAt } from "../../src/core/active-context/document/read.ts";
import { SECTIONS } from "../../src/core/active-context/document/sections.ts";
import { sectionByTitle, titleOf } from "../../src/core/active-context/document/titles.ts";
import { scenario } from "../scenarios/scenario.ts";
import { modelOf } from "../support/context-model.ts";
import { someFile, someModel } from "../support/contexts.ts";
import { MESSY } from "../support/messy-contexts.ts";
import { holds } from "../support/property.ts";

/** Runs per property. `holds` multiplies by ten in the long run, which makes 10,000. */
const RUNS = process.env.TIDEMARK_LONG === "1" ? 1000 : 200;

/** The line numbers of a document: those above the first section, then headings and nodes in order. */
function places(document: ContextDocument): number[] {
  const lines = ({ from, to }: LineSpan) => Array.from({ length: to - from }, (_, i) => from + i);
  const sections = document.sections.flatMap(({ from, groups }) => [
    from,
    ...groups.flatMap(({ from: start, inner, nodes }) => [
      ...lines({ from: start, to: inner }),
      ...nodes.flatMap(lines),
    ]),
  ]);
  return [...lines({ from: 0, to: document.preambleTo }), ...sections];
}

function keepsAll(text: string): void {
  const document = parse(text);
  expect(print(document)).toBe(text);
  expect(places(document)).toEqual(document.lines.map((_, i) => i));
}

scenario("context.format.bytes", () => holds(fc.property(someFile, keepsAll), 1000));

scenario("context.format.model", () =>
  holds(
    fc.property(someModel, (model) => {
      expect(modelOf(parse(printModel(model)))).toEqual(model);
    }),
    RUNS,
  ),
);

describe("an untidy file keeps its bytes", () => {
  test.each(Object.entries(MESSY))("%s", (_, text) => keepsAll(text));
});

describe("an untidy file is parsed", () => {
  const said = (name: string) => parse(MESSY[name] ?? "");
  test("with tabs", () => {
    const document = said("tabs and no final line break");
    expect(listAt(document, { section: "progress", field: "done" })).toEqual(["one\nmore"]);
    expect(listAt(document, { section: "progress", field: "next" })).toEqual(["two"]);
  });
  test("with names that have no bullet", () => {
    const document = said("bare names with bullets below");
    expect(listAt(document, { section: "progress", field: "done" })).toEqual(["a", "b"]);
    expect(listAt(document, { section: "progress", field: "next" })).toEqual(["c", "d"]);
  });
  test("with fields in a fence", () => {
    const [section] = modelOf(said("fields in a fence, with a name around them")).sections;
    expect(section?.groups[0]?.entries).toEqual([{ task_id: "X-1", goal: "a: b", status: "queued" }]);
  });
  test("with numbers and symbols in headings", () => {
    const document = said("numbers and signs in headings");
    expect(document.sections.map(({ key }) => key)).toEqual(["meta", "secondary_tasks", "plan_references"]);
    expect(textAt(document, { section: "plan_references", field: "plan" })).toBe("none");
  });
  test("with comments, and with an unclosed comment that hides nothing", () => {
    const document = said("comments everywhere");
    expect(textAt(document, { section: "meta", field: "language" })).toBe("en");
    expect(listAt(document, { section: "meta", field: "active_skills" })).toEqual(["a"]);
  });
  test("with headings inside fences", () => {
    const document = said("fences in bullets, of both sorts, one left open");
    expect(document.sections.map(({ key }) => key)).toEqual(["decisions", "meta"]);
    expect(listAt(document, { section: "decisions" })).toEqual([
      "first\n```sh\n## Progress\n```",
      "~~~\n## Meta\n~~~",
    ]);
  });
  test("in other languages", () => {
    const document = said("many scripts");
    expect(document.sections.map(({ key }) => key)).toEqual(["current_task", "progress", "meta"]);
    expect(listAt(document, { section: "progress", field: "done" })).toEqual(["完成"]);
  });
});

test("every title opens its own section", () => {
  for (const { key } of SECTIONS) expect(sectionByTitle(titleOf(key))).toEqual({ key });
});

test("there are twenty-five numbered sections, the secondary tasks and the summary of an archive", () => {
  const keys = SECTIONS.map(({ key }) => key).filter(
    (key) => key !== "secondary_tasks" && key !== "archive_summary",
  );
  expect(keys).toHaveLength(25);
  expect(SECTIONS.filter(({ need }) => need === "mandatory").map(({ key }) => key)).toEqual([
    "meta",
    "current_task",
    "plan_references",
    "progress",
    "quick_resume",
  ]);
  expect(SECTIONS.at(-1)?.key).toBe("quick_resume");
});
