import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addItem, removeItem, setField } from "../../src/core/active-context/document/edit.ts";
import {
  addSection,
  groupByTask,
  removeSection,
} from "../../src/core/active-context/document/edit-section.ts";
import { removeEntry, setEntry } from "../../src/core/active-context/document/entry.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { print } from "../../src/core/active-context/document/print.ts";
import { entriesIn, type FieldRef, listAt, textAt } from "../../src/core/active-context/document/read.ts";
import { SECTIONS } from "../../src/core/active-context/document/sections.ts";
import { templateOf } from "../../src/core/active-context/document/template.ts";
import { resumesIn, setResume } from "../../src/core/active-context/registry/resume.ts";
import { scenario } from "../scenarios/scenario.ts";
import { CLEAN, NOW } from "../support/clean-context.ts";
import { SPOTS, someFile, someText } from "../support/contexts.ts";
import { holds } from "../support/property.ts";

/** Runs per property. `holds` multiplies by ten in the long run, which makes 10,000. */
const RUNS = process.env.TIDEMARK_LONG === "1" ? 1000 : 300;

const clean = parse(CLEAN);
const edited = (edit: (document: typeof clean) => typeof clean): string => print(edit(clean));

scenario("context.format.edit", async () => {
  const texts = fc.array(someText, { maxLength: 3 });
  await holds(
    fc.property(someFile, fc.constantFrom(...SPOTS), texts, (file, { spot, isMany }, values) => {
      const after = setField(parse(file), spot, isMany ? values : (values[0] ?? ""));
      if (isMany) expect(listAt(after, spot)).toEqual(values);
      else expect(textAt(after, spot)).toBe(values[0] ?? "");
    }),
    RUNS,
  );
  const lists = SPOTS.filter(({ isMany }) => isMany);
  await holds(
    fc.property(fc.constantFrom(...lists), someText, ({ spot }, text) => {
      const after = addItem(clean, spot, { text });
      expect(listAt(after, spot)).toEqual([...listAt(clean, spot), text]);
      expect(removedLines(CLEAN, print(after)).filter((line) => !isListInOneLine(line))).toEqual([]);
    }),
    RUNS,
  );
});

