import ts from "typescript";
import { expect, test } from "vitest";
import { filesUnder, parsed, visit } from "../sources.ts";
import type { Requirement } from "./requirement.ts";
import { REQUIREMENTS } from "./requirements.ts";

/** All TypeScript files, because a suite that every host runs is not in a file named *.test.ts. */
const proofs = proofsIn(
  [...filesUnder("test"), ...filesUnder("bench")].filter((path) => path.endsWith(".ts")),
);

test("every requirement is proved by a scenario, or names the gap", () => {
  const isOpen = ([id, { gap }]: [string, Requirement]) => gap === undefined && !proofs.has(id);
  expect(
    Object.entries(REQUIREMENTS)
      .filter(isOpen)
      .map(([id]) => id),
  ).toEqual([]);
});

test("every scenario proves a requirement that exists", () => {
  const unknown = [...proofs].filter(([id]) => !Object.hasOwn(REQUIREMENTS, id));
  expect(unknown.map(([id, places]) => `${places.join(", ")}: ${id}`)).toEqual([]);
});

test("every requirement is proved in exactly one place", () => {
  const twice = [...proofs].filter(([, places]) => places.length > 1);
  expect(twice.map(([id, places]) => `${id}: ${places.join(", ")}`)).toEqual([]);
});

test("no requirement has both a proof and a gap", () => {
  const excused = Object.entries<Requirement>(REQUIREMENTS).filter(([id, { gap }]) => gap && proofs.has(id));
  expect(excused.map(([id]) => id)).toEqual([]);
});

/** The places of each `scenario("id", …)` call. They are read from the source, so that a skipped file counts too. */
function proofsIn(paths: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const source = parsed(path);
    visit(source, (node) => {
      if (!ts.isCallExpression(node) || node.expression.getText() !== "scenario") return;
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const id = node.arguments[0];
      const name =
        id && ts.isStringLiteral(id) ? id.text : `(the id at ${path}:${line} must be a plain string)`;
      found.set(name, [...(found.get(name) ?? []), `${path}:${line}`]);
    });
  }
  return found;
}
