import { expect, test } from "vitest";
import { commandsOf, fits, readPage } from "./page.ts";

const MARKDOWN = [
  "# Page",
  "```console",
  "$ tidemark remember \\",
  '    "We build with pnpm"',
  "Remembered fct#1.",
  "",
  "$ tidemark status",
  "```",
  "```tape",
  '{"type":"turn"}',
  "```",
  "```ts",
  "const a = 1;",
  "```",
].join("\n");

test("a page is parsed into commands, tapes and examples", () => {
  const page = readPage("page.md", MARKDOWN);
  expect(page.tapes).toEqual(['{"type":"turn"}\n']);
  expect(page.snippets).toEqual([{ mark: "ts", at: 13, text: "const a = 1;" }]);
  expect(page.consoles.flatMap(commandsOf)).toEqual([
    { at: 3, line: 'tidemark remember \\\n    "We build with pnpm"', output: ["Remembered fct#1."] },
    { at: 7, line: "tidemark status", output: [] },
  ]);
});

test.each([
  [["a", "b"], ["a", "b", ""], true],
  [["a"], ["a", "b"], false],
  [["a", "…", "d"], ["a", "b", "c", "d"], true],
  [["a", "…", "d"], ["a", "d"], true],
  [["a", "…", "d"], ["a", "b", "c"], false],
  [["id fct_… made"], ["id fct_01abc made"], true],
  [["id fct_… made"], ["id dec_01abc made"], false],
  [["1.5 (of 2)"], ["1x5 (of 2)"], false],
  [[], [""], true],
  [[], ["something"], false],
])("the page's output %j matches the printed %j: %s", (shown, printed, expected) => {
  expect(fits(shown, printed)).toBe(expected);
});
