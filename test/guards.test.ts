import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { scenario } from "./scenarios/scenario.ts";
import { filesUnder, ROOT } from "./sources.ts";
import { node } from "./spawned.ts";

/** A file that breaks one rule, the guard that must report it, and text that the report must contain besides the path. */
type Plant = { readonly guard: string; readonly path: string; readonly text: string; readonly says: string };

/**
 * A copy of the documents, settings and guards of the checkout, with all faults at once, so that every guard runs
 * only once. The sources are left out: `npm run check` covers them, and a guard needs only a few files to find a
 * fault.
 */
const copy = mkdtempSync(join(tmpdir(), "tidemark-guards-"));
let sections = new Map<string, string>();

const lines = (count: number, line: string): string => `${line}\n`.repeat(count);
/** Written in two parts, because the tidy test searches this file too. */
const PUT_OFF = ["TO", "DO"].join("");

const BORDERS = [
  border("core-imports-core", "src/core/planted-border.ts", 'import "../adapters/planted/door.ts";\n'),
  border("core-is-pure", "src/core/items/planted-package.ts", 'import "zod";\n'),
  border("core-parses-with-zod", "src/core/tape/planted-package.ts", 'import "yaml";\n'),
  border("core-recall-stems", "src/core/recall/planted-package.ts", 'import "zod";\n'),
  border("core-active-context-reads-yaml", "src/core/active-context/planted-package.ts", 'import "zod";\n'),
  border("ports-import-core", "src/ports/planted-app.ts", 'import type {} from "../app/planted-io.ts";\n'),
  border("ports-are-types", "src/ports/planted-code.ts", 'import "../core/failure.ts";\n'),
  border(
    "app-imports-core-and-ports",
    "src/app/planted-adapter.ts",
    'import "../adapters/planted/door.ts";\n',
  ),
  border("app-does-no-io", "src/app/planted-io.ts", 'import "node:fs";\n'),
  border("adapters-import-core-and-ports", "src/adapters/planted-two/x.ts", 'import "../planted/door.ts";\n'),
  border("surfaces-import-app", "src/surfaces/planted/x.ts", 'import "../../adapters/planted/door.ts";\n'),
  border("roots-are-on-top", "src/app/planted-root.ts", 'import "../index.ts";\n'),
  border("testing-stays-in-tests", "src/app/planted-fake.ts", 'import "../testing/index.ts";\n'),
  border("src-stands-alone", "src/core/planted-test.ts", 'import "../../test/sources.ts";\n'),
  border(
    "core-reads-weights",
    "src/app/planted-weights.ts",
    'import "../../weights/amendments.json" with { type: "json" };\n',
  ),
  border("everything-resolves", "src/core/planted-nowhere.ts", 'import "./nowhere.ts";\n'),
  border("no-cycles", "src/core/planted-ring-a.ts", 'export { b as a } from "./planted-ring-b.ts";\n'),
];

const FORMS = [
  tidy(
    "src/app/planted-long.ts",
    `export function long() {\n${lines(80, "  void 0;")}}\n`,
    "is a function of 82 lines",
  ),
  tidy("src/app/planted-any.ts", "export const a: any = 1;\n", "says any"),
  tidy("src/core/planted-clock.ts", "export const at = () => Date.now();\n", "takes Date.now from the air"),
  tidy("src/core/planted-date.ts", "export const at = () => new Date();\n", "takes new Date() from the air"),
  tidy(
    "src/core/planted-chance.ts",
    "export const at = () => Math.random();\n",
    "takes Math.random from the air",
  ),
  tidy("src/app/planted-word.ts", "export const memoText = 1;\n", "says memo: see docs/VOCABULARY.md"),
  tidy(
    "src/app/planted-four.ts",
    "export const f = (a: 1, b: 2, c: 3, d: 4) => [a, b, c, d];\n",
    "takes 4 parameters",
  ),
  tidy("src/app/planted-enum.ts", "export enum Colour { Red }\n", "is an enum"),
  tidy("src/app/planted-class.ts", "export class Thing {}\n", "is a class that is not an error"),
  tidy("src/app/planted-default.ts", "export default 1;\n", "is a default export"),
  tidy("src/app/planted-star.ts", 'export * from "../core/failure.ts";\n', "exports *"),
  tidy("docs/planted.md", `${PUT_OFF}: write this page\n`, "puts work off"),
  tidy("docs/planted-path.md", `See ${copy}/README.md\n`, "names a place of one machine"),
];