/** Lines that occur more often in `before` than in `after`, whatever their order. */
function removedLines(before: string, after: string): string[] {
  const left = after.split("\n");
  return before.split("\n").filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const isListInOneLine = (line: string): boolean => /\[.*\]$/.test(line);

describe("an edit leaves all other lines unchanged", () => {
  test.each<[string, () => string, string, string]>([
    [
      "a field",
      () => edited((d) => setField(d, { section: "meta", field: "project_root" }, "web")),
      "- project_root: .",
      "- project_root: web",
    ],
    [
      "a list on the line of its field's name",
      () => edited((d) => addItem(d, { section: "current_task", field: "tags" }, { text: "a, b" })),
      "markdown, context]",
      'markdown, context, "a, b"]',
    ],
    [
      "an entry of a list",
      () => edited((d) => setField(d, { section: "progress", field: "in_progress" }, ["Read tabs"])),
      "Read nested bullets",
      "Read tabs",
    ],
    [
      "a removed list entry",
      () =>
        edited((d) => removeItem(d, { section: "progress", field: "done" }, "Read headings outside fences")),
      "  - Read headings outside fences\n",
      "",
    ],
    [
      "the first entry",
      () =>
        edited((d) => addItem(d, { section: "progress", field: "next" }, { text: "Rest", where: "first" })),
      "  - Write the printer",
      "  - Rest\n  - Write the printer",
    ],
    [
      "another task's entry",
      () =>
        edited((d) => addItem(d, { section: "progress", task: "DOC-002", field: "done" }, { text: "Ask" })),
      "  - Choose the page's place\n",
      "  - Choose the page's place\n  - Ask\n",
    ],
    [
      "a bullet of a section",
      () => edited((d) => addItem(d, { section: "decisions" }, { text: "2026-03-02 → a → b" })),
      "spacing survives\n",
      "spacing survives\n- 2026-03-02 → a → b\n",
    ],
    [
      "a new field",
      () => edited((d) => setField(d, { section: "git_state", field: "base_branch" }, "main")),
      "- uncommitted_changes",
      "- base_branch: main\n- uncommitted_changes",
    ],
    [
      "a field of an entry",
      () => edited((d) => setEntry(d, "secondary_tasks", { task_id: "DOC-002", priority: "high" })),
      "priority: low\n  next",
      "priority: high\n  next",
    ],
    [
      "a removed entry with all its fields",
      () => edited((d) => removeEntry(d, "open_questions", "Should tabs count as four columns?")),
      /- question[\s\S]*?user\n/.exec(CLEAN)?.[0] ?? "",
      "",
    ],
    [
      "Quick Resume",
      () =>
        edited((d) =>
          setField(d, { section: "quick_resume", task: "DOC-002", field: "last_result" }, "failure"),
        ),
      "last_result: pending",
      "last_result: failure",
    ],
  ])("%s", (_, edit, from, to) => expect(edit()).toBe(CLEAN.replace(from, () => to)));

  test("a comment after a value stays", () => {
    const document = parse("## Meta\n- language: en <!-- for now -->\n");
    expect(print(setField(document, { section: "meta", field: "language" }, "de"))).toBe(
      "## Meta\n- language: de <!-- for now -->\n",
    );
  });

  test("Windows line ends and a missing final line break stay", () => {
    const document = parse("## Progress\r\n- done:\r\n  - a");
    expect(print(addItem(document, { section: "progress", field: "done" }, { text: "b" }))).toBe(
      "## Progress\r\n- done:\r\n  - a\r\n  - b",
    );
  });

  test("an inserted section does not close a fence that the file leaves open", () => {
    const document = parse("## Meta\n- language: en\n\n## Quick Resume\n```\n");
    const after = setResume(document, {
      task: "A",
      goal: "g",
      focus_now: "f",
      next_action: "n",
      key_files: [],
      verify_cmd: "",
      last_result: "pending",
    });
    expect(after.sections.map(({ key }) => key)).toEqual(["meta", "quick_resume"]);
    expect(resumesIn(after).map(({ task }) => task)).toEqual(["A"]);
    expect(print(after)).toContain("\\```\n");
  });
});

scenario("context.format.sections", () => {
  for (const { key } of SECTIONS) {
    const bare = removeSection(clean, key);
    const keys = addSection(bare, key).sections.map((section) => section.key);
    const expected = SECTIONS.map((spec) => spec.key).filter(
      (each) => each === key || clean.sections.some((section) => section.key === each),
    );
    expect(keys).toEqual(expected);
  }
  const german = templateOf({ taskId: "A", goal: "Ziel", now: NOW, language: "de" });
  const after = addItem(german, { section: "decisions" }, { text: "x" });
  expect(print(after)).toContain("## Decisions\n\n- x\n\n## Quick Resume");
});

const ALONE = templateOf({ taskId: "A-1", goal: "First goal.", now: NOW });
const SECOND = { task_id: "B-2", goal: "Second goal.", status: "queued", priority: "low", next: "Begin" };

scenario("context.format.tasks", () => {
  const next: FieldRef = { section: "progress", task: "B-2", field: "next" };
  const first = listAt(ALONE, { section: "progress", field: "next" });
  const both = setField(setEntry(ALONE, "secondary_tasks", SECOND), next, ["Begin"]);
  expect(entriesIn(both, "secondary_tasks")).toEqual([SECOND]);
  expect(listAt(both, next)).toEqual(["Begin"]);
  expect(listAt(both, { section: "progress", field: "next" })).toEqual(first);
  expect(print(both)).toMatch(
    /## Progress\n\n### A-1\n\n- done:[\s\S]*?\n\n### B-2\n\n- next:\n {2}- Begin\n/,
  );
  const grouped = groupByTask(both);
  for (const title of ["Plan & References", "Progress", "Breadcrumbs", "Guardrails"])
    expect(print(grouped)).toContain(`## ${title}\n\n### A-1\n`);
  const [resume] = resumesIn(grouped);
  if (!resume) throw new Error("the template has no Quick Resume");
  const resumed = setResume(grouped, { ...resume, task: "B-2" });
  expect(resumesIn(resumed).map(({ task }) => task)).toEqual(["A-1", "B-2"]);
  expect(resumed.sections.at(-1)?.key).toBe("quick_resume");
});
