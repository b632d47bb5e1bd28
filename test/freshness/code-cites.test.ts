import { expect, test } from "vitest";
import { citesOf } from "../../src/core/freshness/cites.ts";
import { definitionOf } from "../../src/core/freshness/definition.ts";
import { driftOf, type PathFacts } from "../../src/core/freshness/drift.ts";
import { scenario } from "../scenarios/scenario.ts";
import { unit } from "../support/units.ts";

const cites = (text: string, related_paths?: readonly string[]) =>
  citesOf(unit(text, related_paths ? { related_paths } : {}));

scenario("drift.cites", () => {
  const told: readonly [text: string, path: string, symbols: string[], lines: number[][]][] = [
    ["src/x.ts:parseQuantity rounds up.", "src/x.ts", ["parseQuantity"], []],
    ["See src/x.ts#L10.", "src/x.ts", [], [[10, 10]]],
    ["See `src/x.ts#L10-L12`, please", "src/x.ts", [], [[10, 12]]],
    ["It fails at pkg/y.go:33:7 at times", "pkg/y.go", [], [[33, 33]]],
    ["`Cart.total` in src/Cart.java sums up", "src/Cart.java", ["Cart.total"], []],
    ["./lib/a.rs::Cart::total is slow", "lib/a.rs", ["Cart::total"], []],
    ["tools/run.py holds main() and `stop`", "tools/run.py", ["main", "stop"], []],
    ["Ends with a dot: docs/notes.md.", "docs/notes.md", [], []],
    ["Everything under src/core/ is pure", "src/core", [], []],
    ["README.md is the front page", "README.md", [], []],
  ];
  for (const [text, path, symbols, lines] of told)
    expect(cites(text).paths, text).toMatchObject([{ path, symbols, lines, inText: true, inField: false }]);
  expect(cites("See https://example.com/a/b.ts or user@host").paths).toEqual([]);
  expect(cites("`a` in src/a.ts calls `b` of src/b.ts").paths).toMatchObject([
    { path: "src/a.ts", symbols: ["a"] },
    { path: "src/b.ts", symbols: ["b"] },
  ]);
  const fields = ["./src/a.ts", "src/**/*.ts", "docs\\guide\\", "../outside.ts", "src/b.ts:run"];
  expect(cites("Nothing here", fields).paths.map(({ path }) => path)).toEqual([
    "src/a.ts",
    "src",
    "docs/guide",
    "src/b.ts",
  ]);
  expect(cites("On branch feature/pay; the `spike` branch is older").branches).toEqual([
    "feature/pay",
    "spike",
  ]);
});

test.each([
  ["We removed src/old.ts last week", true],
  ["src/old.ts is gone, use the new one", true],
  ["Drop the file `src/old.ts`", true],
  ["Do not delete src/old.ts", false],
  ["src/old.ts drops stale rows", false],
])("whether %j says that the file is removed: %s", (text, isLeaving) =>
  expect(cites(text).paths[0]?.isLeaving).toBe(isLeaving),
);

type Pair = readonly [file: string, symbol: string, one: string, other: string];

/** Pairs of texts in which the definition of a symbol is the same, and in `DIFFERENT` pairs in which it changed. */
const SAME: readonly Pair[] = [
  [
    "a.ts",
    "f",
    "function f(a) { return a + 1; }",
    "export function f(\n  a,\n) {\n  // more\n  return a + 1\n}",
  ],
  ["a.ts", "f", "const f = x => 'a'", 'export const f = (x) => "a";\nconst g = 1;'],
  ["a.ts", "f", 'function f() { return "//" }\nlet a', "let b\nfunction f() { /* c */ return '//' }"],
  [
    "a.py",
    "f",
    "def f(a):\n  return [1]\n",
    'def f(a):\n    """Says."""\n    return [\n        1,\n    ]  # one\n',
  ],
  ["a.go", "F", "func F() int { return 1 }", "func F() int {\n\t// one\n\treturn 1\n}"],
  [
    "a.rs",
    "f",
    "fn f<'a>(x: &'a str) -> char { 'x' }",
    "pub fn f<'a>(\n    x: &'a str,\n) -> char {\n    'x'\n}",
  ],
  [
    "A.java",
    "f",
    "class A { int f() { return 1; } }",
    "class A {\n  public int f()\n  {\n    return 1;\n  }\n}",
  ],
  [
    "a.ts",
    "A.f",
    "class A { f() { return 1 } g() {} }",
    "class A {\n  g() { return 2 }\n  f() { return 1 }\n}",
  ],
  // A quote or bracket inside a regular expression opens nothing, so text after the definition does not matter.
  [
    "a.ts",
    "f",
    "function f(a) { return /[\"'/{]/.test(a) }\nlet g = 1",
    "function f(a) { return /[\"'/{]/.test(a) }\nlet g = 2",
  ],
];
const DIFFERENT: readonly Pair[] = [
  ["a.ts", "f", "function f(a) { return a + 1 }", "function f(a) { return a - 1 }"],
  ["a.ts", "f", "const f = /a/", "const f = /b/"],
  ["a.ts", "LIMIT", "export const LIMIT = 10;", "export const LIMIT = 11;"],
  ["a.ts", "T", "type T = 'a' | 'b'\ntype U = 1", "type T = 'a' | 'c'\ntype U = 1"],
  ["a.py", "f", "def f(a):\n  if a:\n    x()\n    y()\n", "def f(a):\n  if a:\n    x()\n  y()\n"],
  ["a.py", "LIMIT", "LIMIT = 1\n", "LIMIT = 2\n"],
  [
    "a.go",
    "A.F",
    "type A struct{}\nfunc (a A) F() int { return 1 }",
    "type A struct{}\nfunc (a A) F() int { return 2 }",
  ],
  ["a.rs", "A::f", "struct A;\nimpl A { fn f() -> u8 { 1 } }", "struct A;\nimpl A { fn f() -> u8 { 2 } }"],
  ["A.java", "MAX", "class A { static final int MAX = 1; }", "class A { static final int MAX = 2; }"],
];

