import ts from "typescript";
import { expect, test } from "vitest";
import { verbsNamed } from "../../src/surfaces/verbs/catalogue.ts";
import { commandLine, fixText } from "../../src/surfaces/verbs/command-line.ts";
import { flagsOf } from "../../src/surfaces/verbs/flags.ts";
import { filesUnder, parsed, visit } from "../sources.ts";

type Named = { readonly at: string; readonly verb: string; readonly options: readonly string[] };

/** The suggestions in the source of a file: object literals with the name of a verb. */
function suggestionsIn(path: string): Named[] {
  const source = parsed(path);
  const found: Named[] = [];
  visit(source, (node) => {
    if (!ts.isObjectLiteralExpression(node)) return;
    const given = new Map(
      node.properties.filter(ts.isPropertyAssignment).map((each) => [each.name.getText(), each.initializer]),
    );
    const verb = given.get("verb");
    if (verb === undefined || !ts.isStringLiteral(verb)) return;
    const options = given.get("options");
    const names = options && ts.isObjectLiteralExpression(options) ? options.properties : [];
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    found.push({
      at: `${path}:${line}`,
      verb: verb.text,
      options: names.flatMap((each) => each.name?.getText() ?? []),
    });
  });
  return found;
}

test("core and app suggest only existing verbs with existing options", () => {
  const known = new Map(
    verbsNamed().map((verb) => [
      verb.name,
      new Set(["help", "agent", ...flagsOf(verb).map(({ name }) => name)]),
    ]),
  );
  const all = ["src/core", "src/app"].flatMap((folder) => filesUnder(folder)).flatMap(suggestionsIn);
  expect(all.length).toBeGreaterThan(100);
  const wrong = all.filter(
    ({ verb, options }) => !known.has(verb) || options.some((name) => !known.get(verb)?.has(name)),
  );
  expect(wrong).toEqual([]);
});

test("a suggestion is written as a command, followed by its next command", () => {
  const back = { verb: "undo", words: ["dec#1"] };
  expect(commandLine({ ...back, options: { redo: true }, next: back })).toBe(
    "tidemark undo dec#1 --redo && tidemark undo dec#1",
  );
  expect(commandLine({ verb: "update", words: ["pln#1"], options: { related_paths: ["a.ts", "b c"] } })).toBe(
    'tidemark update pln#1 --related-paths a.ts --related-paths "b c"',
  );
  expect(fixText({ to: "To list them", verb: "find", options: { kind: "plan" } })).toBe(
    "To list them: tidemark find --kind plan",
  );
  expect(fixText("Send less at once.")).toBe("Send less at once.");
});
