import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { merge } from "../../src/core/active-context/document/merge.ts";
import { parse } from "../../src/core/active-context/document/parse.ts";
import { textAt } from "../../src/core/active-context/document/read.ts";
import { lint } from "../../src/core/active-context/lint/lint.ts";
import { scenario } from "../scenarios/scenario.ts";
import { CLEAN, NOW } from "../support/clean-context.ts";
import { lostLines, type Rewrite, someEdits, someFile, someStrokes } from "../support/contexts.ts";
import { holds } from "../support/property.ts";

const turn = fc.oneof(
  someStrokes.map((rewrite) => ({ by: "person" as const, rewrite })),
  someEdits.map((rewrite) => ({ by: "program" as const, rewrite })),
);

/** Runs per property. `holds` multiplies by ten in the long run, which makes 10,000. */
const RUNS = process.env.TIDEMARK_LONG === "1" ? 1000 : 200;

type Turn = { readonly by: "person" | "program"; readonly rewrite: Rewrite };

/** A person and the program take turns at one file; the program always rewrites the version that it read last. */
function play(start: string, turns: readonly Turn[]): void {
  let [base, file] = [start, start];
  for (const { by, rewrite } of turns) {
    if (by === "person") file = rewrite(file);
    else {
      const sides = { base, person: file, program: rewrite(base) };
      const { text } = merge(sides);
      expect(lostLines(sides, text)).toEqual([]);
      base = file = text;
    }
  }
}

scenario("context.merge.nothing-lost", async () => {
  const start = fc.oneof({ weight: 3, arbitrary: someFile }, { weight: 1, arbitrary: fc.constant(CLEAN) });
  await holds(fc.property(start, fc.array(turn, { minLength: 2, maxLength: 6 }), play), RUNS);
});

const change = (from: string, to: string): string => {
  if (!CLEAN.includes(from)) throw new Error(`the clean file does not say ${from}`);
  return CLEAN.replace(from, () => to);
};
const merged = (person: string, program: string) => merge({ base: CLEAN, person, program });

scenario("context.merge.conflict", () => {
  const { text, conflicts } = merged(
    change("- current_focus: parse.ts, the reading of nested bullets", "- current_focus: tabs"),
    change("- current_focus: parse.ts, the reading of nested bullets", "- current_focus: fences"),
  );
  expect(conflicts).toEqual([
    {
      place: ["current_task", "current_focus"],
      person: "- current_focus: tabs",
      program: "- current_focus: fences",
    },
  ]);
  expect(text).toContain("- current_focus: tabs\n- current_focus: fences <!-- conflict: ");
  expect(textAt(parse(text), { section: "current_task", field: "current_focus" })).toBe("tabs");
  expect(lint(parse(text), { now: NOW }).map(({ code }) => code)).toContain("conflict.unresolved");
});

describe("a merge of two sides succeeds when both", () => {
  const both = (...[person, program, expected]: readonly [string, string, string]) =>
    expect(merged(person, program)).toEqual({ text: expected, conflicts: [] });
  test("change fields next to each other", () =>
    both(
      change("- title: Lossless parser", "- title: A"),
      change("- category: feature", "- category: B"),
      change("- title: Lossless parser", "- title: A").replace("- category: feature", "- category: B"),
    ));
  test("add to one list", () =>
    both(
      change("  - the verbs\n", "  - the verbs\n  - web\n"),
      change("  - the verbs\n", "  - cli\n  - the verbs\n"),
      change("  - the verbs\n", "  - cli\n  - the verbs\n  - web\n"),
    ));
  test("make the same change", () =>
    both(
      change("- os: Linux", "- os: macOS"),
      change("- os: Linux", "- os: macOS"),
      change("- os: Linux", "- os: macOS"),
    ));
  test("add a section of their own", () =>
    both(
      change("## Git State\n", "## Thoughts\n\nOne.\n\n## Git State\n"),
      change("## Related Contexts\n", "## Risk Register\n\n- high:\n\n## Related Contexts\n"),
      change("## Git State\n", "## Thoughts\n\nOne.\n\n## Git State\n").replace(
        "## Related Contexts\n",
        "## Risk Register\n\n- high:\n\n## Related Contexts\n",
      ),
    ));
  test("change fields of one entry", () =>
    both(
      change("priority: low\n  next", "priority: high\n  next"),
      change("next: Write the page on sections\n  blocked", "next: Ask\n  blocked"),
      change("priority: low\n  next", "priority: high\n  next").replace(
        "next: Write the page on sections\n  blocked",
        "next: Ask\n  blocked",
      ),
    ));
  test("change different lines, and one of them removes a line", () =>
    both(
      change("  - the verbs\n", ""),
      change("- os: Linux", "- os: macOS"),
      change("  - the verbs\n", "").replace("- os: Linux", "- os: macOS"),
    ));
});

describe("a conflict is kept", () => {
  test("where one side removed a line that the other changed", () => {
    const { text, conflicts } = merged(change("- os: Linux\n", ""), change("- os: Linux", "- os: macOS"));
    expect(text).toContain("- os: macOS\n");
    expect(conflicts).toEqual([
      { place: ["environment_snapshot", "os"], person: "", program: "- os: macOS" },
    ]);
  });
  test("where both sides rewrote one bullet", () => {
    const { text, conflicts } = merged(
      change("  - Read nested bullets\n", "  - Read nested bullets well\n"),
      change("  - Read nested bullets\n", "  - Read all nested bullets\n"),
    );
    expect(text).toMatch(/ {2}- Read all nested bullets <!-- conflict: .*\n/);
    expect(text).toContain("  - Read nested bullets well\n");
    expect(conflicts).toHaveLength(1);
  });
  test("in Quick Resume as a comment, so that the block stays valid YAML", () => {
    const { text } = merged(
      change("focus_now: nested bullets", "focus_now: tabs"),
      change("focus_now: nested bullets", "focus_now: fences"),
    );
    expect(text).toMatch(/focus_now: tabs\n# conflict: .*: focus_now: fences\n/);
  });
  test("together with the closing fence of its block", () => {
    const block = /\n```yaml\n# Quick Resume — DOC-002[\s\S]*?\n```\n/.exec(CLEAN)?.[0] ?? "";
    const { text } = merged(change(block, ""), change("focus_now: nothing yet", "focus_now: the table"));
    expect(text).toContain("```yaml\n# Quick Resume — DOC-002\nfocus_now: the table\n```\n");
    expect(parse(text).unclosed).toEqual([]);
  });
  test("as a readable document, though one side left a fence open above the change", () => {
    const { text } = merged(
      change("## Meta\n", "```\n\n## Meta\n"),
      CLEAN.replace("- os: Linux", "- os: macOS"),
    );
    expect(parse(text).sections.map(({ key }) => key)).toEqual(parse(CLEAN).sections.map(({ key }) => key));
  });
});