scenario("drift.definitions", () => {
  for (const [file, symbol, one, other] of SAME) {
    const [a, b] = [definitionOf(one, file, symbol), definitionOf(other, file, symbol)];
    expect(a, `${file} ${one}`).toBeDefined();
    expect(b, `${file} ${other}`).toBe(a);
  }
  for (const [file, symbol, one, other] of DIFFERENT) {
    const [a, b] = [definitionOf(one, file, symbol), definitionOf(other, file, symbol)];
    expect(a, `${file} ${one}`).toBeDefined();
    expect(b, `${file} ${other}`).toBeDefined();
    expect(b, `${file} ${other}`).not.toBe(a);
  }
});

test.each([
  ["a.ts", "f(1); foo(f(2), { a: 1 }); if (f(3)) { g() }"],
  ["a.ts", "const x = { f, g }; x.f(1)"],
  ["a.py", "f(1)\nx = f(2)\n"],
  ["a.go", "x := F(1)"],
  ["a.txt", "function f() {}"],
])("a name that is only used has no definition: %s %s", (file, text) =>
  expect(definitionOf(text, file, file === "a.go" ? "F" : "f")).toBeUndefined(),
);

test("broken source code is parsed without failing", () => {
  for (const text of ["", "'", '"""', "/*", "`${", "{{{{", ")))", "#", "def", "function", "\u0000\ud800"])
    for (const file of ["a.ts", "a.py", "a.go", "a.rs", "A.java", "a.rb"])
      expect(() => definitionOf(text, file, "f")).not.toThrow();
});

test("neither a path that never existed nor a symbol that was never defined is drift", () => {
  const [cite] = cites("`f` in src/a.ts").paths;
  if (!cite) throw new Error("no cite");
  const facts: PathFacts = {
    cite,
    wasThere: false,
    isThere: false,
    before: [],
    after: [],
    elsewhere: new Map(),
  };
  const drift = (more: Partial<PathFacts>) =>
    driftOf({ heldAt: 0, paths: [{ ...facts, ...more }], branches: [], commits: 0 });
  const source = (text: string) => [{ path: "src/a.ts", text }];
  expect(drift({})).toEqual([]);
  expect(drift({ wasThere: true })).toEqual([{ what: "file_gone", path: "src/a.ts" }]);
  expect(drift({ isThere: true, before: source("let g = 1"), after: source("let f = 1") })).toEqual([]);
  expect(drift({ isThere: true, before: source("let f = 1"), after: source("") })).toMatchObject([
    { what: "symbol_gone", symbol: "f" },
  ]);
});

const CITED = `one();
two();
three();
four();
`;

test.each([
  ["two();", true],
  ["three();", true],
  ["one();", false],
  ["four();", false],
])("if lines 2 to 3 are cited, a change of %s raises doubt: %s", (line, isFlagged) => {
  const [cite] = cites("See src/a.ts#L2-L3").paths;
  if (!cite) throw new Error("no cite");
  const before = [{ path: "src/a.ts", text: CITED }];
  const after = [{ path: "src/a.ts", text: CITED.replace(line, "other();") }];
  const path = { cite, wasThere: true, isThere: true, before, after, elsewhere: new Map() };
  const drift = driftOf({ heldAt: 0, paths: [path], branches: [], commits: 0 });
  expect(drift.length > 0).toBe(isFlagged);
});

test.each([
  ["exists", { isThere: true, aliveAt: 20 }, false],
  ["was deleted after the statement", { isThere: false, aliveAt: 20 }, true],
  ["was deleted before the statement", { isThere: false, aliveAt: 5 }, false],
  ["was never seen", { isThere: false }, false],
])("a branch that %s raises doubt: %s", (_, facts, isFlagged) => {
  const branches = [{ branch: "feature/pay", ...facts }];
  const drift = driftOf({ heldAt: 10, paths: [], branches, commits: 0 });
  expect(drift).toEqual(isFlagged ? [{ what: "branch_gone", branch: "feature/pay" }] : []);
});

test("the new path of a moved file can be corrected in the field of related paths, but not in the text", () => {
  const moved = (text: string) => {
    const [cite] = cites(text, ["src/a.ts"]).paths;
    if (!cite) throw new Error("no cite");
    const path = { cite, wasThere: true, isThere: false, movedTo: "src/b.ts", before: [], after: [] };
    return driftOf({ heldAt: 0, paths: [{ ...path, elsewhere: new Map() }], branches: [], commits: 0 });
  };
  expect(moved("Prices round up.")).toMatchObject([{ what: "file_moved", in_field: true }]);
  expect(moved("src/a.ts rounds prices up.")).toMatchObject([{ what: "file_moved", in_field: false }]);
});