const PLANTS: readonly Plant[] = [
  ...BORDERS,
  ...FORMS,
  {
    guard: "tidy",
    path: "src/app/planted-file.ts",
    text: `${lines(400, "// One line among many.")}export {};\n`,
    says: "src/app/planted-file.ts has 402 lines",
  },
  {
    guard: "tidy",
    path: "src/app/utils.ts",
    text: "export {};\n",
    says: "src/app/utils.ts has a name that says nothing",
  },
  {
    guard: "tidy",
    path: "src/planted-room/door.ts",
    text: "export {};\n",
    says: "ARCHITECTURE.md has no heading for src/planted-room",
  },
  {
    guard: "tidy",
    path: "docs/decisions/9999-planted.md",
    text: "# Planted\n",
    says: "docs/decisions/9999-planted.md should be number",
  },
  {
    guard: "tidy",
    path: "src/adapters/files/planted-files.ts",
    text: 'import { readFileSync } from "node:fs";\nexport const read = () => readFileSync("x");\n',
    says: "src/adapters/files/planted-files.ts uses node:fs",
  },
  {
    guard: "types",
    path: "src/planted-type.ts",
    text: 'export const n: number = "one";\n',
    says: "src/planted-type.ts(1,14): error",
  },
  {
    guard: "page types",
    path: "src/dashboard/planted-page.ts",
    text: 'export const n: number = "one";\n',
    says: "src/dashboard/planted-page.ts(1,14): error",
  },
  {
    guard: "core types",
    path: "src/core/planted-world.ts",
    text: "export const id = process.pid;\n",
    says: "src/core/planted-world.ts(1,19): error",
  },
  {
    guard: "dead code",
    path: "test/planted-export.ts",
    text: "export const used = 1;\nexport const idle = 2;\n",
    says: "test/planted-export.ts:2:14",
  },
  {
    guard: "dead code",
    path: "src/core/planted-idle.ts",
    text: "export const idle = 2;\n",
    says: "src/core/planted-idle.ts",
  },
  {
    guard: "format and lint",
    path: "src/app/planted-format.ts",
    text: "export const   a = {b:1}\n",
    says: "src/app/planted-format.ts format",
  },
  {
    guard: "format and lint",
    path: "src/app/planted-lint.ts",
    text: 'export { a } from "./planted-format";\n',
    says: "src/app/planted-lint.ts:1:19 lint/correctness/useImportExtensions",
  },
  {
    guard: "house",
    path: "src/planted-casts.ts",
    text: `export const cast = (one: unknown) => [${"one as string, ".repeat(300)}];\n`,
    says: "Above the limit: casts",
  },
  {
    guard: "reference pages",
    path: "docs/reference/planted.md",
    text: "# By hand\n",
    says: "docs/reference/planted.md",
  },
];

/** The only files that are copied from the folders of sources and pages: the guards need them. */
const COPIED =
  /^(?!(?:src|test|bench|docs\/reference)\/)|^test\/(?:tidy\.test|sources|tidy\/.*|support\/(?:own-state|postgres-setup))\.ts$|^src\/core\/agent-hosts\.ts$|tsconfig\.json$/;

/** Files that the planted files import. */
const IMPORTED_FILES: readonly Pick<Plant, "path" | "text">[] = [
  ...["src/core/failure.ts", "src/index.ts", "src/testing/index.ts"].map((path) => ({
    path,
    text: "export {};\n",
  })),
  { path: "src/surfaces/verbs/reference.ts", text: "export const referencePages = () => ({});\n" },
  { path: "src/adapters/planted/door.ts", text: "export {};\n" },
  { path: "src/core/planted-ring-b.ts", text: 'export { a as b } from "./planted-ring-a.ts";\n' },
  { path: "test/planted.test.ts", text: 'import { used } from "./planted-export.ts";\nvoid used;\n' },
];

beforeAll(async () => {
  for (const path of filesUnder().filter((path) => COPIED.test(path)))
    cpSync(join(ROOT, path), join(copy, path));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "junction");
  for (const { path, text } of [...IMPORTED_FILES, ...PLANTS]) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const { stdout } = await node(["scripts/check.mjs"], { cwd: copy });
  sections = sectionsOf(stdout);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

scenario("package.guards", () => {
  const planted = new Set(PLANTS.map(({ guard }) => guard));
  expect(new Set(sections.keys())).toEqual(planted);
});

for (const { guard, path, says } of PLANTS) {
  test(`${guard}: ${path}`, () => expect(sections.get(guard)).toContain(says));
}

function border(rule: string, path: string, text: string): Plant {
  return { guard: "borders", path, text, says: `error ${rule}: ${path}` };
}

function tidy(path: string, text: string, problem: string): Plant {
  return { guard: "tidy", path, text, says: `${path}:1 ${problem}` };
}

/** Maps the name of each failed guard to the output that it printed. */
function sectionsOf(output: string): Map<string, string> {
  const parts = output.split(/^--- (.+)$/m).slice(1);
  const named = parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? ""] as const] : []));
  return new Map(named);
}
